// What src/observe/airport-index.ts does, shown case by case.
import { describe, expect, it } from "vitest";
import { FIELD, indexOf, type Place, runwayAt, spot } from "./made-up.ts";

const heliport: Place = { ident: "XHEL", kind: "heliport", ...spot(200, 300) };
const pad: Place = {
  ident: "XPAD",
  kind: "small_airport",
  ...spot(100, 200),
  runways: [{ ...runwayAt(spot(100, 200), 0, 30, "H1") }],
};
const closed: Place = {
  ident: "XOLD",
  kind: "closed",
  ...spot(0, 100),
  runways: [runwayAt(spot(0, 100), 90, 2_000)],
};
const strip: Place = {
  ident: "XSTR",
  kind: "small_airport",
  ...spot(0, 2_500),
  runways: [runwayAt(spot(0, 2_500), 90, 600)],
};

describe("the airport a position is on", () => {
  it("is the one whose runway is near, and never the heliport, helipad or closed field next door", () => {
    const index = indexOf(heliport, pad, closed, FIELD);
    expect(index.at(spot(190, 290))?.ident).toBe("XFLD");
    expect(index.at(spot(0, 110))?.ident).toBe("XFLD");
    expect(indexOf(heliport, pad, closed).at(spot(150, 250))).toBeNull();
  });

  it("reaches as far as aprons lie, and no farther", () => {
    const index = indexOf(FIELD);
    expect(index.at(spot(0, 2_700))?.ident).toBe("XFLD");
    expect(index.at(spot(0, 2_900))).toBeNull();
    // Along the runway it counts from the end, not from the middle.
    expect(index.at(spot(4_200))?.ident).toBe("XFLD");
  });

  it("prefers the larger of two neighbours unless the smaller is much nearer", () => {
    const index = indexOf(FIELD, strip);
    expect(index.at(spot(0, 2_450))?.ident).toBe("XSTR");
    expect(index.at(spot(0, 1_500))?.ident).toBe("XFLD");
  });

  it("is found across the antimeridian and near the pole", () => {
    const east: Place = { ident: "XEST", kind: "large_airport", latitudeDeg: -16.7, longitudeDeg: 179.999 };
    const west: Place = { ident: "XWST", kind: "large_airport", latitudeDeg: 52, longitudeDeg: -179.995 };
    const north: Place = { ident: "XPOL", kind: "large_airport", latitudeDeg: 89.5, longitudeDeg: 0 };
    const index = indexOf(east, west, north);
    expect(index.at({ latitudeDeg: -16.7, longitudeDeg: -179.995 })?.ident).toBe("XEST");
    expect(index.at({ latitudeDeg: 52, longitudeDeg: 179.99 })?.ident).toBe("XWST");
    expect(index.near({ latitudeDeg: 89.5, longitudeDeg: 1 }, 5_000).map(({ ident }) => ident)).toEqual([
      "XPOL",
    ]);
  });

  it("lays a runway without coordinates through the reference point, by heading or by name", () => {
    const bare = (ident: string, headingTrueDeg: number | null) => ({
      ...runwayAt(spot(0), 90, 3_000),
      ends: [ident, "36"].map((name) => ({
        ...{ ident: name, latitudeDeg: null, longitudeDeg: null, elevationFt: null },
        ...{ headingTrueDeg, displacedThresholdFt: null },
      })),
    });
    const north: Place = { ident: "XNTH", kind: "large_airport", ...spot(0), runways: [bare("18", null)] };
    expect(indexOf(north).at(spot(0, 4_200))?.ident).toBe("XNTH");
    expect(indexOf(north).at(spot(4_200))).toBeNull();
    const east: Place = { ...north, runways: [bare("18", 90)] };
    expect(indexOf(east).at(spot(4_200))?.ident).toBe("XNTH");
  });

  it("knows nothing where there is nothing", () => {
    expect(indexOf().at(spot(0))).toBeNull();
  });
});
