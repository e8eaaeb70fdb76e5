// The current release of a key-value engine as a source of snapshots, for workers and for nodes on a shared store.
// Portable. Cold it takes three reads: pointer, manifest, one pack. Warm it takes none: packs stay in memory, and the
// pointer is looked at in the background while the release known so far answers.
import { type Checksum, crc32 } from "../snapshot/crc32.ts";
import { createPackReader, type PackReader, parsePackHeader } from "../snapshot/pack-reader.ts";
import { createPackCache, type LoadedPack, type PackCache } from "./pack-cache.ts";
import {
  chunkKey,
  manifestKey,
  POINTER_KEY,
  type Pointer,
  packHashOf,
  packKey,
  parsePointer,
  parseReleaseManifest,
  type ReleaseFile,
  type ReleaseManifest,
  type ReleaseReader,
} from "./release.ts";
import { createSharedWork } from "./shared-work.ts";
import { type Download, type Snapshot, type SnapshotSource, type SourceState, StoreError } from "./store.ts";
import { createBoundedRead, type ReadValue, readListed, UnreachableError } from "./verified-read.ts";

export interface ReleaseSourceOptions {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** How old the pointer may grow before it is looked at again. */
  readonly refreshMs?: number;
  /** Memory for packs. */
  readonly cacheBytes?: number;
  readonly readTimeoutMs?: number;
  readonly checksum?: Checksum;
  /** Keeps work going that outlives the request that began it: waitUntil on workers, nothing elsewhere. */
  readonly keepAlive?: (work: Promise<unknown>) => void;
  /** The first release was opened. */
  readonly onOpen?: (id: string) => void;
  readonly onSwap?: (from: string, to: string) => void;
  /** A look at the pointer failed; the release known so far keeps serving. Told once for each reason. */
  readonly onError?: (error: Error) => void;
}

export interface ReleaseSource extends SnapshotSource {
  state(): SourceState;
  /** Looks at the pointer now. Never rejects: what goes wrong is in `state` and goes to `onError`. */
  refresh(): Promise<void>;
  /** For an engine with a connection of its own: it is lost now, though nobody has asked for anything since. */
  noteLoss(): void;
  contents(): { readonly packs: number; readonly bytes: number };
}

/** As long as Workers KV caches the pointer at least: looking more often would see nothing new. */
export const REFRESH_MS = 30_000;
/** Half of a worker's 128 MB; the rest is for requests in flight and the runtime. */
export const CACHE_BYTES = 64 * 1024 * 1024;
/** A cold read of Workers KV takes up to 300 ms; what takes this long will not come. */
export const READ_TIMEOUT_MS = 5_000;
/** A look takes two reads, and a request that joins it may come late; beyond that its beginner is dead. */
const PATIENCE = 3;
/** After a pack is found lost or damaged, the pointer is looked at out of turn, but not at every request. */
const LOOK_AGAIN_MS = 1_000;

interface OpenRelease extends Snapshot {
  readonly manifestHash: string;
}

export function openReleaseSource(reader: ReleaseReader, options: ReleaseSourceOptions): ReleaseSource {
  const { now, refreshMs = REFRESH_MS, keepAlive = () => {}, onOpen, onSwap, onError } = options;
  let open: OpenRelease | null = null;
  let unreachableSince: number | null = null;
  let refused: string | null = null;
  let reported = "";
  let lookedAt = 0;
  let looks = 0;

  const timeoutMs = options.readTimeoutMs ?? READ_TIMEOUT_MS;
  const patienceMs = timeoutMs * PATIENCE;
  const looking = createSharedWork<OpenRelease>(patienceMs);
  const noteReach = (reached: boolean) => {
    unreachableSince = reached ? null : (unreachableSince ?? now());
  };
  const read = createBoundedRead(reader, { timeoutMs, onOutcome: noteReach });
  const packs = createPackCache({
    maxBytes: options.cacheBytes ?? CACHE_BYTES,
    patienceMs,
    load(hash) {
      const loading = loadPack(read, hash, options.checksum ?? crc32);
      // A request that is broken off must not take the read with it: others may wait for the same pack.
      keepAlive(
        loading.catch((error) => {
          // Lost or damaged: perhaps this release is long gone, and the pointer says so.
          const gone = !(error instanceof UnreachableError);
          return gone && now() - lookedAt >= LOOK_AGAIN_MS ? refresh() : undefined;
        }),
      );
      return loading;
    },
  });

  /** Opens the release that the pointer names, if it is another one than the one that is open. */
  const follow = async (): Promise<OpenRelease> => {
    lookedAt = now();
    const pointer = await readPointer(read);
    if (open !== null && pointer.id === open.id && pointer.manifestHash === open.manifestHash) return open;
    try {
      const manifest = await readReleaseManifest(read, pointer);
      return openRelease(manifest, pointer.manifestHash, packs, read);
    } catch (error) {
      if (!(error instanceof UnreachableError)) refused = pointer.id;
      throw error;
    }
  };

  /** One look at a time: a slow one could otherwise bring back what a later one has left behind. */
  const look = (): Promise<OpenRelease> => {
    const work = looking.run(async () => {
      const turn = ++looks;
      const next = await follow();
      if (turn !== looks) return next;
      const before = open;
      open = next;
      refused = null;
      reported = "";
      if (before === null) onOpen?.(next.id);
      else if (before !== next) onSwap?.(before.id, next.id);
      return next;
    });
    keepAlive(work.catch(() => {}));
    return work;
  };

  const refresh = (): Promise<void> =>
    look().then(
      () => {},
      (error: Error) => {
        if (reported !== error.message) onError?.(error);
        reported = error.message;
      },
    );

  return {
    current() {
      if (open === null) return look();
      if (now() - lookedAt >= refreshMs) void refresh();
      return open;
    },
    refresh,
    noteLoss: () => noteReach(false),
    state: () => ({ unreachableSince, refused }),
    contents: packs.contents,
    close() {},
  };
}

