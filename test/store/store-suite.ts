// One suite for every store. `snapshotSuite`: what a request sees, on the pack file as on any engine. `engineSuite`:
// what publishing relies on, on every key-value engine. An engine joins by calling both with a way to open it.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { StoredAnswer } from "../../src/snapshot/format.ts";
import type { Manifest } from "../../src/snapshot/manifest.ts";
import { openSnapshot } from "../../src/store/pack-file-store.ts";
import { publish } from "../../src/store/publish.ts";
import {
  CHUNK_BYTES,
  type Release,
  type ReleaseReader,
  type ReleaseWriter,
} from "../../src/store/release.ts";
import { openReleaseSource } from "../../src/store/release-source.ts";
import { listReleases, rollback } from "../../src/store/rollback.ts";
import type { Snapshot, SnapshotSource } from "../../src/store/store.ts";
import { spell } from "../snapshot/sample-packs.ts";
import {
  pseudoRandom,
  releaseOf,
  SAMPLE_RECORDS,
  sampleAddress,
  sampleMark,
  sampleRelease,
  writeSampleSnapshot,
} from "./sample-snapshot.ts";

export interface OpenEngine {
  readonly writer: ReleaseWriter;
  /** What a server or a worker reads with; the same engine. */
  readonly reader: ReleaseReader;
  close(): Promise<void>;
}

/** How the snapshot in a data folder comes to be served by the store under test. */
export type ServeSnapshot = (
  dataFolder: string,
  manifest: Manifest,
) => Promise<{ readonly source: SnapshotSource; close(): Promise<void> }>;

/** Longer than one chunk, so that a download travels in several. */
const DOWNLOAD_BYTES = CHUNK_BYTES + 12_345;

export function snapshotSuite(name: string, serve: ServeSnapshot): void {
  describe(`${name} as a store of snapshots`, () => {
    let folder = "";
    let manifest: Manifest;
    let snapshot: Snapshot;
    let served: Awaited<ReturnType<ServeSnapshot>>;

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), "fleet-store-"));
      manifest = writeSampleSnapshot(folder, { version: "a", downloadBytes: DOWNLOAD_BYTES });
      served = await serve(folder, manifest);
      snapshot = await served.source.current();
    });

    afterAll(async () => {
      served?.source.close();
      await served?.close();
      rmSync(folder, { recursive: true, force: true });
    });

    it("names the snapshot that was built", () => {
      expect(snapshot.id).toBe(manifest.snapshot);
    });

    it("answers every identifier of every record exactly as the pack file does", async () => {
      const original = openSnapshot(folder, manifest.snapshot);
      const wrong: string[] = [];
      for (let at = 0; at < SAMPLE_RECORDS; at++) {
        const mark = sampleMark(at);
        const compact = mark.replace("-", "");
        for (const identifier of [mark, compact, `-${compact}`, sampleAddress(at)]) {
          const key = `airframes/${identifier}`;
          const found = await snapshot.find([key]);
          const wanted = spell(original.pack.find([key]) as StoredAnswer);
          if (found === null || spell(found) !== wanted) wrong.push(key);
        }
      }
      original.close();
      expect(wrong).toEqual([]);
    });

    it("finds the first of several keys, whichever packs they lie in", async () => {
      const keys = [
        `airframes/${sampleMark(9_999)}`,
        `airframes/${sampleAddress(7)}`,
        `airframes/${sampleMark(8)}`,
      ];
      const found = await snapshot.find(keys);
      expect(found?.canonical).toBe(`/api/v1/airframes/${sampleMark(7)}`);
    });

    it("says null, and nothing else, for what nobody carries", async () => {
      for (const key of [
        "airframes/NOBODY",
        "airlines/ZZ-0001",
        "__proto__",
        "page/",
        "airframes/",
        "x".repeat(250),
      ]) {
        expect(await snapshot.find([key])).toBeNull();
      }
      expect(await snapshot.find([])).toBeNull();
    });

    it("gives a download of several megabytes byte for byte, and as often as it is asked for", async () => {
      for (let times = 0; times < 2; times++) {
        const file = await snapshot.download("airframes.ndjson.gz");
        expect(file).toMatchObject({ contentType: "application/gzip", bytes: DOWNLOAD_BYTES });
        expect(file?.etag).toBe(manifest.downloads[0]?.sha256.slice(0, 32));
        expect(file?.lastModified).toBe("Sun, 15 Nov 2026 00:00:00 GMT");
        const parts: Uint8Array[] = [];
        for await (const part of file?.open() ?? []) parts.push(part);
        expect(Buffer.concat(parts).equals(pseudoRandom("a", DOWNLOAD_BYTES))).toBe(true);
      }
      expect(await snapshot.download("nothing.csv.gz")).toBeNull();
      expect(await snapshot.download("../manifest.json")).toBeNull();
    });
  });
}

