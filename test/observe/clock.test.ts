// What src/observe/clock.ts does, shown case by case.
import { describe, expect, it } from "vitest";
import { createSnapshotClock, createStreamClock, refuseTime } from "../../src/observe/clock.ts";
import { T0 } from "./made-up.ts";

describe("clocks of receivers", () => {
  it("of a snapshot may be slow or old, but not ahead", () => {
    const told: number[] = [];
    const correct = createSnapshotClock(
      () => T0,
      (offset) => void told.push(offset),
    );
    expect(correct(T0 - 86_400_000)).toBe(T0 - 86_400_000);
    expect(correct(T0 + 20_000)).toBe(T0 + 20_000);
    expect(told).toEqual([]);
    expect(correct(T0 + 3_600_000)).toBe(T0);
    // From then on all its times are shifted alike, so that their order stays.
    expect(correct(T0 + 3_599_000)).toBe(T0 - 1_000);
    expect(told).toEqual([-3_600_000]);
  });

  it("of a stream are set right either way: SBS writes local time", () => {
    let now = T0;
    const told: number[] = [];
    const correct = createStreamClock(
      () => now,
      (offset) => void told.push(offset),
    );
    expect(correct(T0 - 5_000)).toBe(T0 - 5_000);
    expect(correct(T0 - 7_200_000)).toBe(T0);
    now += 1_500;
    expect(correct(T0 - 7_200_000 + 1_400)).toBe(T0 + 1_400);
    expect(correct(T0 + 7_200_000)).toBe(now);
    expect(told).toHaveLength(2);
  });

  it("may not say 1970, nor tomorrow", () => {
    expect(refuseTime(0, T0)).toBe("time missing or impossible");
    expect(refuseTime(Number.NaN, T0)).toBe("time missing or impossible");
    expect(refuseTime(T0 + 86_400_000, T0)).toBe("time in the future");
    expect(refuseTime(Date.UTC(2016, 2, 14), T0)).toBeNull();
    expect(refuseTime(T0 + 30_000, T0)).toBeNull();
  });
});