function openRelease(
  manifest: ReleaseManifest,
  manifestHash: string,
  packs: PackCache,
  read: ReadValue,
): OpenRelease {
  const { snapshot: id, lastModified } = manifest;
  const files = new Map(manifest.files.map((file) => [file.name, file]));
  const packOf = (key: string) => packs.get(packHashOf(manifest, key));

  const findFrom = (keys: readonly string[], first: number): ReturnType<Snapshot["find"]> => {
    for (let at = first; at < keys.length; at++) {
      const key = keys[at] as string;
      const pack = packOf(key);
      if (pack instanceof Promise) {
        return pack.then((late) => findIn(late, key) ?? findFrom(keys, at + 1));
      }
      const answer = findIn(pack, key);
      if (answer !== null) return answer;
    }
    return null;
  };

  return {
    id,
    manifestHash,
    find: (keys) => findFrom(keys, 0),
    async download(name): Promise<Download | null> {
      const file = files.get(name);
      if (file === undefined) return null;
      // Read before the answer begins, so that a lost file is a 503 and not a 200 that breaks off.
      const [firstKey] = file.chunks;
      const first = firstKey === undefined ? null : await readChunk(read, firstKey);
      const { contentType, etag, bytes } = file;
      return { contentType, etag, lastModified, bytes, open: () => chunksOf(file, first, read) };
    },
  };
}

function findIn(pack: PackReader, key: string): ReturnType<PackReader["find"]> {
  try {
    return pack.find([key]);
  } catch (error) {
    throw new StoreError(`a pack in memory: ${(error as Error).message}`, { cause: error });
  }
}

async function loadPack(read: ReadValue, hash: string, checksum: Checksum): Promise<LoadedPack> {
  const bytes = await readListed(read, packKey(hash), hash);
  try {
    const header = parsePackHeader(bytes, bytes.length, checksum);
    const pack = createPackReader({
      header,
      index: bytes.subarray(header.indexOffset, header.indexOffset + header.indexBytes),
      read: (offset, length) => bytes.subarray(offset, offset + length),
      checksum,
      // The hash over all of it was right, and memory does not rot like a disk.
      verifyOnRead: false,
    });
    return { pack, bytes: bytes.length };
  } catch (error) {
    throw new StoreError(`${packKey(hash)}: ${(error as Error).message}`, { cause: error });
  }
}

async function readPointer(read: ReadValue): Promise<Pointer> {
  const bytes = await read(POINTER_KEY);
  if (bytes === null) throw new StoreError("nothing is published here yet: run 'fleet publish'");
  const pointer = parsePointer(bytes);
  if (pointer === null) throw new StoreError(`${POINTER_KEY} is damaged: it names no release`);
  return pointer;
}

async function readReleaseManifest(read: ReadValue, { id, manifestHash }: Pointer): Promise<ReleaseManifest> {
  const manifest = parseReleaseManifest(await readListed(read, manifestKey(id), manifestHash));
  if (manifest === null || manifest.snapshot !== id || manifest.packs.length === 0) {
    throw new StoreError(`${manifestKey(id)} is no manifest that this program reads`);
  }
  return manifest;
}

async function* chunksOf(
  file: ReleaseFile,
  first: Uint8Array | null,
  read: ReadValue,
): AsyncIterable<Uint8Array> {
  if (first !== null) yield first;
  for (const key of file.chunks.slice(1)) yield await readChunk(read, key);
}

function readChunk(read: ReadValue, key: string): Promise<Uint8Array> {
  return readListed(read, key, key.slice(chunkKey("").length));
}
