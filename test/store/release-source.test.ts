// The source of snapshots over a key-value engine: how often it reads, what it keeps, and how it comes to a new release.
import { describe, expect, it } from "vitest";
import { contentHash } from "../../src/store/content-hash.ts";
import { formatManifest, manifestKey, POINTER_KEY } from "../../src/store/release.ts";
import {
  bodyOf,
  type CountingEngine,
  countingEngine,
  packKeyOf,
  publishTo,
  sampleRelease,
} from "./counting-engine.ts";
import {
  ask,
  damage,
  elsewhere,
  first,
  flipLast,
  NAMES,
  openSource,
  REFRESH_MS,
  second,
  textOf,
} from "./open-source.ts";

describe("reads", () => {
  it("three values when cold: pointer, manifest and one pack", async () => {
    const engine = countingEngine(first);
    const { source } = openSource(engine);
    expect(await ask(source, "DL")).toBe(bodyOf("first-1", "DL"));
    expect(engine.reads).toEqual([POINTER_KEY, manifestKey("first-1"), packKeyOf(first, "DL")]);
  });

  it("nothing when warm, and answers without a promise", async () => {
    const engine = countingEngine(first);
    const { source } = openSource(engine);
    await ask(source, "DL");
    engine.reads.length = 0;
    const snapshot = source.current();
    if (snapshot instanceof Promise) throw new Error("a known snapshot came as a promise");
    const answer = snapshot.find(["airlines/DL"]);
    if (answer instanceof Promise) throw new Error("a warm pack came as a promise");
    expect(textOf(answer)).toBe(bodyOf("first-1", "DL"));
    expect(snapshot.find(["airlines/NOBODY", "airlines/DL"])).not.toBeNull();
    expect(engine.reads.filter((key) => key === packKeyOf(first, "DL"))).toEqual([]);
  });

  it("one value for another pack", async () => {
    const engine = countingEngine(first);
    const { source } = openSource(engine);
    await ask(source, "DL");
    engine.reads.length = 0;
    const other = elsewhere("DL");
    expect(await ask(source, other)).toBe(bodyOf("first-1", other));
    expect(await ask(source, other)).toBe(bodyOf("first-1", other));
    expect(engine.reads).toEqual([packKeyOf(first, other)]);
  });

  it("one value however many wait for it, from the very first request on", async () => {
    const engine = countingEngine(first);
    const { source } = openSource(engine);
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask(source, "DL")));
    expect(new Set(answers)).toEqual(new Set([bodyOf("first-1", "DL")]));
    expect(engine.reads).toHaveLength(3);
  });

  it("nothing anew for a pack that the next release has too", async () => {
    const engine = countingEngine(first);
    const { source, clock, settle } = openSource(engine);
    await ask(source, "DL");
    const manifest = { ...first.manifest, snapshot: "later-9" };
    const bytes = formatManifest(manifest);
    const values = new Map([...first.values, [manifestKey("later-9"), bytes]]);
    publishTo(engine, { manifest, manifestHash: contentHash(bytes), values });
    clock.now += REFRESH_MS;
    source.current();
    await settle();
    engine.reads.length = 0;
    expect((await source.current()).id).toBe("later-9");
    expect(await ask(source, "DL")).toBe(bodyOf("first-1", "DL"));
    expect(engine.reads).toEqual([]);
  });

  it("in the right pack whatever separators an identifier has", async () => {
    const release = sampleRelease("marks-1", ["G-XLEA", "-GXLEA", "GXLEA"], { packs: 64 });
    const engine = countingEngine(release);
    const { source } = openSource(engine);
    const snapshot = await source.current();
    expect(await snapshot.find(["airlines/GX-LEA", "airlines/-GXLEA"])).not.toBeNull();
    expect(engine.reads).toHaveLength(3);
  });
});

describe("the pack cache", () => {
  const sizeOf = (name: string) => first.values.get(packKeyOf(first, name))?.length ?? 0;
  const [a, b, c] = [...new Map(NAMES.map((name) => [packKeyOf(first, name), name])).values()] as [
    string,
    string,
    string,
  ];

  it("lets the pack go that was unused for longest", async () => {
    const engine = countingEngine(first);
    const { source } = openSource(engine, {
      cacheBytes: Math.max(sizeOf(a) + sizeOf(b), sizeOf(a) + sizeOf(c)),
    });
    await ask(source, a);
    await ask(source, b);
    await ask(source, a);
    await ask(source, c);
    engine.reads.length = 0;
    await ask(source, a);
    expect(engine.reads).toEqual([]);
    await ask(source, b);
    expect(engine.reads).toEqual([packKeyOf(first, b)]);
  });

  it("never holds more than its bytes, not even for one large pack", async () => {
    const engine = countingEngine(first);
    const cacheBytes = sizeOf(a) + sizeOf(b) - 1;
    const { source } = openSource(engine, { cacheBytes });
    for (const name of [...NAMES, ...NAMES]) {
      expect(await ask(source, name)).toBe(bodyOf("first-1", name));
      expect(source.contents().bytes).toBeLessThanOrEqual(cacheBytes);
    }
    const tiny = openSource(engine, { cacheBytes: 10 });
    expect(await ask(tiny.source, a)).toBe(bodyOf("first-1", a));
    expect(tiny.source.contents()).toEqual({ packs: 0, bytes: 0 });
  });
});

