// The source of snapshots over a key-value engine that loses packs, lies, is silent or out of reach: what is in memory
// keeps answering, the rest is an error, and nothing is ever called absent or taken from two releases.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { manifestKey, POINTER_KEY } from "../../src/store/release.ts";
import { type Download, StoreError } from "../../src/store/store.ts";
import {
  bodyOf,
  type CountingEngine,
  countingEngine,
  packKeyOf,
  pointTo,
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

describe("a listed pack", () => {
  const key = packKeyOf(first, "DL");
  it.each<[string, (engine: CountingEngine) => void]>([
    ["is missing", ({ values }) => values.delete(key)],
    ["is empty", (engine) => damage(engine, key, () => new Uint8Array())],
    ["is cut short", (engine) => damage(engine, key, (bytes) => bytes.subarray(0, bytes.length - 12))],
    ["has a wrong byte", (engine) => damage(engine, key, flipLast)],
    ["is another sound pack", (engine) => damage(engine, key, () => packElsewhere())],
  ])("that %s is an error, never an absence, until it is mended", async (_reason, spoil) => {
    const engine = countingEngine(first);
    const { source } = openSource(engine);
    spoil(engine);
    for (const name of ["DL", "NOBODY-IN-THIS-PACK"]) {
      const asked = name === "DL" ? name : absentIn(key);
      await expect(ask(source, asked)).rejects.toThrow(StoreError);
    }
    publishTo(engine, first);
    expect(await ask(source, "DL")).toBe(bodyOf("first-1", "DL"));
    expect(await ask(source, absentIn(key))).toBeNull();
  });

  it("that is lost makes the source look at the pointer out of turn", async () => {
    const engine = countingEngine(first);
    const { source, clock, settle } = openSource(engine);
    await source.current();
    publishTo(engine, second);
    engine.values.delete(key);
    clock.now += 2_000;
    await expect(ask(source, "DL")).rejects.toThrow(StoreError);
    await settle();
    expect(await ask(source, "DL")).toBe(bodyOf("second-2", "DL"));
  });

  const packElsewhere = () => first.values.get(packKeyOf(first, elsewhere("DL"))) as Uint8Array;
  const absentIn = (pack: string) => {
    for (let n = 0; ; n++) if (packKeyOf(first, `NOBODY${n}`) === pack) return `NOBODY${n}`;
  };
});

describe("an outage", () => {
  it("leaves what is in memory, fails the rest, and is told; it ends by itself", async () => {
    const engine = countingEngine(first);
    const { source, clock, settle, errors } = openSource(engine);
    await ask(source, "DL");
    engine.fault = throwRefused;
    const since = clock.now + REFRESH_MS;
    clock.now = since;
    expect(await ask(source, "DL")).toBe(bodyOf("first-1", "DL"));
    await settle();
    expect(source.state()).toEqual({ unreachableSince: since, refused: null });
    clock.now += REFRESH_MS;
    await expect(ask(source, elsewhere("DL"))).rejects.toThrow(StoreError);
    await settle();
    expect(source.state().unreachableSince).toBe(since);
    expect(errors).toHaveLength(1);
    engine.fault = () => {};
    expect(await ask(source, elsewhere("DL"))).toBe(bodyOf("first-1", elsewhere("DL")));
    expect(source.state()).toEqual({ unreachableSince: null, refused: null });
  });

  it("that the connection tells of is known before anybody asks, and since then", async () => {
    const engine = countingEngine(first);
    const { source, clock } = openSource(engine);
    await ask(source, "DL");
    const since = ++clock.now;
    source.noteLoss();
    clock.now += 500;
    expect(source.state()).toEqual({ unreachableSince: since, refused: null });
    engine.fault = throwRefused;
    await source.refresh();
    expect(source.state().unreachableSince).toBe(since);
    engine.fault = () => {};
    await source.refresh();
    expect(source.state().unreachableSince).toBeNull();
  });

  it("from the start fails every request until it ends", async () => {
    const engine = countingEngine(first);
    engine.fault = throwRefused;
    const { source } = openSource(engine);
    await expect(source.current()).rejects.toThrow(StoreError);
    engine.fault = () => {};
    expect(await ask(source, "DL")).toBe(bodyOf("first-1", "DL"));
  });

  it("in the middle of a new release is not held against that release", async () => {
    const engine = countingEngine(first);
    const { source } = openSource(engine);
    await ask(source, "DL");
    publishTo(engine, second);
    engine.fault = (key) => (key === manifestKey("second-2") ? throwRefused() : undefined);
    await source.refresh();
    expect(source.state()).toMatchObject({ refused: null });
    expect(source.state().unreachableSince).not.toBeNull();
    expect(await ask(source, "DL")).toBe(bodyOf("first-1", "DL"));
  });

  it("that only makes the engine silent ends in an error too", async () => {
    const engine = countingEngine(first);
    const { source } = openSource(engine, { readTimeoutMs: 20 });
    await source.current();
    engine.fault = () => new Promise(() => {});
    await expect(ask(source, "DL")).rejects.toThrow(/no answer within 20 ms/);
    engine.fault = () => {};
    expect(await ask(source, "DL")).toBe(bodyOf("first-1", "DL"));
  });

  it("does not block requests that need no read", async () => {
    const engine = countingEngine(first);
    const { source, clock } = openSource(engine);
    await ask(source, "DL");
    engine.fault = () => new Promise(() => {});
    clock.now += REFRESH_MS * 10;
    for (let n = 0; n < 3; n++) expect(source.current()).not.toBeInstanceOf(Promise);
  });
});

it("hands work that outlives a request to keepAlive, and none of it rejects", async () => {
  const engine = countingEngine(first);
  const { source, clock, kept, settle } = openSource(engine);
  await ask(source, "DL");
  expect(kept.length).toBe(2);
  engine.fault = throwRefused;
  clock.now += REFRESH_MS;
  source.current();
  await ask(source, elsewhere("DL")).catch(() => {});
  expect(kept.length).toBe(4);
  await settle();
});

describe("a download", () => {
  const release = sampleRelease("files-1", ["DL"], {
    files: { "a.ndjson": ["one\n", "two\n", "three\n"], "empty.txt": [] },
  });
  const [, secondChunk] = release.manifest.files[0]?.chunks ?? [];

  it("comes in chunks, in order, with what the manifest says of it", async () => {
    const engine = countingEngine(release);
    const snapshot = await openSource(engine).source.current();
    const file = await snapshot.download("a.ndjson");
    expect(file).toMatchObject({ contentType: "application/x-ndjson", etag: "etag-of-a.ndjson", bytes: 14 });
    expect(await collect(file)).toBe("one\ntwo\nthree\n");
    expect(await collect(await snapshot.download("empty.txt"))).toBe("");
    expect(await snapshot.download("b.ndjson")).toBeNull();
    expect(await snapshot.download("__proto__")).toBeNull();
  });

  it("whose beginning is lost fails before the answer begins, whose middle is lost breaks off", async () => {
    const engine = countingEngine(release);
    const snapshot = await openSource(engine).source.current();
    damage(engine, secondChunk as string, flipLast);
    const file = await snapshot.download("a.ndjson");
    await expect(collect(file)).rejects.toThrow(StoreError);
    engine.values.delete(release.manifest.files[0]?.chunks[0] as string);
    await expect(snapshot.download("a.ndjson")).rejects.toThrow(StoreError);
  });

  async function collect(file: Download | null) {
    let text = "";
    for await (const chunk of file?.open() ?? []) text += Buffer.from(chunk).toString();
    return text;
  }
});

it("never mixes two releases and never invents an absence, whatever happens in whatever order", async () => {
  const third = sampleRelease("third-3", NAMES);
  const releases = [first, second, third];
  const step = fc.oneof(
    fc.record({ do: fc.constant("publish"), which: fc.nat(2) }),
    fc.record({ do: fc.constant("point"), which: fc.nat(2) }),
    fc.record({ do: fc.constant("lose"), which: fc.nat(40) }),
    fc.record({ do: fc.constant("damage"), which: fc.nat(40) }),
    fc.record({ do: fc.constant("wait"), which: fc.nat(2) }),
    fc.record({ do: fc.constant("down"), which: fc.nat(1) }),
    fc.record({ do: fc.constant("ask"), which: fc.nat(NAMES.length - 1) }),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 40 }),
      fc.integer({ min: 1, max: 900 }),
      async (steps, cacheBytes) => {
        const engine = countingEngine(first);
        const { source, clock, settle } = openSource(engine, { cacheBytes });
        for (const { do: act, which } of steps) {
          const release = releases[which % 3] ?? first;
          const key = [...engine.values.keys()][which % engine.values.size] ?? POINTER_KEY;
          if (act === "publish") publishTo(engine, release);
          else if (act === "point") pointTo(engine, release);
          else if (act === "lose") engine.values.delete(key);
          else if (act === "damage" && engine.values.has(key)) damage(engine, key, flipLast);
          else if (act === "wait") clock.now += which * REFRESH_MS;
          else if (act === "down") engine.fault = which === 1 ? throwRefused : () => {};
          else if (act === "ask") await expectSound(source, NAMES[which] ?? "DL");
          if (which % 2 === 0) await settle();
        }
      },
    ),
    { seed: 5, numRuns: 300 },
  );
});

async function expectSound(source: ReturnType<typeof openSource>["source"], name: string): Promise<void> {
  try {
    const snapshot = await source.current();
    expect(textOf(await snapshot.find([`airlines/${name}`]))).toBe(bodyOf(snapshot.id, name));
  } catch (error) {
    expect(error).toBeInstanceOf(StoreError);
  }
}

function throwRefused(): never {
  throw new Error("connection refused");
}
