// A release: a snapshot as it lies in a key-value engine (Workers KV, Redis, Valkey). The same records as in the pack
// file, split by key into packs of at most 256 KB, each one value; a manifest names them; one pointer names the manifest.
// Values are immutable and named by content hash; only the pointer ever changes. Portable: types and small rules.
import { hashKey, pageKey } from "../snapshot/format.ts";

/** Also a budget for one value at the edge: larger ones cost more to fetch than they save. */
export const MAX_PACK_BYTES = 256 * 1024;
/** Downloads travel in chunks of this size. */
export const CHUNK_BYTES = 4 * 1024 * 1024;

/** Values are named by the first 128 bits of their SHA-256, in hexadecimal: enough against any accident. */
export const HASH_CHARACTERS = 32;

/** Letters, digits and `-` only, so that every engine and every URL takes them as they are. */
export const POINTER_KEY = "fleet-current";
export const manifestKey = (id: string) => `fleet-manifest-${id}`;
export const packKey = (hash: string) => `fleet-pack-${hash}`;
export const chunkKey = (hash: string) => `fleet-chunk-${hash}`;

/** What the pointer says: the release to answer from, and the hash of its manifest, so that a damaged one is noticed. */
export interface Pointer {
  readonly id: string;
  readonly manifestHash: string;
}

export function formatPointer({ id, manifestHash }: Pointer): Uint8Array {
  return new TextEncoder().encode(`${id} ${manifestHash}\n`);
}

/** Null where the bytes are no pointer: damage, not absence. */
export function parsePointer(bytes: Uint8Array): Pointer | null {
  const match = /^([A-Za-z0-9-]{1,64}) ([0-9a-f]{32})\n?$/.exec(new TextDecoder().decode(bytes));
  return match === null ? null : { id: match[1] as string, manifestHash: match[2] as string };
}

const PAGES = pageKey("/");

export interface ReleaseFile {
  readonly name: string;
  readonly contentType: string;
  readonly etag: string;
  readonly bytes: number;
  /** Keys of its chunks, in order. */
  readonly chunks: readonly string[];
}

/** Of the manifest and of how keys are shared out among packs; the packs have a version of their own. */
export const RELEASE_FORMAT = 1;

export interface ReleaseManifest {
  /** RELEASE_FORMAT. */
  readonly format: number;
  readonly snapshot: string;
  /** HTTP date for files. */
  readonly lastModified: string;
  /** Content hash (see HASH_CHARACTERS) of each pack of records; the place in the list is the pack's number. */
  readonly packs: readonly string[];
  /** The same for pages: some are as large as a pack, and must neither slow down records nor leave them little room. */
  readonly pagePacks: readonly string[];
  readonly files: readonly ReleaseFile[];
}

export function formatManifest(manifest: ReleaseManifest): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(manifest));
}

/** Null where the bytes are no manifest of this format. Whether they are the right ones, the pointer's hash tells. */
export function parseReleaseManifest(bytes: Uint8Array): ReleaseManifest | null {
  try {
    const value = JSON.parse(new TextDecoder().decode(bytes)) as ReleaseManifest;
    const sound =
      [value.packs, value.pagePacks, value.files].every(Array.isArray) && value.format === RELEASE_FORMAT;
    return sound && typeof value.snapshot === "string" ? value : null;
  } catch {
    return null;
  }
}

/** Content hash of the pack that holds a key. */
export function packHashOf({ packs, pagePacks }: ReleaseManifest, key: string): string {
  const hashes = isPageKey(key) && pagePacks.length > 0 ? pagePacks : packs;
  return hashes[packNumberOf(key, hashes.length)] as string;
}

export function isPageKey(key: string): boolean {
  return key.startsWith(PAGES);
}

/**
 * Number of the pack that holds a key. Separators do not count, so that all spellings of a mark that one request tries
 * lie in one pack: one store read answers any identifier. High bits choose the pack, low bits the slot within it.
 */
export function packNumberOf(key: string, packCount: number): number {
  return packNumberOfHash(routeHash(key), packCount);
}

/** The half of packNumberOf that does not depend on the count, for trying out many counts. */
export function routeHash(key: string): number {
  const slash = key.indexOf("/");
  return hashKey(key.slice(0, slash + 1) + key.slice(slash + 1).replace(/[-+./ ]/g, ""));
}

export function packNumberOfHash(hash: number, packCount: number): number {
  return Math.floor((hash / 2 ** 32) * packCount);
}

/** What an engine must do to be read from. Null means that the engine answered and has no such key; anything else throws. */
export interface ReleaseReader {
  read(key: string): Promise<Uint8Array | null>;
}

/** A release ready to be published: what an engine will hold but for manifest and pointer, read value by value. */
export interface Release extends ReleaseReader {
  readonly manifest: ReleaseManifest;
  /** Records by collection, for people. */
  readonly counts: Readonly<Record<string, number>>;
  /** Every value's key and its bytes. */
  readonly values: ReadonlyMap<string, number>;
}

/** What an engine must do to be published to. */
export interface ReleaseWriter extends ReleaseReader {
  write(values: ReadonlyMap<string, Uint8Array>): Promise<void>;
  /** Every key that begins with `fleet-`. */
  list(): Promise<readonly string[]>;
  remove(keys: readonly string[]): Promise<void>;
  close(): Promise<void>;
}
