// What src/observe/visits.ts does, shown case by case.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Fix } from "../../src/observe/fix.ts";
import type { VisitLog } from "../../src/observe/visits.ts";
import { advanceVisits, NO_VISITS, settleVisits } from "../../src/observe/visits.ts";
import { FIELD, fixAt, indexOf, type Place, runwayAt, spot, T0 } from "./made-up.ts";

const heliport: Place = { ident: "XHEL", kind: "heliport", ...spot(0, 400) };
const index = indexOf(FIELD, heliport);

function follow(fixes: readonly Fix[], airports = index): VisitLog {
  let log = NO_VISITS;
  let previous: Fix | null = null;
  for (const fix of fixes) {
    log = advanceVisits(log, previous, fix, airports);
    previous = fix;
  }
  return log;
}

const told = ({ visits }: VisitLog) =>
  visits.map(
    ({ airportIdent, arrived, basis, onGround }) =>
      `${airportIdent} ${arrived ? "arrived" : "there"} ${basis} ${onGround ? "ground" : "air"}`,
  );
const cruise = (afterSec: number) =>
  fixAt(afterSec, spot(-60_000), { altitudeFt: 20_000, groundSpeedKt: 400 });
/** Down the glide path to runway 09, a fix every ten seconds from 8 km out. */
const final = (startSec: number, toM = -1_500): Fix[] =>
  [-8_000, -7_300, -6_600, -5_900, -5_200, -4_500, -3_800, -3_100, -2_400, -1_700]
    .filter((east) => east <= toM)
    .map((east, at) =>
      fixAt(startSec + at * 10, spot(east), {
        ...{
          altitudeFt: 100 + Math.round(-(east + 1_500) * 0.172),
          groundSpeedKt: 140,
          verticalRateFpm: -700,
        },
      }),
    );
const roll = (afterSec: number, speeds: readonly number[], fromM = -1_000): Fix[] =>
  speeds.map((groundSpeedKt, at) =>
    fixAt(afterSec + at * 5, spot(fromM + at * 200), { onGround: true, groundSpeedKt }),
  );
const climb = (afterSec: number): Fix[] =>
  [1_000, 1_800, 2_600, 3_400].map((east, at) =>
    fixAt(afterSec + at * 10, spot(east), {
      altitudeFt: 300 + at * 400,
      groundSpeedKt: 150,
      verticalRateFpm: 2_000,
    }),
  );

