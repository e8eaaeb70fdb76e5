// What src/observe/coverage.ts does, shown case by case.
import { describe, expect, it } from "vitest";
import { newCoverage, noteCovered, toSourceCoverage, trimCoverage } from "../../src/observe/coverage.ts";
import { DAY_MS, dayOf } from "../../src/observe/sighting.ts";
import { reception, T0 } from "./made-up.ts";

describe("what a source covered", () => {
  it("is told by day, hour and square of the sky", () => {
    const coverage = newCoverage("roof", "local");
    for (const afterSec of [0, 10, 3_600, 7_200, 86_400]) noteCovered(coverage, reception(afterSec));
    noteCovered(coverage, reception(0, { latitudeDeg: 50.03, longitudeDeg: 8.57 }));
    noteCovered(coverage, reception(0, { latitudeDeg: 90, longitudeDeg: 180 }));
    noteCovered(coverage, reception(0, { latitudeDeg: -33.9, longitudeDeg: -70.8 }));
    expect(toSourceCoverage(coverage)).toEqual({
      ...{ id: "roof", area: "local", format: "", firstMs: T0, lastMs: T0 + DAY_MS, messages: 8 },
      days: [
        { day: dayOf(T0), hours: 3 },
        { day: dayOf(T0) + 1, hours: 1 },
      ],
      cells: ["-35,-75", "50,5", "85,-180"],
    });
  });

  it("is forgotten after a year and some", () => {
    const coverage = newCoverage("roof", "local");
    for (let day = 0; day < 1_000; day++) noteCovered(coverage, reception(day * 86_400));
    trimCoverage(coverage);
    expect(coverage.hours.size).toBe(401);
  });
});