describe("a new release", () => {
  it("is looked for in the background once the pointer has aged, never before", async () => {
    const engine = countingEngine(first);
    const { source, clock, settle, swaps } = openSource(engine);
    await ask(source, "DL");
    publishTo(engine, second);
    engine.reads.length = 0;
    clock.now += REFRESH_MS - 1;
    expect(source.current()).toMatchObject({ id: "first-1" });
    expect(engine.reads).toEqual([]);
    clock.now += 1;
    expect(source.current()).toMatchObject({ id: "first-1" });
    expect(source.current()).toMatchObject({ id: "first-1" });
    await settle();
    expect(engine.reads).toEqual([POINTER_KEY, manifestKey("second-2")]);
    expect(source.current()).toMatchObject({ id: "second-2" });
    expect(await ask(source, "DL")).toBe(bodyOf("second-2", "DL"));
    expect(swaps).toEqual(["first-1 second-2"]);
  });

  it("costs one read of the pointer where nothing is new", async () => {
    const engine = countingEngine(first);
    const { source, clock, settle, swaps } = openSource(engine);
    await ask(source, "DL");
    engine.reads.length = 0;
    clock.now += REFRESH_MS;
    source.current();
    await settle();
    expect(engine.reads).toEqual([POINTER_KEY]);
    expect(swaps).toEqual([]);
  });

  it("does not reach a request that began before it", async () => {
    const engine = countingEngine(first);
    const { source } = openSource(engine);
    const held = await source.current();
    publishTo(engine, second);
    await source.refresh();
    expect((await source.current()).id).toBe("second-2");
    expect(textOf(await held.find(["airlines/DL"]))).toBe(bodyOf("first-1", "DL"));
    expect(held.id).toBe("first-1");
  });

  it.each<[string, (engine: CountingEngine) => void]>([
    ["its manifest is missing", ({ values }) => values.delete(manifestKey("second-2"))],
    [
      "its manifest is cut short",
      (engine) => damage(engine, manifestKey("second-2"), (bytes) => bytes.subarray(9)),
    ],
    ["its manifest has a wrong byte", (engine) => damage(engine, manifestKey("second-2"), flipLast)],
    [
      "another manifest lies in its place",
      ({ values }) =>
        values.set(manifestKey("second-2"), first.values.get(manifestKey("first-1")) as Uint8Array),
    ],
  ])("is refused where %s; the old one keeps serving until it is mended", async (_reason, spoil) => {
    const engine = countingEngine(first);
    const { source, errors } = openSource(engine);
    await ask(source, "DL");
    publishTo(engine, second);
    spoil(engine);
    await source.refresh();
    await source.refresh();
    expect(await ask(source, "DL")).toBe(bodyOf("first-1", "DL"));
    expect(source.state()).toEqual({ unreachableSince: null, refused: "second-2" });
    expect(errors).toHaveLength(1);
    publishTo(engine, second);
    await source.refresh();
    expect(await ask(source, "DL")).toBe(bodyOf("second-2", "DL"));
    expect(source.state()).toEqual({ unreachableSince: null, refused: null });
  });

  it.each([
    ["is gone", null],
    ["is damaged", "not a pointer"],
  ])("is not looked for further where the pointer %s", async (_reason, text) => {
    const engine = countingEngine(first);
    const { source, errors } = openSource(engine);
    await ask(source, "DL");
    if (text === null) engine.values.delete(POINTER_KEY);
    else engine.values.set(POINTER_KEY, Buffer.from(text));
    await source.refresh();
    expect(await ask(source, "DL")).toBe(bodyOf("first-1", "DL"));
    expect(errors).toHaveLength(1);
  });

  it("is found once there is one, where nothing was published before", async () => {
    const engine = countingEngine();
    const { source } = openSource(engine);
    await expect(source.current()).rejects.toThrow(/nothing is published here yet/);
    publishTo(engine, first);
    expect(await ask(source, "DL")).toBe(bodyOf("first-1", "DL"));
  });
});
