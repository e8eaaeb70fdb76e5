// Publishing, rolling back and cleaning up on the reference engine, where every step can be counted and broken.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type PublishOptions, type PublishResult, publish } from "../../src/store/publish.ts";
import { manifestKey, POINTER_KEY, parsePointer, type Release } from "../../src/store/release.ts";
import { listReleases, rollback } from "../../src/store/rollback.ts";
import { StoreError } from "../../src/store/store.ts";
import { createMapEngine, keysAsked, type MapEngine } from "./map-engine.ts";
import { sampleRelease } from "./sample-snapshot.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const START = Date.UTC(2026, 10, 15);

let folder = "";
let a: Release;
let b: Release;
let c: Release;
let d: Release;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "fleet-publish-"));
  // Of 800 records one differs between versions, so that releases share most packs.
  const make = (version: string) => sampleRelease(folder, { version, records: 800, changed: 1 });
  [a, b, c, d] = [make("a"), make("b"), make("c"), make("d")];
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function options(day = 0, more: Partial<PublishOptions> = {}): PublishOptions {
  return { keep: 2, now: () => START + day * DAY_MS, pause: async () => {}, ...more };
}

/** An engine with these releases in it, published a day apart. */
async function engineWith(...releases: readonly Release[]): Promise<MapEngine> {
  const engine = createMapEngine();
  for (const [day, release] of releases.entries()) await publish(engine, release, options(day));
  engine.operations.length = 0;
  return engine;
}

function currentOf(engine: MapEngine): string | undefined {
  return parsePointer(engine.values.get(POINTER_KEY) ?? new Uint8Array())?.id;
}

/** Whether every value that the release needs is there, byte for byte. */
async function isWhole(engine: MapEngine, release: Release): Promise<boolean> {
  for (const key of release.values.keys()) {
    const wanted = (await release.read(key)) as Uint8Array;
    if (Buffer.compare(engine.values.get(key) ?? new Uint8Array(), wanted) !== 0) return false;
  }
  return engine.values.has(manifestKey(idOf(release)));
}

const idOf = (release: Release) => release.manifest.snapshot;
const packsAndChunks = (keys: readonly string[]) => keys.filter((key) => /-(pack|chunk)-/.test(key));

