// The simulation of the edge: its random numbers, its caches held against the exact formula, and the committed report
// held against a fresh run.
import { describe, expect, it } from "vitest";
import { createDesigns, expectedColdShare, rateForColdShare } from "../../scripts/simulate-edge/designs.ts";
import { createDraw, createRandom, zipfShares } from "../../scripts/simulate-edge/random.ts";
import { simulate } from "../../scripts/simulate-edge/runs.ts";
import { DAY, HOUR, ISOLATES, TARGET_MS, WORLD } from "../../scripts/simulate-edge/world.ts";
import { readText } from "../markdown.ts";

const { packs, records } = createDesigns(WORLD);

describe("identifiers", () => {
  it("are drawn as often as their share says", () => {
    const shares = zipfShares(1_000, 0.9);
    const draw = createDraw(shares);
    const random = createRandom(1);
    const drawn = new Float64Array(1_000);
    const draws = 500_000;
    for (let n = 0; n < draws; n++) {
      const rank = draw(random);
      drawn[rank] = (drawn[rank] as number) + 1;
    }
    for (const rank of [0, 1, 9, 99, 999]) {
      const expected = draws * (shares[rank] as number);
      expect(Math.abs((drawn[rank] as number) - expected)).toBeLessThan(5 * Math.sqrt(expected));
    }
  });

  it("fill the packs evenly, and every request reads one of them", () => {
    expect(packs.shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9);
    expect(packs.shares.filter((share) => share === 0)).toHaveLength(0);
  });
});

describe("a location's cache", () => {
  const bare = { ...ISOLATES, cacheBytes: 0, lifeSeconds: 1e12, idleSeconds: 1e12 };
  it.each([
    ["packs", packs, 0.1, DAY],
    ["packs", packs, 1, HOUR],
    ["one key per record", records, 1, DAY],
  ] as const)("of %s misses as often as the exact formula says", (_name, design, rate, ttlSeconds) => {
    const { coldPct } = simulate(design, rate, ttlSeconds, { isolates: bare });
    expect(coldPct / 100).toBeCloseTo(expectedColdShare(design, rate, ttlSeconds), 2);
  });

  it("has the 95th percentile fall below the target where the formula says so", () => {
    const rate = rateForColdShare(packs, 0.05, DAY);
    expect(simulate(packs, rate * 1.3, DAY).p95).toBeLessThan(TARGET_MS);
    expect(simulate(packs, rate / 1.5, DAY, { isolates: bare }).p95).toBeGreaterThan(TARGET_MS);
  });
});

it("packs keep the target at one request a second per location; one key per record does not", () => {
  expect(simulate(packs, 1, DAY, { locations: 10 }).p95).toBeLessThan(TARGET_MS);
  expect(simulate(records, 1, DAY, { locations: 10 }).p95).toBeGreaterThan(TARGET_MS);
});

it("the committed report is what a run gives", () => {
  const report = readText("docs/edge-simulation.md");
  const run = simulate(packs, 0.1, DAY);
  expect(simulate(packs, 0.1, DAY)).toEqual(run);
  const row = `| 1 day | 0.1 | packs | ${[run.p50, run.p95, run.p99].map((ms) => ms.toFixed(1)).join(" | ")} |`;
  expect(report).toContain(row);
  expect(report).toContain(`${WORLD.identifiers.toLocaleString("en")} identifiers in ${WORLD.packs} packs`);
});
