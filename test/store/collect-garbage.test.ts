// Cleaning up after releases: what goes, when, and what never does.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { collectGarbage } from "../../src/store/collect-garbage.ts";
import { publish } from "../../src/store/publish.ts";
import { readPublished } from "../../src/store/published.ts";
import { manifestKey, type Release } from "../../src/store/release.ts";
import { listReleases, rollback } from "../../src/store/rollback.ts";
import { keysAsked } from "./map-engine.ts";
import {
  DAY_MS,
  engineWith,
  type FourReleases,
  idOf,
  isWhole,
  makeReleases,
  options,
  packsAndChunks,
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

describe("cleaning up", () => {
  it("keeps the last releases and whatever stopped being current within the grace period", async () => {
    const engine = await engineWith(a, b, c);
    // a was replaced on day 1: on day 2.5 that is 1.5 days ago, on day 3.5 it is 2.5.
    expect((await publish(engine, c, options(2.5))).collected.releases).toEqual([]);
    expect(await isWhole(engine, a)).toBe(true);
    const { collected } = await publish(engine, c, options(3.5));
    expect(collected.releases).toEqual([idOf(a)]);
    expect(collected.values).toBeGreaterThan(0);
    expect(await isWhole(engine, b)).toBe(true);
    expect(await isWhole(engine, c)).toBe(true);
    expect((await listReleases(engine, START)).map(({ id }) => id)).toEqual([idOf(c), idOf(b)]);
  });

  it("removes nothing that another release still needs", async () => {
    const engine = await engineWith(a, b, c);
    await publish(engine, c, options(10));
    const needed = new Set([...b.values.keys(), ...c.values.keys()]);
    for (const key of packsAndChunks(keysAsked(engine, "remove"))) expect(needed.has(key)).toBe(false);
    expect(packsAndChunks([...engine.values.keys()]).sort()).toEqual([...needed].sort());
  });

  it("removes nothing that the new release needs, even where a late listing does not show it yet", async () => {
    const engine = await engineWith(a, b);
    const before = [...engine.values.keys()];
    engine.list = async () => before;
    const { collected } = await publish(engine, c, options(10, { keep: 1 }));
    expect(collected.releases).toEqual([idOf(a)]);
    expect(await isWhole(engine, c)).toBe(true);
  });

  it("removes nothing where the pointer names a release that a late listing did not show", async () => {
    const engine = await engineWith(a, b);
    const now = START + 10 * DAY_MS;
    const late = await readPublished(engine, now);
    // Another publisher's release, which needs what only the one to be removed has.
    const twin: Release = { ...a, manifest: { ...a.manifest, snapshot: "20261115-twin" } };
    await publish(engine, twin, options(9.9));
    const { collected } = await collectGarbage(engine, late, { own: idOf(b), keep: 1, now });
    expect(collected.releases).toEqual([]);
    expect(await isWhole(engine, twin)).toBe(true);
  });

  it("never removes the current release, however old it is", async () => {
    const engine = await engineWith(a, b, c);
    await rollback(engine, { ...options(3), to: idOf(a) });
    const { collected } = await publish(engine, a, options(400, { keep: 1 }));
    expect(collected.releases.length).toBe(2);
    expect(await isWhole(engine, a)).toBe(true);
  });

  it("waits while another publisher is at work, and forgets one that was killed long ago", async () => {
    const engine = await engineWith(a, b, c);
    const claim = (day: number) => Buffer.from(`${START + day * DAY_MS}\n`);
    engine.values.set("fleet-claim-other", claim(9.9));
    expect((await publish(engine, c, options(10))).collected).toMatchObject({
      values: 0,
      waitingFor: ["other"],
    });
    engine.values.set("fleet-claim-other", claim(8));
    expect((await publish(engine, c, options(10))).collected.releases).toEqual([idOf(a)]);
    expect(engine.values.has("fleet-claim-other")).toBe(false);
  });

  it("removes what killed publishers left, once the grace period has passed since it was noticed", async () => {
    const engine = await engineWith(a);
    const left = "fleet-pack-00000000000000000000000000000000";
    engine.values.set(left, Buffer.from("never finished"));
    await publish(engine, a, options(1));
    await publish(engine, a, options(2));
    expect(engine.values.has(left)).toBe(true);
    await publish(engine, a, options(4));
    expect(engine.values.has(left)).toBe(false);
  });

  it("removes nothing while there is a manifest that it cannot read", async () => {
    const engine = await engineWith(a, b, c);
    engine.values.set(manifestKey("20300101-later"), Buffer.from('{"format":2}'));
    const { collected } = await publish(engine, c, options(10));
    expect(collected).toEqual({ releases: [], values: 0, waitingFor: ["20300101-later"] });
  });

  it("survives the loss of its log: nothing goes before the grace period has passed again", async () => {
    const engine = await engineWith(a, b, c);
    engine.values.delete("fleet-log");
    expect((await publish(engine, c, options(10, { keep: 1 }))).collected.releases).toEqual([]);
    expect((await publish(engine, c, options(13, { keep: 1 }))).collected.releases.length).toBe(2);
  });
});