describe("publishing", () => {
  it("uploads everything, then the manifest, then the pointer, and leaves no claim behind", async () => {
    const engine = createMapEngine();
    const result = await publish(engine, a, options());
    expect(result).toMatchObject({ uploaded: a.values.size, previous: null, current: idOf(a) });
    expect(await isWhole(engine, a)).toBe(true);
    const writes = keysAsked(engine, "write").filter((key) => !/claim|log/.test(key));
    expect(writes.slice(-2)).toEqual([manifestKey(idOf(a)), POINTER_KEY]);
    expect([...engine.values.keys()].filter((key) => key.includes("claim"))).toEqual([]);
  });

  it("sends nothing the second time", async () => {
    const engine = await engineWith(a);
    const result = await publish(engine, a, options(1));
    expect(result).toMatchObject({ uploaded: 0, previous: idOf(a), current: idOf(a) });
    expect(keysAsked(engine, "write").filter((key) => !/claim|log/.test(key))).toEqual([]);
  });

  it("sends only the packs that changed", async () => {
    const engine = await engineWith(a);
    const { uploaded } = await publish(engine, b, options(1));
    expect(uploaded).toBe([...b.values.keys()].filter((key) => !a.values.has(key)).length);
    expect(uploaded).toBeLessThanOrEqual(b.values.size / 2);
    expect(packsAndChunks(keysAsked(engine, "write"))).toHaveLength(uploaded);
    expect(await isWhole(engine, b)).toBe(true);
  });

  it("finishes what a killed publisher began, and reads back what that one may not have looked at", async () => {
    const engine = createMapEngine();
    let writes = 0;
    engine.before = (operation) => {
      if (operation.startsWith("write fleet-pack") && ++writes === 4) throw new Error("killed");
    };
    await expect(publish(engine, a, options())).rejects.toThrow("killed");
    expect(currentOf(engine)).toBeUndefined();
    const [left] = packsAndChunks([...engine.values.keys()]);
    engine.values.set(left as string, Buffer.from("half a pack"));
    engine.before = () => {};
    const { uploaded } = await publish(engine, a, options());
    expect(uploaded).toBe(a.values.size - 2);
    expect(await isWhole(engine, a)).toBe(true);
  });

  it("trusts what a manifest vouches for, and mends it when asked to verify all", async () => {
    const engine = await engineWith(a);
    const [key] = a.values.keys();
    engine.values.set(key as string, Buffer.from("rot"));
    expect((await publish(engine, a, options(1))).uploaded).toBe(0);
    expect((await publish(engine, a, options(1, { verifyAll: true }))).uploaded).toBe(1);
    expect(await isWhole(engine, a)).toBe(true);
  });

  it("makes nothing current where a value does not read back, and says what to do", async () => {
    const engine = await engineWith(a);
    const { read } = engine;
    const fresh = [...b.values.keys()].find((key) => !a.values.has(key));
    engine.read = async (key) => (key === fresh ? Buffer.from("something else") : read(key));
    await expect(publish(engine, b, options(1))).rejects.toThrow(StoreError);
    await expect(publish(engine, b, options(1))).rejects.toThrow(/does not read back .* publish again/);
    expect(currentOf(engine)).toBe(idOf(a));
    expect(keysAsked(engine, "write")).not.toContain(POINTER_KEY);
  });

  it("waits for an engine that shows new values late", async () => {
    const engine = createMapEngine();
    const { read } = engine;
    const looks = new Map<string, number>();
    engine.read = async (key) => {
      const look = (looks.get(key) ?? 0) + 1;
      looks.set(key, look);
      return look < 3 && key.startsWith("fleet-pack") ? null : read(key);
    };
    expect((await publish(engine, a, options())).uploaded).toBe(a.values.size);
  });

  it.each([manifestKey("").slice(0, -1), POINTER_KEY])(
    "puts back what somebody removed while it was writing %s",
    async (moment) => {
      const engine = await engineWith(a);
      engine.before = (operation) => {
        if (operation.startsWith(`write ${moment}`))
          for (const key of b.values.keys()) engine.values.delete(key);
      };
      await publish(engine, b, options(1));
      expect(await isWhole(engine, b)).toBe(true);
    },
  );

  it("mends a pointer that nobody can read", async () => {
    const engine = await engineWith(a);
    engine.values.set(POINTER_KEY, Buffer.from("garbage"));
    await publish(engine, a, options(1));
    expect(currentOf(engine)).toBe(idOf(a));
  });
});

describe("two publishers at once", () => {
  it.each([1, 2, 3, 4, 5, 6])("end with one whole release or the other (interleaving %i)", async (seed) => {
    const engine = await engineWith(c);
    let state = seed;
    engine.before = async () => {
      state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
      for (let turns = state % 5; turns > 0; turns--) await Promise.resolve();
    };
    const results = await Promise.all([publish(engine, a, options(9)), publish(engine, b, options(9))]);
    expect([idOf(a), idOf(b)]).toContain(currentOf(engine));
    expect(await isWhole(engine, a)).toBe(true);
    expect(await isWhole(engine, b)).toBe(true);
    for (const { current } of results) expect([idOf(a), idOf(b)]).toContain(current);
  });

  it("never lose what one relies on to the other's cleaning up", async () => {
    // c is long past its grace, so whoever cleans up would remove what only c has; a publisher of c comes in between.
    const engine = await engineWith(c, a, b);
    let other: Promise<PublishResult> | null = null;
    engine.before = (operation) => {
      if (operation === `write fleet-claim-${idOf(d)}`) other ??= publish(engine, c, options(30));
    };
    await publish(engine, d, options(30));
    await other;
    expect([idOf(c), idOf(d)]).toContain(currentOf(engine));
    expect(await isWhole(engine, c)).toBe(true);
    expect(await isWhole(engine, d)).toBe(true);
  });
});

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
