// What a snapshot is made of, byte by byte: the constants and small rules that the writer and every reader share.
// docs/snapshot-format.md is the same in prose; change both together and raise the version.

/** "FLEETPK" and a zero byte. */
export const PACK_MAGIC = Uint8Array.of(0x46, 0x4c, 0x45, 0x45, 0x54, 0x50, 0x4b, 0x00);
export const PACK_VERSION = 1;
export const HEADER_BYTES = 64;
/** Offsets in the header; all numbers are little-endian. */
export const HEADER = {
  version: 8,
  headerBytes: 10,
  slotCount: 12,
  keyCount: 16,
  recordCount: 20,
  indexChecksum: 24,
  recordBytesLow: 28,
  recordBytesHigh: 32,
  headerChecksum: 60,
} as const;

/** One slot of the index: fingerprint, record position in units of RECORD_ALIGNMENT, record length (0: empty slot). */
export const SLOT_BYTES = 12;
export const RECORD_ALIGNMENT = 8;
/** Probing is linear, so the table is never more than three quarters full. */
export const MAX_LOAD = 0.75;

/** Offsets in a record; the checksum covers everything behind itself. */
export const RECORD = {
  checksum: 0,
  headBytes: 4,
  identityBytes: 8,
  gzipBytes: 12,
  brotliBytes: 16,
  head: 20,
} as const;
export const MAX_KEY_BYTES = 255;
/** All related paths of one key together, with the spaces between them. */
export const MAX_RELATED_BYTES = 0xffff;
/** A slot counts positions in 32 bits. */
export const MAX_RECORD_POSITION = 0xffffffff * RECORD_ALIGNMENT;

/** Key of a page served beside the API, such as /status; the API's own keys start with a collection's name. */
export function pageKey(path: string): string {
  return `page${path}`;
}

export function recordKey(collection: string, identifier: string): string {
  return `${collection}/${identifier}`;
}

/**
 * 32-bit FNV-1a over the characters (keys are ASCII), then murmur3's finaliser, because FNV's low bits are weak
 * for short keys. The low bits choose the slot, all of them are the fingerprint, the high ones choose a pack.
 */
export function hashKey(key: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** A ready-made answer as it lies in a pack. */
export interface StoredAnswer {
  readonly contentType: string;
  /** Opaque tag of the uncoded body, without quotes; coded bodies get a suffix. */
  readonly etag: string;
  /** HTTP date. */
  readonly lastModified: string;
  /** Path of the record's own URL; empty for pages, whose path is their name. */
  readonly canonical: string;
  /** Paths of other records that the same identifier could mean. */
  readonly related: readonly string[];
  readonly identity: Uint8Array;
  readonly gzip: Uint8Array | null;
  readonly brotli: Uint8Array | null;
}

/** Why a pack or a record cannot be used. Never a reason to say that something does not exist. */
export class PackError extends Error {
  override readonly name = "PackError";
}
