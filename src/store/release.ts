// A release: a snapshot as it lies in a key-value engine (Workers KV, Redis, Valkey). The same records as in the pack
// file, split by key into packs of at most 256 KB, each one value; a manifest names them; one pointer names the manifest.
// Values are immutable and named by content hash; only the pointer ever changes. Portable: types and small rules.
import { hashKey } from "../snapshot/format.ts";

/** Also a budget for one value at the edge: larger ones cost more to fetch than they save. */
export const MAX_PACK_BYTES = 256 * 1024;
/** Downloads travel in chunks of this size. */
export const CHUNK_BYTES = 4 * 1024 * 1024;

/** Letters, digits and `-` only, so that every engine and every URL takes them as they are. */
export const POINTER_KEY = "fleet-current";
export const manifestKey = (id: string) => `fleet-manifest-${id}`;
export const packKey = (hash: string) => `fleet-pack-${hash}`;
export const chunkKey = (hash: string) => `fleet-chunk-${hash}`;

export interface ReleaseFile {
  readonly name: string;
  readonly contentType: string;
  readonly etag: string;
  readonly bytes: number;
  /** Keys of its chunks, in order. */
  readonly chunks: readonly string[];
}

export interface ReleaseManifest {
  readonly format: number;
  readonly snapshot: string;
  /** HTTP date for files. */
  readonly lastModified: string;
  /** Content hash (hex) of each pack; the place in the list is the pack's number. */
  readonly packs: readonly string[];
  readonly files: readonly ReleaseFile[];
}

/**
 * Number of the pack that holds a key. Separators do not count, so that all spellings of a mark that one request tries
 * lie in one pack: one store read answers any identifier. High bits choose the pack, low bits the slot within it.
 */
export function packNumberOf(key: string, packCount: number): number {
  const slash = key.indexOf("/");
  const route = key.slice(0, slash + 1) + key.slice(slash + 1).replace(/[-+./ ]/g, "");
  return Math.floor((hashKey(route) / 2 ** 32) * packCount);
}

/** What an engine must do to be read from. Null means that the engine answered and has no such key; anything else throws. */
export interface ReleaseReader {
  read(key: string): Promise<Uint8Array | null>;
}

/** What an engine must do to be published to. */
export interface ReleaseWriter extends ReleaseReader {
  write(values: ReadonlyMap<string, Uint8Array>): Promise<void>;
  /** Every key that begins with `fleet-`. */
  list(): Promise<readonly string[]>;
  remove(keys: readonly string[]): Promise<void>;
  close(): Promise<void>;
}
