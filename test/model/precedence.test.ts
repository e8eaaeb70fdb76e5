// The order of profiles decides who answers to a shared code: airlines by status, kind, fleet and ICAO code, airports
// by service and size. Counts and portfolios of the fixture fleet, worked out by hand.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildAircraftTypes } from "../../src/model/aircraft-type.ts";
import { buildAirlines } from "../../src/model/airline.ts";
import { buildAirports } from "../../src/model/airport.ts";
import type { Fleet } from "../../src/model/fleet.ts";
import { buildLessors } from "../../src/model/lessor.ts";
import type { AirlineRow } from "../../src/sources/curated.ts";
import { buildFixtureFleet, temporaryFolder } from "../fixtures/fixture-snapshot.ts";

const folder = temporaryFolder();
let fleet: Fleet;
beforeAll(async () => {
  ({ fleet } = await buildFixtureFleet(folder.path));
});
afterAll(() => folder.remove());

const airlineOf = (slug: string): AirlineRow => {
  const row = fleet.airlines.find((candidate) => candidate.slug === slug);
  if (row === undefined) throw new Error(`${slug} is not in the fixture`);
  return row;
};

/** The order of airlines that differ from Delta only in what is given. */
function orderOf(rows: readonly { readonly slug: string }[]): string[] {
  const airlines = rows.map((row) => ({ ...airlineOf("delta-air-lines"), ...row }) as unknown as AirlineRow);
  return buildAirlines({ ...fleet, airlines }).map(({ canonical }) => canonical);
}

describe("airlines that share a code", () => {
  it("put active before unknown before defunct", () => {
    const rows = [
      { slug: "gone", status: "defunct" },
      { slug: "maybe", status: "unknown" },
      { slug: "here", status: "active" },
    ] as const;
    expect(orderOf(rows)).toEqual(["here", "maybe", "gone"]);
  });

  it("put mainline passenger airlines before any other kind", () => {
    const rows = [
      { slug: "cargo", kind: "cargo" },
      { slug: "regional", kind: "regional" },
      { slug: "main", kind: "passenger" },
    ] as const;
    expect(orderOf(rows)[0]).toBe("main");
  });

  it("put an active cargo airline before a defunct passenger one", () => {
    const rows = [
      { slug: "gone", status: "defunct", kind: "passenger" },
      { slug: "cargo", status: "active", kind: "cargo" },
    ] as const;
    expect(orderOf(rows)).toEqual(["cargo", "gone"]);
  });

  it("put the larger observed fleet first among equals", () => {
    // Five airframes name Delta, two SkyWest, none Endeavor.
    const rows = [{ slug: "endeavor-air" }, { slug: "skywest-airlines" }, { slug: "delta-air-lines" }];
    expect(orderOf(rows)).toEqual(["delta-air-lines", "skywest-airlines", "endeavor-air"]);
  });

  it("fall back on the ICAO code, and put those without one last", () => {
    const rows = [
      { slug: "a", icao: null },
      { slug: "b", icao: "ZZZ" },
      { slug: "c", icao: "AAA" },
    ];
    expect(orderOf(rows)).toEqual(["c", "b", "a"]);
  });
});

describe("airports that share a code", () => {
  it("put scheduled service before size, and closed ones last", () => {
    const [template] = fleet.airports.rows;
    if (template === undefined) throw new Error("the fixture has no airport");
    const rows = [
      { ident: "closed", kind: "closed", scheduledService: true },
      { ident: "large", kind: "large_airport", scheduledService: false },
      { ident: "small", kind: "small_airport", scheduledService: true },
      { ident: "medium", kind: "medium_airport", scheduledService: true },
    ] as const;
    const airports = {
      ...fleet.airports,
      rows: rows.map(
        (row) => ({ ...template, iata: null, icao: row.ident, ...row }) as unknown as typeof template,
      ),
    };
    const order = buildAirports({ ...fleet, airports }, () => null).map(({ canonical }) => canonical);
    expect(order).toEqual(["medium", "small", "large", "closed"]);
  });
});

