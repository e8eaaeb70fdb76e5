// Publishing to the reference engine, where every step can be counted and broken.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type PublishResult, publish } from "../../src/store/publish.ts";
import { manifestKey, POINTER_KEY, type Release } from "../../src/store/release.ts";
import { StoreError } from "../../src/store/store.ts";
import { createMapEngine, keysAsked } from "./map-engine.ts";
import {
  currentOf,
  engineWith,
  type FourReleases,
  idOf,
  isWhole,
  makeReleases,
  options,
  packsAndChunks,
} from "./publishing.ts";

let releases: FourReleases;
let a: Release;
let b: Release;
let c: Release;
let d: Release;

beforeAll(() => {
  releases = makeReleases();
  ({ a, b, c, d } = releases);
});

afterAll(() => releases?.remove());

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

  it("writes every value once where listings are late, because writes are counted", async () => {
    const engine = await engineWith(a);
    const before = [...engine.values.keys()];
    engine.list = async () => before;
    const { uploaded } = await publish(engine, b, options(1));
    const writes = packsAndChunks(keysAsked(engine, "write"));
    expect(writes).toHaveLength(uploaded);
    expect(new Set(writes).size).toBe(uploaded);
    expect(packsAndChunks(keysAsked(engine, "read"))).toHaveLength(uploaded);
    expect(await isWhole(engine, b)).toBe(true);
  });

  it.each([manifestKey("").slice(0, -1), POINTER_KEY])(
    "puts back what somebody removed while it was writing %s",
    async (moment) => {
      const engine = await engineWith(a);
      engine.before = (operation) => {
        if (operation.startsWith(`write ${moment}`))
          for (const key of a.values.keys()) engine.values.delete(key);
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
