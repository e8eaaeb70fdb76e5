// The embedded store: a data folder with snapshots in it, the current one read with pread (or held in memory).
// A new `current` is picked up while serving; a damaged one is reported and the old one keeps serving.
import {
  accessSync,
  closeSync,
  constants,
  createReadStream,
  existsSync,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  statSync,
} from "node:fs";
import { join } from "node:path";
import { crc32 as zlibCrc32 } from "node:zlib";
import type { Checksum } from "../snapshot/crc32.ts";
import {
  CURRENT_FILE,
  DOWNLOADS_FOLDER,
  MANIFEST_FILE,
  PACK_FILE,
  readManifest,
  snapshotsFolder,
} from "../snapshot/folder.ts";
import { HEADER_BYTES, PackError } from "../snapshot/format.ts";
import type { Manifest } from "../snapshot/manifest.ts";
import { createPackReader, type PackReader, parsePackHeader } from "../snapshot/pack-reader.ts";
import { type Download, type Snapshot, type SnapshotSource, StoreError } from "./store.ts";

export interface PackFileOptions {
  readonly inMemory?: boolean;
}

export interface OpenSnapshot extends Snapshot {
  readonly manifest: Manifest;
  readonly pack: PackReader;
  close(): void;
}

export interface FolderSource extends SnapshotSource {
  current(): OpenSnapshot;
}

export interface FolderOptions extends PackFileOptions {
  /** How often the pointer is looked at; 0 never. */
  readonly pollMs?: number;
  readonly onSwap?: (from: string, to: string) => void;
  readonly onError?: (error: Error) => void;
}

const POLL_MS = 1_000;
/** A refused snapshot is looked at again, though not every second: its whole index is read to find it sound. */
const LOOKS_BETWEEN_TRIES = 10;
/** Answers in flight when the pointer moves are done long before. */
const CLOSE_AFTER_MS = 30_000;

export const nativeChecksum: Checksum = (bytes) => zlibCrc32(bytes);

/** Opens `<data>/snapshots/current` and follows it. Throws StoreError if there is no sound snapshot to begin with. */
export function openSnapshotFolder(dataFolder: string, options: FolderOptions = {}): FolderSource {
  let pointer = readPointer(dataFolder);
  let open = openSnapshot(dataFolder, pointer.id, options);
  let refused: { readonly name: string; looks: number } | null = null;
  let lastFault = "";
  const closing = new Map<OpenSnapshot, NodeJS.Timeout>();

  const refresh = () => {
    try {
      const now = readPointer(dataFolder);
      // The time counts too: a rebuild of the same snapshot may have repaired its files.
      if (now.id === pointer.id && now.writtenMs === pointer.writtenMs) return;
      const name = `${now.id} ${now.writtenMs}`;
      if (refused?.name !== name) refused = { name, looks: 0 };
      if (refused.looks++ % LOOKS_BETWEEN_TRIES !== 0) return;
      const old = open;
      open = openSnapshot(dataFolder, now.id, options);
      pointer = now;
      lastFault = "";
      closing.set(old, setTimeout(() => closing.delete(old) && old.close(), CLOSE_AFTER_MS).unref());
      if (old.id !== open.id) options.onSwap?.(old.id, open.id);
    } catch (error) {
      // Tried again now and then, since what is wrong may pass; told once.
      if ((error as Error).message !== lastFault) options.onError?.(error as Error);
      lastFault = (error as Error).message;
    }
  };
  const pollMs = options.pollMs ?? POLL_MS;
  const poll = pollMs > 0 ? setInterval(refresh, pollMs).unref() : undefined;

  return {
    current: () => open,
    close() {
      clearInterval(poll);
      for (const [old, timer] of closing) {
        clearTimeout(timer);
        old.close();
      }
      open.close();
    },
  };
}

export function openSnapshot(dataFolder: string, id: string, options: PackFileOptions = {}): OpenSnapshot {
  const folder = join(snapshotsFolder(dataFolder), id);
  const manifest = readManifest(folder);
  if (manifest === null || manifest.snapshot !== id) {
    refuseWithoutRights(join(folder, MANIFEST_FILE));
    throw new StoreError(
      `${join(folder, MANIFEST_FILE)} is missing or damaged. Run 'fleet build' to make a new snapshot.`,
    );
  }
  const path = join(folder, PACK_FILE);
  const { pack, close } = openPackFile(path, options);
  const downloads = new Map(manifest.downloads.map((note) => [note.name, note]));
  return {
    id,
    manifest,
    pack,
    find(keys) {
      try {
        return pack.find(keys);
      } catch (error) {
        throw new StoreError(`${path}: ${(error as Error).message}`, { cause: error });
      }
    },
    download(name): Download | null {
      const note = downloads.get(name);
      if (note === undefined) return null;
      const file = join(folder, DOWNLOADS_FOLDER, note.name);
      if (!existsSync(file) || statSync(file).size !== note.bytes) {
        throw new StoreError(`${file} is missing or cut short. Run 'fleet build' to make a new snapshot.`);
      }
      return {
        contentType: note.contentType,
        etag: note.sha256.slice(0, 32),
        lastModified: new Date(manifest.modifiedAt).toUTCString(),
        bytes: note.bytes,
        open: () => chunksOf(file),
      };
    },
    close,
  };
}