describe("the fixture fleet", () => {
  it("attributes airframes by the order of evidence", () => {
    const operators = Object.fromEntries(
      fleet.airframes
        .filter(({ countryIso2 }) => countryIso2 === "US")
        .map(({ registration, operator, operatorBasis }) => [
          registration,
          `${operator?.slug ?? "nobody"} ${operatorBasis}`,
        ]),
    );
    expect(operators).toMatchObject({
      N899DN: "delta-air-lines register",
      // Delta owns it, but flies no CRJ900 itself.
      N131EV: "nobody unknown",
      N200NN: "nobody unknown",
      // Held in trust, and the mark tells.
      N301FR: "frontier-airlines inferred",
      N27519: "united-airlines inferred",
      N901NK: "nobody unknown",
      N605UP: "ups-airlines register",
      N219CY: "nobody unknown",
    });
  });

  it("keeps military, business and feeder airframes out, with a reason", () => {
    const marks = fleet.airframes.map(({ registration }) => registration);
    for (const mark of ["N461FT", "N125DS", "N108MS", "N604DT", "N700FX", "N1011N"])
      expect(marks).not.toContain(mark);
    expect([...fleet.gaps.outOfScope.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(
      4,
    );
  });

  it("drops an impossible year and keeps a corrected one", () => {
    const yearOf = (mark: string) =>
      fleet.airframes.find(({ registration }) => registration === mark)?.builtYear;
    expect(yearOf("N27519")).toBeNull();
    expect(yearOf("N103DU")).toBe(2018);
  });

  it("stores no private person's name", () => {
    const owned = fleet.airframes.find(({ registration }) => registration === "N9998Q");
    expect(owned?.owner.name).toBeNull();
    expect(JSON.stringify(fleet.airframes)).not.toContain("DOE");
    expect([...fleet.gaps.unclassifiedOwners.keys()].join()).not.toContain("DOE");
  });

  it("types an airframe by its year where the model text cannot tell", () => {
    const typeOf = (mark: string) =>
      fleet.airframes.find(({ registration }) => registration === mark)?.type?.icao_type;
    expect([typeOf("N407YX"), typeOf("N200NN"), typeOf("N207PS")]).toEqual(["E75S", "E75L", "CRJ2"]);
  });

  it("values a lessor's airframes and gives a trustee's none", () => {
    const lessors = new Map(buildLessors(fleet).map(({ canonical, data }) => [canonical, data]));
    // N701DN: 777-200LR of 2008, 100 million new, 18.2 years at the middle of its build year.
    const jetran = lessors.get("jetran");
    expect(jetran?.observed_fleet_count).toBe(1);
    expect(jetran?.avg_age).toBe(18.2);
    // Between 0.5 at ten years and 0.2 at twenty, on a straight line in logarithms: 0.2 × (0.5 / 0.2)^0.18.
    expect(jetran?.valuation?.estimated_total).toBe(23_600_000);
    expect([jetran?.valuation?.low, jetran?.valuation?.high]).toEqual([17_700_000, 29_500_000]);
    expect(lessors.get("bank-of-utah")).toMatchObject({
      valuation: null,
      unattributed_count: 0,
      client_exposure: [
        { slug: "frontier-airlines", airframe_count: 2, share_pct: 100, estimated_value_usd: null },
      ],
      concentration: { top1_share_pct: 100, top5_share_pct: 100, hhi: 10_000 },
    });
    expect(lessors.get("wilmington-trust")).toMatchObject({ unattributed_count: 1, observed_fleet_count: 2 });
    expect(lessors.get("aercap")).toMatchObject({
      observed_fleet_count: 0,
      avg_age: null,
      concentration: null,
    });
  });

  it("counts nothing that is retired", () => {
    const retired = fleet.airframes.map((airframe) => ({ ...airframe, status: "retired" as const }));
    const counted = [
      ...buildAirlines({ ...fleet, airframes: retired }),
      ...buildAircraftTypes({ ...fleet, airframes: retired }),
    ];
    expect(new Set(counted.map(({ data }) => data.observed_fleet_count))).toEqual(new Set([0]));
  });
});
