// What src/observe/geometry.ts does, shown case by case.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  distanceM,
  distanceToLineM,
  headingBetween,
  offsetFrom,
  pointAt,
  turnBetween,
  wrapDegrees,
} from "../../src/observe/geometry.ts";

const somewhere = fc.record({
  latitudeDeg: fc.double({ min: -75, max: 75, noNaN: true }),
  longitudeDeg: fc.double({ min: -179.99, max: 180, noNaN: true }),
});

describe("geometry near an airport", () => {
  it("knows how far Frankfurt's runway ends are apart", () => {
    // 07R: 50.0275, 8.5342; 25L: 50.0401, 8.5866. The runway has 4,000 m.
    const length = distanceM(
      { latitudeDeg: 50.0275, longitudeDeg: 8.5342 },
      { latitudeDeg: 50.0401, longitudeDeg: 8.5866 },
    );
    expect(length).toBeGreaterThan(3_980);
    expect(length).toBeLessThan(4_020);
  });

  it("counts across the antimeridian as across any other", () => {
    const metres = distanceM(
      { latitudeDeg: -16.69, longitudeDeg: 179.99 },
      { latitudeDeg: -16.69, longitudeDeg: -179.99 },
    );
    expect(Math.round(metres)).toBe(2_130);
  });

  it("goes out and comes back in any direction to within a thousandth", () => {
    fc.assert(
      fc.property(
        somewhere,
        fc.integer({ min: 0, max: 359 }),
        fc.integer({ min: 10, max: 10_000 }),
        (from, heading, metres) => {
          const to = pointAt(from, heading, metres);
          expect(Math.abs(distanceM(from, to) - metres)).toBeLessThan(metres * 0.006 + 0.01);
          const offset = offsetFrom(from, to);
          expect(turnBetween(headingBetween({ eastM: 0, northM: 0 }, offset), heading)).toBeLessThan(0.5);
        },
      ),
      { seed: 1 },
    );
  });

  it("measures to the line between two points and not beyond its ends", () => {
    const line = (east: number, north: number) =>
      distanceToLineM({ eastM: -100 - east, northM: -north }, { eastM: 100 - east, northM: -north });
    expect(line(0, 40)).toBeCloseTo(40);
    expect(line(130, 40)).toBeCloseTo(50);
    expect(distanceToLineM({ eastM: 3, northM: 4 }, { eastM: 3, northM: 4 })).toBeCloseTo(5);
  });

  it("turns by the shorter way", () => {
    expect(turnBetween(350, 10)).toBe(20);
    expect(turnBetween(90, 270)).toBe(180);
    expect([-180, 180, 540, -190, 359].map(wrapDegrees)).toEqual([180, 180, 180, 170, -1]);
  });
});
