// Profiles to a snapshot on disk: validate against the contract, serialise, hash, resolve keys, write the pack, the
// downloads and the manifest, then make it current. It completes, or it leaves everything as it was.
import { createHash } from "node:crypto";
import { closeSync, fsyncSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, crc32, gzipSync, constants as zlib } from "node:zlib";
import { columnsOf } from "../contract/columns.ts";
import type { Collection } from "../contract/endpoints.ts";
import { RESOURCES } from "../contract/resources.ts";
import type { Profile } from "../model/profile.ts";
import { createDownloadWriter, writeTextDownload } from "./downloads.ts";
import { activateSnapshot, createBuildFolder, DOWNLOADS_FOLDER, PACK_FILE } from "./folder.ts";
import { HEADER_BYTES, pageKey } from "./format.ts";
import { type Collision, resolveKeys } from "./keys.ts";
import {
  type DownloadNote,
  type Manifest,
  type ManifestContent,
  nameManifest,
  type SourceNote,
} from "./manifest.ts";
import { createPackWriter, type PackRecord, type PackWriter } from "./pack-writer.ts";

export interface Page {
  readonly path: string;
  readonly contentType: string;
  readonly body: string;
}

export interface SnapshotInput {
  readonly profiles: Readonly<Record<Collection, readonly Profile<object>[]>>;
  readonly sources: readonly SourceNote[];
  readonly dataDate: string;
  readonly inputs: string;
  readonly report: unknown;
  readonly notices: readonly { readonly name: string; readonly text: string }[];
  /** Pages beside the API; they may show anything of the manifest, its name included. */
  readonly pages: (manifest: Manifest) => readonly Page[];
}

export type Progress = (stage: string, done: number, total: number) => void;

export class SnapshotError extends Error {
  override readonly name = "SnapshotError";
}

/** Below one network packet a coded body saves nothing. */
const COMPRESS_FROM_BYTES = 1_400;
/** Quality 5 takes 0.3 ms for an airport, 11 takes 10; the gain is a tenth. */
const BROTLI = {
  params: {
    [zlib.BROTLI_PARAM_QUALITY]: 5,
    // A window of 256 kB holds any record; the default of 4 MB is allocated anew for each.
    [zlib.BROTLI_PARAM_LGWIN]: 18,
  },
};
const SHOWN_COLLISIONS = 20;
const REPORT_EVERY = 500;

