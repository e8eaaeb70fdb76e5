// A real Redis that is stopped, restarted, slow, frozen or lying, under load: each answer is the right record or a 503
// with Retry-After, never a 404 and never another record, and all is well again by itself afterwards.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createHandler, type Handler } from "../../src/http/handler.ts";
import { publish } from "../../src/store/publish.ts";
import { openRedisReader, openRedisWriter, type RedisReader } from "../../src/store/redis-store.ts";
import {
  manifestKey,
  POINTER_KEY,
  packKey,
  type Release,
  type ReleaseWriter,
} from "../../src/store/release.ts";
import { openReleaseSource, type ReleaseSource } from "../../src/store/release-source.ts";
import { type RedisServer, redisMissing, startRedis, until } from "./redis-servers.ts";
import { type Load, startLoad } from "./request-load.ts";
import { sampleMark, sampleRelease } from "./sample-snapshot.ts";

const RECORDS = 400;
const TIMEOUT_MS = 400;
/** Less than half of the packs: some requests are answered from memory, the others need Redis. */
const CACHE_BYTES = 400_000;

describe.skipIf(redisMissing)("a node on a Redis that", () => {
  let folder = "";
  let server: RedisServer;
  let writer: ReleaseWriter;
  let reader: RedisReader;
  let source: ReleaseSource;
  let handler: Handler;
  let load: Load;
  let release: Release;
  const states: boolean[] = [];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "fleet-faults-"));
    server = await startRedis();
    writer = openRedisWriter(server.url);
    release = sampleRelease(folder, { version: "a", records: RECORDS });
    await publish(writer, release, { keep: 2, now: Date.now });
  });

  afterAll(async () => {
    await writer?.close();
    await server?.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  beforeEach(async () => {
    states.length = 0;
    reader = openRedisReader(server.url, {
      timeoutMs: TIMEOUT_MS,
      onState: (connected) => states.push(connected),
    });
    source = openReleaseSource(reader, { now: Date.now, refreshMs: 50, cacheBytes: CACHE_BYTES });
    handler = createHandler({ source, now: () => performance.now(), report: () => {} });
    const versions = new Map([[release.manifest.snapshot, "a"]]);
    load = startLoad({ handler, perSecond: 200, records: RECORDS, versions });
    // A busy machine may be late with a first answer or two; then all is well.
    await expectRecovery();
  });

  afterEach(async () => {
    await load.stop();
    source.close();
    await reader.close();
    expect(load.wrong).toEqual([]);
  });

  /** Waits until requests that were failing are all answered again. */
  const expectRecovery = async () => {
    await until(async () => {
      load.mark();
      await sleep(200);
      const { ok, unavailable } = load.mark();
      return ok > 20 && unavailable === 0 && source.state().unreachableSince === null;
    }, 15_000);
  };

  const statusOf = async (target: string) => {
    const { status, body } = await handler({ method: "GET", target });
    return { status, body: JSON.parse(Buffer.from(body as Uint8Array | string).toString()) };
  };

  it("is killed and comes back", async () => {
    await server.stop();
    await until(() => load.counts.unavailable > 20);
    load.mark();
    await sleep(400);
    // What is in memory is still served.
    const during = load.mark();
    expect(during.ok).toBeGreaterThan(0);
    expect(during.unavailable).toBeGreaterThan(0);
    expect(source.state().unreachableSince).not.toBeNull();
    expect(JSON.stringify((await statusOf("/healthz")).body)).toContain("unreachable");
    load.slowestMs = 0;
    await sleep(200);
    // No queue of waiting commands: it fails at once.
    expect(load.slowestMs).toBeLessThan(5_000);
    await server.start();
    await expectRecovery();
    expect(states).toEqual([true, false, true]);
  });

  it("is restarted in between without anyone asking for long", async () => {
    await server.stop("SIGTERM");
    await server.start();
    await expectRecovery();
  });

  it("is slow", async () => {
    await server.command("CLIENT", "PAUSE", "600", "ALL");
    await until(() => load.counts.unavailable > 5);
    await expectRecovery();
  });

  it("freezes for long without closing its connections", async () => {
    server.freeze();
    await until(() => load.counts.unavailable > 5);
    // Long enough for the silent connection to be given up.
    await sleep(TIMEOUT_MS * 7);
    server.thaw();
    await expectRecovery();
  });

  it("has lost packs", async () => {
    const packs = release.manifest.packs.map(packKey);
    const kept = new Map<string, Uint8Array>();
    for (const key of packs) kept.set(key, (await writer.read(key)) as Uint8Array);
    await writer.remove(packs);
    await until(() => load.counts.unavailable > 20);
    const missing = await statusOf(`/api/v1/airframes/${sampleMark(0)}`);
    expect([200, 503]).toContain(missing.status);
    await writer.write(kept);
    await expectRecovery();
  });

  it.each([
    ["has swapped packs", (packs: Uint8Array[]) => [...packs.slice(1), packs[0] as Uint8Array]],
    [
      "has cut packs short",
      (packs: Uint8Array[]) => packs.map((bytes) => bytes.subarray(0, bytes.length - 1)),
    ],
    ["has flipped one bit in each pack", (packs: Uint8Array[]) => packs.map(withFlippedBit)],
    ["gives empty packs", (packs: Uint8Array[]) => packs.map(() => new Uint8Array())],
  ])("%s", async (_, lie) => {
    const keys = release.manifest.packs.map(packKey);
    const truth: Uint8Array[] = [];
    for (const key of keys) truth.push((await writer.read(key)) as Uint8Array);
    const toMap = (values: readonly Uint8Array[]) =>
      new Map(keys.map((key, at) => [key, values[at] as Uint8Array]));
    await writer.write(toMap(lie(truth)));
    await until(() => load.counts.unavailable > 20);
    await writer.write(toMap(truth));
    await expectRecovery();
  });

  it.each([
    ["pointer", () => POINTER_KEY],
    ["manifest", () => manifestKey(release.manifest.snapshot)],
  ])("has a wrong %s: what was known before keeps serving", async (_, keyOf) => {
    const key = keyOf();
    const truth = (await writer.read(key)) as Uint8Array;
    load.mark();
    for (const lie of ["", "{}", "20990101-elsewhere 00000000000000000000000000000000\n", "\0\0\0"]) {
      await writer.write(new Map([[key, Buffer.from(lie)]]));
      await sleep(120);
    }
    await writer.remove([key]);
    await sleep(120);
    expect(load.mark().unavailable).toBe(0);
    await writer.write(new Map([[key, truth]]));
    await expectRecovery();
  });

  it("is empty for a node that starts: 503 until something is published, without a restart", async () => {
    const empty = await startRedis();
    const otherReader = openRedisReader(empty.url, { timeoutMs: TIMEOUT_MS });
    const other = openReleaseSource(otherReader, { now: Date.now, refreshMs: 50 });
    const answer = createHandler({ source: other, now: () => 0, report: () => {} });
    const ask = async () =>
      (await answer({ method: "GET", target: `/api/v1/airframes/${sampleMark(1)}` })).status;
    expect(await ask()).toBe(503);
    const otherWriter = openRedisWriter(empty.url);
    await publish(otherWriter, release, { keep: 2, now: Date.now });
    await until(async () => (await ask()) === 200);
    await Promise.all([otherReader.close(), otherWriter.close()]);
    await empty.remove();
  });
});

function withFlippedBit(bytes: Uint8Array): Uint8Array {
  const copy = new Uint8Array(bytes);
  const at = copy.length >> 1;
  copy[at] = (copy[at] as number) ^ 1;
  return copy;
}