describe("airport visits", () => {
  it("tells a landing once, at touchdown, however long the aircraft stays", () => {
    const log = follow([
      cruise(0),
      ...final(600),
      ...roll(700, [130, 110, 90, 60, 30, 10]),
      ...roll(3_600, [0, 0, 5]),
    ]);
    expect(told(log)).toEqual(["XFLD arrived ground ground"]);
    expect(log.visits[0]?.sinceMs).toBe(T0 + 700_000);
    expect(log.visits[0]?.seenMs).toBe(T0 + 3_610_000);
  });

  it("tells an aircraft standing there, without claiming that it arrived", () => {
    expect(told(follow([fixAt(0, spot(300, 600), { onGround: true, groundSpeedKt: 0 })]))).toEqual([
      "XFLD there ground ground",
    ]);
  });

  it("counts no touch-and-go, even of a slow trainer", () => {
    expect(told(follow([cruise(0), ...final(600), ...roll(700, [120, 118, 125]), ...climb(716)]))).toEqual(
      [],
    );
    const slow = final(600).map((fix) => ({ ...fix, groundSpeedKt: 60 }));
    const bounce = roll(700, [50, 42, 48]);
    const again = climb(716).map((fix) => ({ ...fix, groundSpeedKt: 65 }));
    expect(told(follow([cruise(0), ...slow, ...bounce, ...again]))).toEqual([]);
    // The fourth circuit ends on the ground.
    expect(
      told(follow([cruise(0), ...slow, ...bounce, ...again, ...final(1_200), ...roll(1_300, [50, 40, 20])])),
    ).toEqual(["XFLD arrived ground ground"]);
  });

  it("counts no go-around, fly-past or overflight", () => {
    expect(told(settleVisits(follow([cruise(0), ...final(600), ...climb(700)]), T0 + 3_600_000))).toEqual([]);
    const past = [-9_000, -4_000, 0, 4_000, 9_000].map((east, at) =>
      fixAt(at * 60, spot(east, 300), { altitudeFt: 400, groundSpeedKt: 230, verticalRateFpm: 0 }),
    );
    expect(told(settleVisits(follow(past), T0 + 3_600_000))).toEqual([]);
    const high = [-4_000, 0, 4_000].map((east, at) =>
      fixAt(at * 60, spot(east), { altitudeFt: 6_000, groundSpeedKt: 170 }),
    );
    expect(told(settleVisits(follow(high), T0 + 3_600_000))).toEqual([]);
    const across = [-3_000, 0, 3_000].map((north, at) =>
      fixAt(at * 60, spot(0, north), {
        altitudeFt: 900,
        groundSpeedKt: 110,
        trackDeg: 0,
        verticalRateFpm: 0,
      }),
    );
    expect(told(settleVisits(follow(across), T0 + 3_600_000))).toEqual([]);
  });

  it("takes silence after a final for a landing, but not too soon", () => {
    const log = follow([cruise(0), ...final(600, -2_400)]);
    expect(told(settleVisits(log, T0 + 700_000))).toEqual([]);
    expect(told(settleVisits(log, T0 + 900_000))).toEqual(["XFLD arrived low air"]);
  });

  it("takes low level flight in line with a runway for what it is", () => {
    const level = final(0, -3_100).map((fix) => ({ ...fix, altitudeFt: 900, verticalRateFpm: 0 }));
    expect(told(settleVisits(follow(level), T0 + 3_600_000))).toEqual([]);
  });

  it("tells where an aircraft first heard climbing out has been", () => {
    expect(told(follow(climb(0)))).toEqual(["XFLD there departure air"]);
    // Heard all the way before: nothing new.
    const overhead = fixAt(0, spot(-4_000, 900), { altitudeFt: 2_000, groundSpeedKt: 150 });
    expect(told(follow([overhead, ...climb(60)]))).toEqual([]);
  });

  it("goes by walking pace where no ground bit is sent", () => {
    const parked = fixAt(0, spot(0, 500), { onGround: null, groundSpeedKt: 8, altitudeFt: 150 });
    expect(told(follow([parked]))).toEqual(["XFLD there low air"]);
    expect(told(follow([{ ...parked, groundSpeedKt: null, altitudeFt: null }]))).toEqual([
      "XFLD there low air",
    ]);
    expect(told(follow([{ ...parked, groundSpeedKt: 8, altitudeFt: 3_000 }]))).toEqual([]);
    expect(told(follow([{ ...parked, ...spot(0, 1_500) }]))).toEqual([]);
  });

  it("does not believe a ground bit at 400 knots, nor one far from any airport", () => {
    expect(told(follow([fixAt(0, spot(0), { onGround: true, groundSpeedKt: 423 })]))).toEqual([]);
    expect(told(follow([fixAt(0, spot(0, 9_000), { onGround: true, groundSpeedKt: 4 })]))).toEqual([]);
  });

  it("lets a departure and a return be two visits, and a parked aircraft one", () => {
    const day = [
      ...roll(0, [0, 0, 15]),
      ...roll(60, [60, 110, 150]),
      ...climb(80),
      cruise(1_800),
      ...final(4_000),
      ...roll(4_100, [130, 60, 20]),
    ];
    expect(told(follow(day))).toEqual(["XFLD there ground ground", "XFLD arrived ground ground"]);
  });

  it("knows an arrival from the last visit having been elsewhere", () => {
    const other: Place = {
      ...FIELD,
      ident: "XOTH",
      latitudeDeg: 52,
      runways: [runwayAt({ latitudeDeg: 52, longitudeDeg: 8 }, 90, 3_000)],
    };
    const log = follow(
      [
        fixAt(0, spot(0), { onGround: true, groundSpeedKt: 0 }),
        fixAt(86_400, { latitudeDeg: 52, longitudeDeg: 8 }, { onGround: true, groundSpeedKt: 0 }),
      ],
      indexOf(FIELD, other),
    );
    expect(told(log)).toEqual(["XFLD there ground ground", "XOTH arrived ground ground"]);
  });

  describe("across a gap", () => {
    const lost = fixAt(0, spot(-30_000), { altitudeFt: 7_000, groundSpeedKt: 250, verticalRateFpm: -1_200 });
    const found = fixAt(7_200, spot(20_000), {
      altitudeFt: 6_000,
      groundSpeedKt: 280,
      verticalRateFpm: 2_000,
      callsign: "DLH2CD",
    });

    it("puts an airline flight lost sinking and found climbing at the one airport there is", () => {
      expect(told(follow([lost, found]))).toEqual(["XFLD arrived gap air"]);
    });

    it("keeps quiet where there are two, none, too little time, no airline, or no descent", () => {
      const second: Place = { ...FIELD, ident: "XSEC", ...spot(8_000, 8_000), runways: [] };
      expect(told(follow([lost, found], indexOf(FIELD, second)))).toEqual([]);
      expect(told(follow([lost, found], indexOf({ ...FIELD, scheduledService: false })))).toEqual([]);
      expect(told(follow([lost, { ...found, atMs: T0 + 900_000 }]))).toEqual([]);
      expect(told(follow([{ ...lost, callsign: "DEABC" }, found]))).toEqual([]);
      expect(told(follow([{ ...lost, verticalRateFpm: 0 }, found]))).toEqual([]);
      expect(told(follow([lost, { ...found, verticalRateFpm: -500 }]))).toEqual([]);
    });
  });

  it("is pure and bounded whatever an aircraft does", () => {
    const anyFix = fc.record({
      afterSec: fc.integer({ min: 0, max: 200_000 }),
      east: fc.integer({ min: -9_000, max: 9_000 }),
      north: fc.integer({ min: -600, max: 600 }),
      more: fc.record({
        altitudeFt: fc.option(fc.integer({ min: -900, max: 3_000 })),
        onGround: fc.option(fc.boolean()),
        groundSpeedKt: fc.option(fc.integer({ min: 0, max: 250 })),
        trackDeg: fc.option(fc.constantFrom(90, 270, 0)),
        verticalRateFpm: fc.option(fc.integer({ min: -2_000, max: 2_000 })),
      }),
    });
    fc.assert(
      fc.property(fc.array(anyFix, { maxLength: 60 }), (drawn) => {
        const fixes = drawn
          .sort((a, b) => a.afterSec - b.afterSec)
          .map(({ afterSec, east, north, more }) => fixAt(afterSec, spot(east, north), more));
        const log = follow(fixes);
        expect(follow(fixes)).toEqual(log);
        expect(log.visits.length).toBeLessThanOrEqual(16);
        let before = 0;
        for (const { sinceMs, seenMs, airportIdent } of log.visits) {
          expect(airportIdent).toBe("XFLD");
          expect(sinceMs).toBeLessThanOrEqual(seenMs);
          expect(sinceMs).toBeGreaterThanOrEqual(before);
          before = seenMs;
        }
      }),
      { seed: 2, numRuns: 200 },
    );
  });
});
