// The writing half of the pack format: records go out as they come, the index follows, the header is made last.
import type { Checksum } from "./crc32.ts";
import {
  HEADER,
  HEADER_BYTES,
  hashKey,
  MAX_KEY_BYTES,
  MAX_LOAD,
  MAX_RECORD_POSITION,
  MAX_RELATED_BYTES,
  PACK_MAGIC,
  PACK_VERSION,
  RECORD,
  RECORD_ALIGNMENT,
  SLOT_BYTES,
} from "./format.ts";

export interface KeyOfRecord {
  readonly key: string;
  /** Paths of the other records that this key could mean. */
  readonly related: readonly string[];
}

export interface PackRecord {
  readonly keys: readonly KeyOfRecord[];
  readonly contentType: string;
  readonly etag: string;
  readonly lastModified: string;
  readonly canonical: string;
  readonly identity: Uint8Array;
  readonly gzip: Uint8Array | null;
  readonly brotli: Uint8Array | null;
}

export interface PackWriter {
  add(record: PackRecord): void;
  /** Writes the index and returns the header, which belongs at the very start. */
  finish(): Uint8Array;
}

/** `write` receives everything behind the header, in order. */
export function createPackWriter(write: (bytes: Uint8Array) => void, checksum: Checksum): PackWriter {
  const entries: { readonly hash: number; readonly units: number; readonly length: number }[] = [];
  const seen = new Set<string>();
  let recordBytes = 0;
  let recordCount = 0;

  return {
    add(record) {
      if (record.keys.length === 0) throw new Error(`no key leads to the record ${record.canonical}`);
      const bytes = encodeRecord(record, checksum);
      const padded = Math.ceil(bytes.length / RECORD_ALIGNMENT) * RECORD_ALIGNMENT;
      for (const { key } of record.keys) {
        if (seen.has(key)) throw new Error(`two records claim the key ${key}`);
        seen.add(key);
        entries.push({ hash: hashKey(key), units: recordBytes / RECORD_ALIGNMENT, length: bytes.length });
      }
      if (recordBytes > MAX_RECORD_POSITION) throw new Error("a pack holds at most 32 GiB of records");
      write(bytes);
      if (padded > bytes.length) write(new Uint8Array(padded - bytes.length));
      recordBytes += padded;
      recordCount++;
    },
    finish() {
      const slotCount = slotsFor(entries.length);
      const index = buildIndex(entries, slotCount);
      write(index);
      const header = new Uint8Array(HEADER_BYTES);
      const view = new DataView(header.buffer);
      header.set(PACK_MAGIC);
      view.setUint16(HEADER.version, PACK_VERSION, true);
      view.setUint16(HEADER.headerBytes, HEADER_BYTES, true);
      view.setUint32(HEADER.slotCount, slotCount, true);
      view.setUint32(HEADER.keyCount, entries.length, true);
      view.setUint32(HEADER.recordCount, recordCount, true);
      view.setUint32(HEADER.indexChecksum, checksum(index), true);
      view.setUint32(HEADER.recordBytesLow, recordBytes >>> 0, true);
      view.setUint32(HEADER.recordBytesHigh, Math.floor(recordBytes / 2 ** 32), true);
      view.setUint32(HEADER.headerChecksum, checksum(header.subarray(0, HEADER.headerChecksum)), true);
      return header;
    },
  };
}

/** The smallest power of two that leaves a quarter of the table free. */
export function slotsFor(keys: number): number {
  let slots = 1;
  while (keys > slots * MAX_LOAD) slots *= 2;
  return slots;
}

function buildIndex(
  entries: readonly { readonly hash: number; readonly units: number; readonly length: number }[],
  slotCount: number,
): Uint8Array {
  const slots = new Uint32Array((slotCount * SLOT_BYTES) / 4);
  for (const { hash, units, length } of entries) {
    let slot = hash & (slotCount - 1);
    while (slots[slot * 3 + 2] !== 0) slot = (slot + 1) & (slotCount - 1);
    slots.set([hash, units, length], slot * 3);
  }
  return new Uint8Array(slots.buffer);
}

function encodeRecord(record: PackRecord, checksum: Checksum): Uint8Array {
  const head = encodeHead(record);
  const { identity, gzip, brotli } = record;
  const bytes = new Uint8Array(
    RECORD.head + head.length + identity.length + (gzip?.length ?? 0) + (brotli?.length ?? 0),
  );
  const view = new DataView(bytes.buffer);
  view.setUint32(RECORD.headBytes, head.length, true);
  view.setUint32(RECORD.identityBytes, identity.length, true);
  view.setUint32(RECORD.gzipBytes, gzip?.length ?? 0, true);
  view.setUint32(RECORD.brotliBytes, brotli?.length ?? 0, true);
  let at: number = RECORD.head;
  for (const part of [head, identity, gzip, brotli]) {
    if (part === null) continue;
    bytes.set(part, at);
    at += part.length;
  }
  view.setUint32(RECORD.checksum, checksum(bytes.subarray(4)), true);
  return bytes;
}

/** Four texts of at most 255 bytes, then each key with its related paths. */
function encodeHead(record: PackRecord): Uint8Array {
  const parts: Uint8Array[] = [];
  for (const text of [record.contentType, record.etag, record.lastModified, record.canonical]) {
    const bytes = asciiBytes(text, MAX_KEY_BYTES);
    parts.push(Uint8Array.of(bytes.length), bytes);
  }
  for (const { key, related } of record.keys) {
    const keyBytes = asciiBytes(key, MAX_KEY_BYTES);
    if (related.some((path) => path === "" || path.includes(" ")))
      throw new Error(`related paths of ${key} must be percent-encoded: ${JSON.stringify(related)}`);
    const relatedBytes = asciiBytes(related.join(" "), MAX_RELATED_BYTES);
    parts.push(Uint8Array.of(keyBytes.length), keyBytes);
    parts.push(Uint8Array.of(relatedBytes.length & 255, relatedBytes.length >>> 8), relatedBytes);
  }
  const head = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    head.set(part, at);
    at += part.length;
  }
  return head;
}

const PRINTABLE = /^[\x20-\x7e]*$/;

function asciiBytes(text: string, most: number): Uint8Array {
  if (text.length > most) throw new Error(`longer than ${most} bytes: ${text.slice(0, 80)}`);
  if (!PRINTABLE.test(text)) throw new Error(`not printable ASCII: ${JSON.stringify(text)}`);
  // Portable: Buffer is not, and TextEncoder takes several times as long for texts this short.
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes;
}