export function engineSuite(name: string, open: () => Promise<OpenEngine>): void {
  describe(name, () => {
    let opening: Promise<OpenEngine> | undefined;
    const openOnce = () => {
      opening ??= open();
      return opening;
    };
    afterAll(async () => (await opening)?.close());
    engineTests(name, openOnce);
    snapshotSuite(name, async (dataFolder, manifest) => {
      const { writer, reader } = await openOnce();
      await publish(writer, releaseOf(dataFolder, manifest), { keep: 3, now: Date.now });
      return { source: openReleaseSource(reader, { now: Date.now }), close: async () => {} };
    });
  });
}

function engineTests(name: string, open: () => Promise<OpenEngine>): void {
  describe(`${name} as an engine`, () => {
    let engine: OpenEngine;
    let folder = "";
    let a: Release;
    let b: Release;
    const now = () => Date.UTC(2026, 10, 15);
    const idOf = (release: Release) => release.manifest.snapshot;

    beforeAll(async () => {
      engine = await open();
      folder = mkdtempSync(join(tmpdir(), "fleet-engine-"));
      a = sampleRelease(folder, { version: "a", records: 500 });
      b = sampleRelease(folder, { version: "b", records: 500, changed: 1 });
    });

    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    it("gives back every byte that was written, for the reader as for the writer", async () => {
      const values = new Map<string, Uint8Array>([
        ["fleet-test-all-bytes", Uint8Array.from({ length: 256 }, (_, at) => at)],
        ["fleet-test-one-byte", Uint8Array.of(0)],
        ["fleet-test-large", pseudoRandom("large", CHUNK_BYTES)],
      ]);
      await engine.writer.write(values);
      for (const [key, bytes] of values) {
        for (const side of [engine.writer, engine.reader]) {
          expect(Buffer.compare((await side.read(key)) as Uint8Array, bytes)).toBe(0);
        }
      }
    });

    it("replaces a value that is written again", async () => {
      await engine.writer.write(new Map([["fleet-test-again", Buffer.from("first, and longer")]]));
      await engine.writer.write(new Map([["fleet-test-again", Buffer.from("second")]]));
      expect(Buffer.from((await engine.writer.read("fleet-test-again")) as Uint8Array).toString()).toBe(
        "second",
      );
    });

    it("says null for a key that is not there", async () => {
      expect(await engine.writer.read("fleet-test-absent")).toBeNull();
      expect(await engine.reader.read("fleet-test-never")).toBeNull();
    });

    it("lists every key once, also past one page of a listing", async () => {
      const keys = Array.from({ length: 1_100 }, (_, at) => `fleet-list-${at}`);
      await engine.writer.write(new Map(keys.map((key) => [key, Buffer.from(key)])));
      const listed = (await engine.writer.list()).filter((key) => key.startsWith("fleet-list-"));
      expect([...listed].sort()).toEqual([...keys].sort());
      await engine.writer.remove(keys);
      expect((await engine.writer.list()).filter((key) => key.startsWith("fleet-list-"))).toEqual([]);
    });

    it("removes what it is told to, and does not mind what is gone already", async () => {
      await engine.writer.write(new Map([["fleet-test-gone", Buffer.from("x")]]));
      await engine.writer.remove(["fleet-test-gone", "fleet-test-never-there"]);
      await engine.writer.remove([]);
      expect(await engine.writer.read("fleet-test-gone")).toBeNull();
    });

    it("takes a release, then the changes of the next one, and goes back", async () => {
      const options = { keep: 3, now };
      expect((await publish(engine.writer, a, options)).uploaded).toBe(a.values.size);
      expect((await publish(engine.writer, a, options)).uploaded).toBe(0);
      const changed = [...b.values.keys()].filter((key) => !a.values.has(key)).length;
      expect((await publish(engine.writer, b, options)).uploaded).toBe(changed);
      expect(await rollback(engine.writer, options)).toEqual({ from: idOf(b), to: idOf(a) });
      const listed = await listReleases(engine.writer, now());
      expect(listed.map(({ id, current, missing }) => [id, current, missing]).sort()).toEqual(
        [
          [idOf(a), true, 0],
          [idOf(b), false, 0],
        ].sort(),
      );
    });
  });
}