/** Opened with the first chunk that is asked for, and closed with the last that is wanted. */
async function* chunksOf(file: string): AsyncIterable<Uint8Array> {
  yield* createReadStream(file);
}

export function openPackFile(
  path: string,
  options: PackFileOptions = {},
): { pack: PackReader; close: () => void } {
  let descriptor: number;
  try {
    descriptor = openSync(path, "r");
  } catch (error) {
    refuseWithoutRights(path);
    throw new StoreError(`cannot open ${path}. Run 'fleet build' to make a new snapshot.`, { cause: error });
  }
  try {
    return options.inMemory ? holdInMemory(descriptor) : readOnDemand(descriptor);
  } catch (error) {
    closeSync(descriptor);
    throw new StoreError(`${path}: ${(error as Error).message}. Run 'fleet build' to make a new snapshot.`, {
      cause: error,
    });
  }
}

function readOnDemand(descriptor: number): { pack: PackReader; close: () => void } {
  const read = (offset: number, length: number) => {
    const buffer = Buffer.allocUnsafe(length);
    const got = readSync(descriptor, buffer, 0, length, offset);
    return got === length ? buffer : buffer.subarray(0, got);
  };
  const header = parsePackHeader(read(0, HEADER_BYTES), fstatSync(descriptor).size, nativeChecksum);
  const pack = createPackReader({
    header,
    index: readWhole(descriptor, header.indexOffset, header.indexBytes),
    read,
    checksum: nativeChecksum,
    decode: decodeLatin1,
  });
  // Closing twice would close whatever file has the number by then.
  let open = true;
  const close = () => {
    if (open) closeSync(descriptor);
    open = false;
  };
  return { pack, close };
}

function holdInMemory(descriptor: number): { pack: PackReader; close: () => void } {
  const bytes = readWhole(descriptor, 0, fstatSync(descriptor).size);
  const header = parsePackHeader(bytes, bytes.length, nativeChecksum);
  const index = bytes.subarray(header.indexOffset);
  const read = (offset: number, length: number) => bytes.subarray(offset, offset + length);
  const shared = { header, index, read, checksum: nativeChecksum, decode: decodeLatin1 };
  // Memory does not rot like a disk: each record is checked once here instead of at every request.
  let verified = 0;
  for (const _ of createPackReader(shared).records()) verified++;
  if (verified !== header.recordCount)
    throw new PackError(`${verified} records found, the header announces ${header.recordCount}`);
  const pack = createPackReader({ ...shared, verifyOnRead: false });
  closeSync(descriptor);
  return { pack, close: () => {} };
}

/** readSync gives at most 2 GiB at once. */
function readWhole(descriptor: number, offset: number, length: number): Buffer {
  const buffer = Buffer.allocUnsafeSlow(length);
  const step = 2 ** 30;
  for (let at = 0; at < length; ) {
    const got = readSync(descriptor, buffer, at, Math.min(step, length - at), offset + at);
    if (got === 0) return buffer.subarray(0, at);
    at += got;
  }
  return buffer;
}

// toString("latin1") without its argument checks; missing from Node's published types.
type Latin1Bytes = { latin1Slice(start: number, end: number): string };

function decodeLatin1(bytes: Uint8Array, start: number, end: number): string {
  return (bytes as unknown as Latin1Bytes).latin1Slice(start, end);
}

function readPointer(dataFolder: string): { readonly id: string; readonly writtenMs: number } {
  const path = join(snapshotsFolder(dataFolder), CURRENT_FILE);
  try {
    return { id: readFileSync(path, "utf8").trim(), writtenMs: statSync(path).mtimeMs };
  } catch (error) {
    refuseWithoutRights(path);
    throw new StoreError(`no snapshot in ${dataFolder}: ${path} cannot be read. Run 'fleet build' first.`, {
      cause: error,
    });
  }
}

/** Building anew would not help where a file is there, or may be, and this user cannot get at it. */
function refuseWithoutRights(path: string): void {
  try {
    accessSync(path, constants.R_OK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EACCES") return;
    throw new StoreError(
      `${path} cannot be read: this user has no permission. Give it the right to read the data folder, or name another with --data.`,
      { cause: error },
    );
  }
}
