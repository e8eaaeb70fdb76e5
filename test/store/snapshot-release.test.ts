// A snapshot folder as a release: names by content, sizes within limits, the same bytes every time.
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { snapshotsFolder } from "../../src/snapshot/folder.ts";
import type { Manifest } from "../../src/snapshot/manifest.ts";
import { openPackBytes, type PackReader } from "../../src/snapshot/pack-reader.ts";
import type { PackRecord } from "../../src/snapshot/pack-writer.ts";
import { splitPack } from "../../src/snapshot/split.ts";
import {
  CHUNK_BYTES,
  formatManifest,
  isPageKey,
  MAX_PACK_BYTES,
  packHashOf,
  packKey,
  packNumberOfHash,
  parseReleaseManifest,
  routeHash,
} from "../../src/store/release.ts";
import { StoreError } from "../../src/store/store.ts";
import {
  pseudoRandom,
  releaseOf,
  sampleAddress,
  sampleMark,
  writeSampleSnapshot,
} from "./sample-snapshot.ts";

const DOWNLOAD_BYTES = 2 * CHUNK_BYTES + 5;

let folder = "";
let manifest: Manifest;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "fleet-release-"));
  manifest = writeSampleSnapshot(folder, { version: "a", downloadBytes: DOWNLOAD_BYTES });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("a snapshot as a release", () => {
  it("names every value by its content, keeps to the size of a pack, and uses letters, digits and - only", async () => {
    const release = releaseOf(folder, manifest);
    expect(release.manifest.packs.length).toBeGreaterThan(5);
    for (const [key, bytes] of release.values) {
      const value = (await release.read(key)) as Uint8Array;
      expect(value.length).toBe(bytes);
      expect(key).toMatch(/^fleet-(pack|chunk)-[0-9a-f]{32}$/);
      expect(key).toContain(createHash("sha256").update(value).digest("hex").slice(0, 32));
      expect(bytes).toBeLessThanOrEqual(key.includes("pack") ? MAX_PACK_BYTES : CHUNK_BYTES);
    }
    expect(await release.read("fleet-pack-unknown")).toBeNull();
  });

  it("holds every key in the one pack where a reader looks for it, pages apart from records", async () => {
    const release = releaseOf(folder, manifest);
    const keys = ["page/status", `airframes/${sampleMark(3)}`, `airframes/${sampleAddress(3)}`];
    for (const key of keys) {
      const bytes = (await release.read(packKey(packHashOf(release.manifest, key)))) as Uint8Array;
      expect(openPackBytes(bytes, crc32).find([key])).not.toBeNull();
    }
    expect(release.manifest.pagePacks).toContain(packHashOf(release.manifest, "page/status"));
    expect(release.manifest.packs).toContain(packHashOf(release.manifest, keys[1] as string));
  });

  it("keeps all spellings of a mark that one request tries in one pack", () => {
    const release = releaseOf(folder, manifest);
    for (let at = 0; at < 200; at++) {
      const mark = sampleMark(at);
      const compact = mark.replace("-", "");
      const homes = [mark, compact, `-${compact}`].map((each) =>
        packHashOf(release.manifest, `airframes/${each}`),
      );
      expect(new Set(homes).size).toBe(1);
    }
  });

  it("cuts a download into chunks that make it whole again", async () => {
    const release = releaseOf(folder, manifest);
    const [file] = release.manifest.files;
    expect(file?.chunks).toHaveLength(3);
    const parts = await Promise.all((file?.chunks ?? []).map((key) => release.read(key)));
    const whole = Buffer.concat(parts as Uint8Array[]);
    expect(whole.equals(pseudoRandom("a", DOWNLOAD_BYTES))).toBe(true);
  });

  it("is the same, name for name, however often it is made", () => {
    const [one, other] = [releaseOf(folder, manifest), releaseOf(folder, manifest)];
    expect(other.manifest).toEqual(one.manifest);
    expect(parseReleaseManifest(formatManifest(one.manifest))).toEqual(one.manifest);
  });

  it.each([
    ["was changed", (path: string) => writeFileSync(path, pseudoRandom("other", DOWNLOAD_BYTES))],
    ["was cut short", (path: string) => truncateSync(path, 1_000)],
    ["is gone", (path: string) => rmSync(path)],
  ])("is refused where a download %s since the build", (_, harm) => {
    const own = mkdtempSync(join(tmpdir(), "fleet-release-"));
    const harmed = writeSampleSnapshot(own, { version: "b", downloadBytes: DOWNLOAD_BYTES, records: 20 });
    harm(join(snapshotsFolder(own), harmed.snapshot, "data", "airframes.ndjson.gz"));
    expect(() => releaseOf(own, harmed)).toThrow(StoreError);
    rmSync(own, { recursive: true, force: true });
  });
});

describe("the commercial world", () => {
  // What a build from all open upstreams held in November 2026: counts and mean sizes by collection.
  const WORLD = [
    { collection: "airframes", count: 46_142, bytes: 690 },
    { collection: "airports", count: 11_681, bytes: 1_400 },
    { collection: "airlines", count: 6_866, bytes: 210 },
  ] as const;

  it("takes fewer than a thousand keys, a day's writes of a free plan", () => {
    const body = new Uint8Array(2_800);
    const records = function* (): Iterable<PackRecord> {
      for (const { collection, count, bytes } of WORLD) {
        for (let at = 0; at < count; at++) {
          const names = [`${sampleMark(at)}`, sampleMark(at).replace("-", ""), sampleAddress(at)];
          yield {
            keys: names.map((name) => ({ key: `${collection}/${name}`, related: [] })),
            contentType: "application/json",
            etag: "0123456789abcdef0123",
            lastModified: "Sun, 15 Nov 2026 00:00:00 GMT",
            canonical: `/api/v1/${collection}/${sampleMark(at)}`,
            // From nothing to twice the mean.
            identity: body.subarray(0, (at * 7_919) % (2 * bytes)),
            gzip: null,
            brotli: null,
          };
        }
      }
    };
    const { count } = splitPack({ entries: records } as unknown as PackReader, {
      takes: (key) => !isPageKey(key),
      maxBytes: MAX_PACK_BYTES,
      hashOf: routeHash,
      packOf: packNumberOfHash,
      checksum: crc32,
    });
    // Beside them: a few packs of pages, a dozen chunks, manifest, pointer, log and claim.
    expect(count).toBeLessThan(900);
    expect(count).toBeGreaterThan(500);
  });
});
