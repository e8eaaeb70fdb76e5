// A snapshot folder as a release: the values an engine has to hold, each made when asked for, and the manifest that
// names them. Same snapshot, same values, byte for byte.
import { createHash } from "node:crypto";
import { closeSync, openSync, readSync } from "node:fs";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import type { DownloadNote, Manifest } from "../snapshot/manifest.ts";
import type { PackReader } from "../snapshot/pack-reader.ts";
import { type SplitPack, splitPack } from "../snapshot/split.ts";
import { contentHash } from "./content-hash.ts";
import {
  CHUNK_BYTES,
  chunkKey,
  isPageKey,
  MAX_PACK_BYTES,
  packKey,
  packNumberOfHash,
  RELEASE_FORMAT,
  type Release,
  type ReleaseFile,
  routeHash,
} from "./release.ts";
import { StoreError } from "./store.ts";

export interface SnapshotParts {
  readonly manifest: Pick<Manifest, "snapshot" | "modifiedAt" | "counts" | "downloads">;
  readonly pack: PackReader;
  readonly downloadsFolder: string;
}

type MakeValue = () => Uint8Array;

/** Makes every value once to learn its name and forgets it again; `read` makes it anew. */
export function toRelease(
  parts: SnapshotParts,
  onPack: (done: number, total: number) => void = () => {},
): Release {
  const { manifest, pack, downloadsFolder } = parts;
  const makers = new Map<string, MakeValue>();
  const values = new Map<string, number>();
  const add = (key: string, bytes: number, make: MakeValue) => {
    makers.set(key, make);
    values.set(key, bytes);
  };
  const rules = {
    maxBytes: MAX_PACK_BYTES,
    hashOf: routeHash,
    packOf: packNumberOfHash,
    checksum: (bytes: Uint8Array) => crc32(bytes),
  };
  const records = splitPack(pack, { ...rules, takes: (key) => !isPageKey(key) });
  const pages = splitPack(pack, { ...rules, takes: isPageKey });
  const total = records.count + pages.count;
  const makePacks = (split: SplitPack) =>
    Array.from({ length: split.count }, (_, number) => {
      const bytes = split.build(number);
      const hash = contentHash(bytes);
      add(packKey(hash), bytes.length, () => split.build(number));
      onPack(makers.size, total);
      return hash;
    });
  const packs = makePacks(records);
  const pagePacks = makePacks(pages);
  const files = manifest.downloads.map((note) => chunkFile(note, join(downloadsFolder, note.name), add));
  return {
    manifest: {
      format: RELEASE_FORMAT,
      snapshot: manifest.snapshot,
      lastModified: new Date(manifest.modifiedAt).toUTCString(),
      packs,
      pagePacks,
      files,
    },
    counts: manifest.counts,
    values,
    read: async (key) => makers.get(key)?.() ?? null,
  };
}

function chunkFile(
  note: DownloadNote,
  path: string,
  add: (key: string, bytes: number, make: MakeValue) => void,
): ReleaseFile {
  const chunks: string[] = [];
  const whole = createHash("sha256");
  for (let offset = 0; offset < note.bytes; offset += CHUNK_BYTES) {
    const length = Math.min(CHUNK_BYTES, note.bytes - offset);
    const make = () => readPart(path, offset, length);
    const bytes = make();
    whole.update(bytes);
    const key = chunkKey(contentHash(bytes));
    chunks.push(key);
    add(key, length, make);
  }
  // Also finds a file that is longer or was changed since the build; what is served must be what was hashed.
  if (whole.digest("hex") !== note.sha256)
    throw new StoreError(
      `${path} is not what the snapshot's manifest says. Run 'fleet build' to make it anew.`,
    );
  const { name, contentType, bytes, sha256 } = note;
  return { name, contentType, etag: sha256.slice(0, 32), bytes, chunks };
}

function readPart(path: string, offset: number, length: number): Uint8Array {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, "r");
    const bytes = Buffer.allocUnsafeSlow(length);
    for (let at = 0; at < length; ) {
      const got = readSync(descriptor, bytes, at, length - at, offset + at);
      if (got === 0) throw new Error(`it ends after ${offset + at} bytes`);
      at += got;
    }
    return bytes;
  } catch (error) {
    // A folder keeps its last few snapshots: builds may have removed this one while it was being published.
    const { message } = error as Error;
    throw new StoreError(`cannot read ${path}: ${message}. Publish the current snapshot instead.`, {
      cause: error,
    });
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
