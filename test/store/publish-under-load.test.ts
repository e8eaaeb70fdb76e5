// Publishing to a real Redis while requests run against it: readers never notice a killed publisher, two of them, a
// rollback or cleaning up. Every answer is checked to be whole and of one release.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createHandler } from "../../src/http/handler.ts";
import { publish } from "../../src/store/publish.ts";
import { openRedisReader, openRedisWriter, type RedisReader } from "../../src/store/redis-store.ts";
import type { Release, ReleaseWriter } from "../../src/store/release.ts";
import { openReleaseSource, type ReleaseSource } from "../../src/store/release-source.ts";
import { listReleases, rollback } from "../../src/store/rollback.ts";
import { type RedisServer, redisMissing, startRedis, until } from "./redis-servers.ts";
import { type Load, startLoad } from "./request-load.ts";
import { releaseOf, sampleRelease, writeSampleSnapshot } from "./sample-snapshot.ts";

const RECORDS = 240;
/** One pack: nearly every request has to ask Redis. */
const CACHE_BYTES = 200_000;
const REFRESH_MS = 100;
const KILLS = 20;

describe.skipIf(redisMissing)("publishing while 250 requests a second are answered", () => {
  let folder = "";
  let server: RedisServer;
  let writer: ReleaseWriter;
  let reader: RedisReader;
  let source: ReleaseSource;
  const versions = new Map<string, string>();
  let load: Load;
  let a: Release;
  let b: Release;
  const options = { keep: 2, now: Date.now };
  const idOf = (release: Release) => release.manifest.snapshot;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "fleet-load-"));
    server = await startRedis();
    writer = openRedisWriter(server.url);
    reader = openRedisReader(server.url);
    const sample = (version: string) => {
      const release = sampleRelease(folder, { version, records: RECORDS });
      versions.set(idOf(release), version);
      return release;
    };
    [a, b] = [sample("a"), sample("b")];
    await publish(writer, a, options);
    source = openReleaseSource(reader, { now: Date.now, refreshMs: REFRESH_MS, cacheBytes: CACHE_BYTES });
    const handler = createHandler({ source, now: () => performance.now(), report: () => {} });
    load = startLoad({ handler, perSecond: 250, records: RECORDS, versions });
  });

  afterAll(async () => {
    await load?.stop();
    source?.close();
    await reader?.close();
    await writer?.close();
    await server?.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  const expectNoTrouble = () => {
    expect(load.wrong).toEqual([]);
    expect(load.counts.unavailable).toBe(0);
    expect(load.mark().ok).toBeGreaterThan(0);
  };

  /** How long it takes until an answer comes from the release. */
  const seenAfter = async (id: string) => {
    const started = performance.now();
    await until(async () => (await source.current()).id === id, 5_000);
    return performance.now() - started;
  };

  it("shows a new release within the time between two looks at the pointer, and the old one after a rollback", async () => {
    for (let round = 0; round < 3; round++) {
      await publish(writer, b, options);
      expect(await seenAfter(idOf(b))).toBeLessThan(REFRESH_MS + 900);
      expect(await rollback(writer, options)).toEqual({ from: idOf(b), to: idOf(a) });
      expect(await seenAfter(idOf(a))).toBeLessThan(REFRESH_MS + 900);
      await publish(writer, b, options);
      await publish(writer, a, options);
    }
    await until(() => load.releases.length === 2);
    expectNoTrouble();
  });

  it(`is never noticed when the publisher is killed, at ${KILLS} points, and the next publish finishes`, async () => {
    const program = join(folder, "publisher.cjs");
    await build({
      entryPoints: [join(import.meta.dirname, "publisher-process.ts")],
      outfile: program,
      bundle: true,
      platform: "node",
      format: "cjs",
      logLevel: "error",
    });
    const data = join(folder, "killed");
    const run = async (killAt: number) => {
      const child = spawn(process.execPath, [program, server.url, data, `${killAt}`], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      let said = "";
      child.stdout.on("data", (text) => {
        said += text;
      });
      const [code, signal] = await once(child, "close");
      return { code, signal, operations: Number(said) };
    };
    const fresh = (round: number) => {
      const manifest = writeSampleSnapshot(data, { version: `kill ${round}`, records: RECORDS });
      versions.set(manifest.snapshot, `kill ${round}`);
      return manifest;
    };
    fresh(0);
    const { code, operations } = await run(0);
    expect(code).toBe(0);
    for (let round = 1; round <= KILLS; round++) {
      const manifest = fresh(round);
      // Spread over the whole course of a publish, the steps that are left over by rounding chosen by the round.
      const killAt = 1 + Math.floor(((round - 1 + ((round * 7) % 10) / 10) / KILLS) * operations);
      expect((await run(killAt)).signal).toBe("SIGKILL");
      const result = await publish(writer, releaseOf(data, manifest), options);
      expect(result.current).toBe(manifest.snapshot);
    }
    expectNoTrouble();
    for (const { current, missing } of await listReleases(writer, Date.now())) {
      if (current) expect(missing).toBe(0);
    }
    // Twenty processes take ten seconds on an idle machine and longer on a busy one.
  }, 120_000);

  it("ends with one whole release or the other when two publish at once", async () => {
    const other = openRedisWriter(server.url);
    for (let round = 0; round < 3; round++) {
      await Promise.all([publish(writer, a, options), publish(other, b, options)]);
      const releases = await listReleases(writer, Date.now());
      const current = releases.find((release) => release.current);
      expect([idOf(a), idOf(b)]).toContain(current?.id);
      expect(current?.missing).toBe(0);
    }
    await other.close();
    expectNoTrouble();
  });

  it("goes on while everything but the current release is cleaned up", async () => {
    await publish(writer, a, options);
    await seenAfter(idOf(a));
    const { collected } = await publish(writer, a, {
      keep: 1,
      graceMs: 0,
      now: () => Date.now() + 7 * 3_600_000,
    });
    expect(collected.releases.length).toBeGreaterThan(3);
    const listed = await listReleases(writer, Date.now());
    expect(listed.map(({ id, missing }) => [id, missing])).toEqual([[idOf(a), 0]]);
    const before = load.counts.ok;
    await until(() => load.counts.ok > before + 50);
    expectNoTrouble();
  });
});
