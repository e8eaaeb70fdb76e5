// The writing half of the pack format: records go out as they come, the index follows, the header is made last.
import type { Checksum } from "./crc32.ts";
import {
  HEADER,
  HEADER_BYTES,
  MAX_KEY_BYTES,
  MAX_RECORD_POSITION,
  MAX_RELATED_BYTES,
  PACK_MAGIC,
  PACK_VERSION,
  RECORD,
  RECORD_ALIGNMENT,
  SLOT_BYTES,
} from "./format.ts";
import { createPackIndex } from "./pack-index.ts";

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
  const index = createPackIndex();
  let recordBytes = 0;
  let recordCount = 0;

  return {
    add(record) {
      if (record.keys.length === 0) throw new Error(`no key leads to the record ${record.canonical}`);
      if (recordBytes > MAX_RECORD_POSITION) throw new Error("a pack holds at most 32 GiB of records");
      const { bytes, length } = encodeRecord(record, checksum);
      for (const { key } of record.keys) index.add(key, recordBytes / RECORD_ALIGNMENT, length);
      write(bytes);
      recordBytes += bytes.length;
      recordCount++;
    },
    finish() {
      const indexBytes = index.toBytes();
      write(indexBytes);
      const header = new Uint8Array(HEADER_BYTES);
      const view = new DataView(header.buffer);
      header.set(PACK_MAGIC);
      view.setUint16(HEADER.version, PACK_VERSION, true);
      view.setUint16(HEADER.headerBytes, HEADER_BYTES, true);
      view.setUint32(HEADER.slotCount, indexBytes.length / SLOT_BYTES, true);
      view.setUint32(HEADER.keyCount, index.count(), true);
      view.setUint32(HEADER.recordCount, recordCount, true);
      view.setUint32(HEADER.indexChecksum, checksum(indexBytes), true);
      view.setUint32(HEADER.recordBytesLow, recordBytes >>> 0, true);
      view.setUint32(HEADER.recordBytesHigh, Math.floor(recordBytes / 2 ** 32), true);
      view.setUint32(HEADER.headerChecksum, checksum(header.subarray(0, HEADER.headerChecksum)), true);
      return header;
    },
  };
}

/** The record with zeros behind it up to where the next one starts; `length` is without them. */
function encodeRecord(
  record: PackRecord,
  checksum: Checksum,
): { readonly bytes: Uint8Array; readonly length: number } {
  const { identity, gzip, brotli } = record;
  const headLength = headBytes(record);
  const length = RECORD.head + headLength + identity.length + (gzip?.length ?? 0) + (brotli?.length ?? 0);
  const bytes = new Uint8Array(Math.ceil(length / RECORD_ALIGNMENT) * RECORD_ALIGNMENT);
  const view = new DataView(bytes.buffer);
  view.setUint32(RECORD.headBytes, headLength, true);
  view.setUint32(RECORD.identityBytes, identity.length, true);
  view.setUint32(RECORD.gzipBytes, gzip?.length ?? 0, true);
  view.setUint32(RECORD.brotliBytes, brotli?.length ?? 0, true);
  writeHead(record, bytes, RECORD.head);
  let at = RECORD.head + headLength;
  for (const part of [identity, gzip, brotli]) {
    if (part === null) continue;
    bytes.set(part, at);
    at += part.length;
  }
  view.setUint32(RECORD.checksum, checksum(bytes.subarray(4, length)), true);
  return { bytes, length };
}

/** Four texts of at most 255 bytes, then each key with its related paths. */
function headBytes({ contentType, etag, lastModified, canonical, keys }: PackRecord): number {
  let length = 4 + contentType.length + etag.length + lastModified.length + canonical.length;
  for (const { key, related } of keys) {
    length += 3 + key.length + Math.max(0, related.length - 1);
    for (const path of related) length += path.length;
  }
  return length;
}

function writeHead(record: PackRecord, bytes: Uint8Array, start: number): void {
  let at = start;
  for (const text of [record.contentType, record.etag, record.lastModified, record.canonical])
    at = writeShort(text, bytes, at);
  for (const { key, related } of record.keys) {
    if (related.some((path) => path === "" || path.includes(" ")))
      throw new Error(`related paths of ${key} must be percent-encoded: ${JSON.stringify(related)}`);
    at = writeShort(key, bytes, at);
    const paths = related.length === 0 ? "" : related.join(" ");
    bytes[at] = paths.length & 255;
    bytes[at + 1] = paths.length >>> 8;
    at = writeAscii(paths, MAX_RELATED_BYTES, bytes, at + 2);
  }
}

/** A text behind a byte with its length; returns where the next one starts. */
function writeShort(text: string, bytes: Uint8Array, at: number): number {
  bytes[at] = text.length;
  return writeAscii(text, MAX_KEY_BYTES, bytes, at + 1);
}

/** Portable: Buffer is not, and TextEncoder takes several times as long for texts this short. */
function writeAscii(text: string, most: number, bytes: Uint8Array, start: number): number {
  if (text.length > most) throw new Error(`longer than ${most} bytes: ${text.slice(0, 80)}`);
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x20 || code > 0x7e) throw new Error(`not printable ASCII: ${JSON.stringify(text)}`);
    bytes[start + at] = code;
  }
  return start + text.length;
}
