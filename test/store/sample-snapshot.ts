// A small snapshot on a real disk, made by the real writers: enough records for a dozen packs, every body naming the
// version it belongs to, so that an answer that mixes two releases gives itself away.
import { createCipheriv, createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { crc32, gzipSync } from "node:zlib";
import {
  activateSnapshot,
  createBuildFolder,
  DOWNLOADS_FOLDER,
  PACK_FILE,
  snapshotsFolder,
} from "../../src/snapshot/folder.ts";
import { type Manifest, nameManifest } from "../../src/snapshot/manifest.ts";
import { createPackWriter, type PackRecord } from "../../src/snapshot/pack-writer.ts";
import { openSnapshot } from "../../src/store/pack-file-store.ts";
import type { Release } from "../../src/store/release.ts";
import { toRelease } from "../../src/store/snapshot-release.ts";

export interface SampleOptions {
  readonly version: string;
  readonly records?: number;
  /** How many records differ from other versions; all of them where absent. */
  readonly changed?: number;
  readonly downloadBytes?: number;
}

export const SAMPLE_RECORDS = 1_200;

/** Marks of the sample, one per record. */
export function sampleMark(at: number): string {
  return `ZZ-${at.toString().padStart(4, "0")}`;
}

export function sampleAddress(at: number): string {
  return (0xf00000 + at).toString(16).toUpperCase();
}

/** Writes the snapshot and makes it current in the folder. */
export function writeSampleSnapshot(dataFolder: string, options: SampleOptions): Manifest {
  const folder = createBuildFolder(dataFolder);
  const records = [...sampleRecordsOf(options), ...samplePages(options.version)];
  const pack = encode(records);
  writeFileSync(join(folder, PACK_FILE), pack);
  const download = pseudoRandom(options.version, options.downloadBytes ?? 5_000);
  writeFileSync(join(folder, DOWNLOADS_FOLDER, "airframes.ndjson.gz"), download);
  const manifest = nameManifest({
    dataDate: "2026-11-15",
    modifiedAt: "2026-11-15T00:00:00Z",
    sources: [],
    counts: { airframes: records.length },
    keyCount: records.length * 4,
    collisions: {},
    contentHash: sha256(pack),
    downloads: [
      {
        name: "airframes.ndjson.gz",
        bytes: download.length,
        sha256: sha256(download),
        contentType: "application/gzip",
        rows: 1,
      },
    ],
    inputs: options.version,
  });
  const file = { name: PACK_FILE, bytes: pack.length, sha256: sha256(pack) };
  activateSnapshot(dataFolder, folder, { ...manifest, report: null, pack: file });
  return { ...manifest, report: null, pack: file };
}

/** A snapshot of the folder as a release; it stays readable for as long as the process lives. */
export function releaseOf(dataFolder: string, { snapshot }: Manifest): Release {
  const { manifest, pack } = openSnapshot(dataFolder, snapshot);
  const downloadsFolder = join(snapshotsFolder(dataFolder), snapshot, DOWNLOADS_FOLDER);
  return toRelease({ manifest, pack, downloadsFolder });
}

/** Each version has a folder of its own, because a data folder keeps only the last few snapshots. */
export function sampleRelease(folder: string, options: SampleOptions): Release {
  const dataFolder = join(folder, options.version);
  return releaseOf(dataFolder, writeSampleSnapshot(dataFolder, options));
}

function sampleRecordsOf({
  version,
  records = SAMPLE_RECORDS,
  changed = records,
}: SampleOptions): PackRecord[] {
  return Array.from({ length: records }, (_, at) => {
    const mark = sampleMark(at);
    const compact = mark.replace("-", "");
    const data = {
      registration: mark,
      version: at < changed ? version : "any",
      filler: pseudoRandom(mark, 300).toString("hex"),
    };
    const body = Buffer.from(JSON.stringify({ success: true, data }));
    const keys = [mark, compact, `-${compact}`, sampleAddress(at)].map((identifier, place) => ({
      key: `airframes/${identifier}`,
      related: place === 3 && at % 100 === 0 ? [`/api/v1/airframes/${sampleMark(at + 1)}`] : [],
    }));
    return { keys, canonical: `/api/v1/airframes/${mark}`, ...answerParts(body, at % 10 === 0) };
  });
}

function samplePages(version: string): PackRecord[] {
  const body = Buffer.from(JSON.stringify({ snapshot: "sample", version }));
  return [{ keys: [{ key: "page/status", related: [] }], canonical: "", ...answerParts(body, false) }];
}

function answerParts(body: Buffer, coded: boolean) {
  return {
    contentType: "application/json",
    etag: sha256(body).slice(0, 20),
    lastModified: "Sun, 15 Nov 2026 00:00:00 GMT",
    identity: body,
    gzip: coded ? gzipSync(body) : null,
    brotli: null,
  };
}

function encode(records: readonly PackRecord[]): Buffer {
  const parts: Uint8Array[] = [];
  const writer = createPackWriter((bytes) => parts.push(bytes), crc32);
  for (const record of records) writer.add(record);
  return Buffer.concat([writer.finish(), ...parts]);
}

/** Bytes that do not compress and are the same at every run. */
export function pseudoRandom(seed: string, length: number): Buffer {
  const key = createHash("sha256").update(seed).digest().subarray(0, 16);
  return createCipheriv("aes-128-ctr", key, Buffer.alloc(16)).update(Buffer.alloc(length));
}

function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