export async function buildSnapshot(
  dataFolder: string,
  input: SnapshotInput,
  progress: Progress,
): Promise<Manifest> {
  const folder = createBuildFolder(dataFolder);
  try {
    const file = openPack(join(folder, PACK_FILE));
    const written = await writeCollections(input, file.writer, join(folder, DOWNLOADS_FOLDER), progress);
    const notices = input.notices.map(({ name, text }) =>
      writeTextDownload(join(folder, DOWNLOADS_FOLDER), name, text),
    );
    const manifest = nameManifest({
      dataDate: input.dataDate,
      sources: input.sources,
      counts: written.counts,
      keyCount: written.keyCount,
      collisions: summarise(written.collisions),
      contentHash: written.contentHash,
      downloads: [...written.downloads, ...notices],
      inputs: input.inputs,
    });
    for (const page of input.pages({ ...manifest, report: input.report, pack: NO_PACK })) {
      file.writer.add(toPageRecord(page, manifest.dataDate));
    }
    const whole: Manifest = { ...manifest, report: input.report, pack: file.finish() };
    activateSnapshot(dataFolder, folder, whole);
    return whole;
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

const NO_PACK = { name: PACK_FILE, bytes: 0, sha256: "" };

interface Written {
  readonly counts: Record<string, number>;
  readonly collisions: Record<string, readonly Collision[]>;
  readonly downloads: DownloadNote[];
  readonly keyCount: number;
  readonly contentHash: string;
}

async function writeCollections(
  input: SnapshotInput,
  writer: PackWriter,
  downloadsFolder: string,
  progress: Progress,
): Promise<Written> {
  const counts: Record<string, number> = {};
  const collisions: Record<string, readonly Collision[]> = {};
  const downloads: DownloadNote[] = [];
  const hash = createHash("sha256");
  let keyCount = 0;
  for (const { collection, record, wrap } of RESOURCES) {
    const profiles = input.profiles[collection];
    const resolved = resolveKeys(collection, profiles);
    const [before, after] = envelopeAround(wrap);
    const download = createDownloadWriter(downloadsFolder, collection, columnsOf(record));
    for (let at = 0; at < profiles.length; at++) {
      if (at % REPORT_EVERY === 0) {
        progress(collection, at, profiles.length);
        await download.ready();
      }
      const profile = profiles[at] as Profile<object>;
      const keys = resolved.keysOf(at);
      const checked = record.safeParse(profile.data);
      if (!checked.success) throw refusal(collection, profile.canonical, checked.error);
      const json = JSON.stringify(checked.data);
      download.add(checked.data as Record<string, unknown>, json);
      const entry = toRecord(before + json + after, keys, resolved.pathOf(at), profile.updatedAt);
      hash.update(`${entry.etag} ${keys.map(({ key, related }) => `${key}>${related.join()}`).join(" ")}\n`);
      keyCount += keys.length;
      writer.add(entry);
    }
    progress(collection, profiles.length, profiles.length);
    counts[collection] = profiles.length;
    collisions[collection] = resolved.collisions;
    downloads.push(...(await download.finish()));
  }
  return { counts, collisions, downloads, keyCount, contentHash: hash.digest("hex") };
}

function refusal(
  collection: string,
  canonical: string,
  error: { readonly issues: readonly { readonly path: PropertyKey[]; readonly message: string }[] },
): SnapshotError {
  const [issue] = error.issues;
  const where = `${collection}/${canonical}${issue === undefined ? "" : ` at ${issue.path.join(".")}`}`;
  return new SnapshotError(`${where}: does not fit the contract: ${issue?.message}`, { cause: error });
}

/** The envelope's text on both sides of the record, so that each record is serialised once, not twice. */
function envelopeAround(wrap: (data: unknown) => object): readonly [string, string] {
  const place = "the record";
  const [before = "", after = ""] = JSON.stringify(wrap(place)).split(JSON.stringify(place));
  return [before, after];
}

function toRecord(
  answer: string,
  keys: PackRecord["keys"],
  canonical: string,
  updatedAt: string,
): PackRecord {
  return { keys, canonical, contentType: "application/json", ...coded(Buffer.from(answer), updatedAt) };
}

function toPageRecord(page: Page, dataDate: string): PackRecord {
  const body = Buffer.from(page.body);
  const keys = [{ key: pageKey(page.path), related: [] }];
  return { keys, canonical: "", contentType: page.contentType, ...coded(body, `${dataDate}T00:00:00Z`) };
}

function coded(
  body: Buffer,
  updatedAt: string,
): Pick<PackRecord, "etag" | "lastModified" | "identity" | "gzip" | "brotli"> {
  const large = body.length >= COMPRESS_FROM_BYTES;
  return {
    etag: createHash("sha256").update(body).digest("hex").slice(0, 20),
    lastModified: new Date(updatedAt).toUTCString(),
    identity: body,
    gzip: large ? gzipSync(body, { level: 6 }) : null,
    brotli: large ? brotliCompressSync(body, BROTLI) : null,
  };
}

function openPack(path: string) {
  const descriptor = openSync(path, "w");
  const hash = createHash("sha256");
  let chunks: Uint8Array[] = [];
  let pending = 0;
  let bytes = HEADER_BYTES;
  writeSync(descriptor, new Uint8Array(HEADER_BYTES));
  const flush = () => {
    const block = Buffer.concat(chunks);
    hash.update(block);
    for (let at = 0; at < block.length; ) at += writeSync(descriptor, block, at);
    chunks = [];
    pending = 0;
  };
  const writer = createPackWriter((part) => {
    chunks.push(part);
    pending += part.length;
    bytes += part.length;
    if (pending >= 1 << 20) flush();
  }, crc32);
  return {
    writer,
    finish() {
      const header = writer.finish();
      flush();
      writeSync(descriptor, header, 0, header.length, 0);
      fsyncSync(descriptor);
      closeSync(descriptor);
      return { name: PACK_FILE, bytes, sha256: hash.update(header).digest("hex") };
    },
  };
}

function summarise(collisions: Record<string, readonly Collision[]>): ManifestContent["collisions"] {
  return Object.fromEntries(
    Object.entries(collisions).map(([collection, all]) => [
      collection,
      { count: all.length, examples: all.slice(0, SHOWN_COLLISIONS).map(describeCollision) },
    ]),
  );
}

function describeCollision({ identifier, winner, others }: Collision): string {
  return `${identifier}: ${winner ?? "nobody"} before ${others.join(", ")}`;
}
