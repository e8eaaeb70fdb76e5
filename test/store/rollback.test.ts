// Going back to a release, and the list of those that are there.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Release } from "../../src/store/release.ts";
import { listReleases, rollback } from "../../src/store/rollback.ts";
import { createMapEngine } from "./map-engine.ts";
import {
  currentOf,
  DAY_MS,
  engineWith,
  type FourReleases,
  idOf,
  makeReleases,
  options,
  START,
} from "./publishing.ts";

let releases: FourReleases;
let a: Release;
let b: Release;
let c: Release;

beforeAll(() => {
  releases = makeReleases();
  ({ a, b, c } = releases);
});

afterAll(() => releases?.remove());

describe("rolling back", () => {
  it("goes to the release before, and from there to the one before that", async () => {
    const engine = await engineWith(a, b, c);
    expect(await rollback(engine, options(3))).toEqual({ from: idOf(c), to: idOf(b) });
    expect(currentOf(engine)).toBe(idOf(b));
    expect(await rollback(engine, options(3))).toEqual({ from: idOf(b), to: idOf(a) });
    await expect(rollback(engine, options(3))).rejects.toThrow(/no release before .* There are:/);
    expect(currentOf(engine)).toBe(idOf(a));
  });

  it("goes forward again to a release by its name", async () => {
    const engine = await engineWith(a, b);
    await rollback(engine, options(2));
    await rollback(engine, { ...options(2), to: idOf(b) });
    expect(currentOf(engine)).toBe(idOf(b));
    await expect(rollback(engine, { ...options(2), to: "20200101-none" })).rejects.toThrow(
      /no release 20200101-none/,
    );
  });

  it("refuses a release of which a value is missing, and one that is damaged when asked to verify", async () => {
    const engine = await engineWith(a, b);
    const only = [...a.values.keys()].find((key) => !b.values.has(key)) as string;
    const bytes = engine.values.get(only) as Uint8Array;
    engine.values.delete(only);
    await expect(rollback(engine, options(2))).rejects.toThrow(/not whole: 1 of its values/);
    engine.values.set(only, Buffer.from("rot"));
    await expect(rollback(engine, { ...options(2), verifyAll: true })).rejects.toThrow(/not whole/);
    expect(currentOf(engine)).toBe(idOf(b));
    engine.values.set(only, bytes);
    expect((await rollback(engine, { ...options(2), verifyAll: true })).to).toBe(idOf(a));
  });
});

describe("the list of releases", () => {
  it("shows what is current, since when, and what is no longer whole", async () => {
    const engine = await engineWith(a, b);
    const only = [...a.values.keys()].find((key) => !b.values.has(key)) as string;
    engine.values.delete(only);
    const [newest, oldest, ...others] = await listReleases(engine, START + 5 * DAY_MS);
    expect(others).toEqual([]);
    expect(newest).toMatchObject({ id: idOf(b), current: true, publishedAt: START + DAY_MS, missing: 0 });
    expect(oldest).toMatchObject({ id: idOf(a), current: false, retiredAt: START + DAY_MS, missing: 1 });
    expect(newest?.counts).toEqual({ airframes: 801 });
  });

  it("is empty where nothing was published", async () => {
    expect(await listReleases(createMapEngine(), START)).toEqual([]);
  });
});
