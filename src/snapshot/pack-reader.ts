// The reading half of the pack format: open, find, verify. Portable: no file system, no native module; where the
// bytes come from is the caller's business.
import type { Checksum } from "./crc32.ts";
import {
  HEADER,
  HEADER_BYTES,
  hashKey,
  MAX_LOAD,
  PACK_MAGIC,
  PACK_VERSION,
  PackError,
  RECORD,
  RECORD_ALIGNMENT,
  SLOT_BYTES,
  type StoredAnswer,
} from "./format.ts";

export interface PackHeader {
  readonly slotCount: number;
  readonly keyCount: number;
  readonly recordCount: number;
  readonly indexChecksum: number;
  readonly recordBytes: number;
  readonly indexOffset: number;
  readonly indexBytes: number;
}

/** Reads `length` bytes at `offset` from the start of the pack. */
export type ReadRecord = (offset: number, length: number) => Uint8Array;

export interface PackReader {
  readonly header: PackHeader;
  /** The answer under the first of the keys that is there; null if none is; throws PackError on damage. */
  find(keys: readonly string[]): StoredAnswer | null;
  /** Every record once, checked, in the order of the file. */
  records(): Iterable<StoredAnswer>;
}

export interface PackReaderOptions {
  readonly header: PackHeader;
  readonly index: Uint8Array;
  readonly read: ReadRecord;
  readonly checksum: Checksum;
  /** Off only where every record was verified when the pack was opened. */
  readonly verifyOnRead?: boolean;
  /** Bytes to text; Node passes Buffer's native one. */
  readonly decode?: DecodeAscii;
}

export type DecodeAscii = (bytes: Uint8Array, start: number, end: number) => string;

/** Checks everything the header can tell; `packBytes` is the size of the whole pack. */
export function parsePackHeader(bytes: Uint8Array, packBytes: number, checksum: Checksum): PackHeader {
  if (bytes.length < HEADER_BYTES || packBytes < HEADER_BYTES) {
    throw new PackError(`too short to be a pack: ${packBytes} bytes, the header alone has ${HEADER_BYTES}`);
  }
  if (PACK_MAGIC.some((byte, at) => bytes[at] !== byte)) {
    throw new PackError("not a Fleet Monitor pack: it does not start with FLEETPK");
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, HEADER_BYTES);
  const version = view.getUint16(HEADER.version, true);
  if (version !== PACK_VERSION) {
    throw new PackError(
      `pack format version ${version}; this program reads version ${PACK_VERSION}: build the snapshot anew`,
    );
  }
  const expected = view.getUint32(HEADER.headerChecksum, true);
  if (checksum(bytes.subarray(0, HEADER.headerChecksum)) !== expected) {
    throw new PackError("damaged header: its checksum does not match");
  }
  const slotCount = view.getUint32(HEADER.slotCount, true);
  const keyCount = view.getUint32(HEADER.keyCount, true);
  const recordBytes =
    view.getUint32(HEADER.recordBytesLow, true) + view.getUint32(HEADER.recordBytesHigh, true) * 2 ** 32;
  const indexOffset = HEADER_BYTES + recordBytes;
  const indexBytes = slotCount * SLOT_BYTES;
  if (view.getUint16(HEADER.headerBytes, true) !== HEADER_BYTES)
    throw new PackError("header of an unknown length");
  if (slotCount === 0 || (slotCount & (slotCount - 1)) !== 0) {
    throw new PackError(`index of ${slotCount} slots: the number must be a power of two`);
  }
  if (keyCount > slotCount * MAX_LOAD)
    throw new PackError(`${keyCount} keys do not fit an index of ${slotCount} slots`);
  if (indexOffset + indexBytes !== packBytes) {
    throw new PackError(
      `truncated or padded: ${packBytes} bytes, the header announces ${indexOffset + indexBytes}`,
    );
  }
  return {
    slotCount,
    keyCount,
    recordCount: view.getUint32(HEADER.recordCount, true),
    indexChecksum: view.getUint32(HEADER.indexChecksum, true),
    recordBytes,
    indexOffset,
    indexBytes,
  };
}

/** Verifies the index once; a flipped bit in it must not turn into a 404 later. */
export function createPackReader(options: PackReaderOptions): PackReader {
  const { header, index, read, checksum, verifyOnRead = true, decode = decodeAscii } = options;
  if (index.length !== header.indexBytes) {
    throw new PackError(`index cut short: ${index.length} bytes of ${header.indexBytes}`);
  }
  if (checksum(index) !== header.indexChecksum)
    throw new PackError("damaged index: its checksum does not match");
  const slots = toUint32Array(index);
  const mask = header.slotCount - 1;

  const readRecord = (units: number, length: number): Uint8Array => {
    const record = read(HEADER_BYTES + units * RECORD_ALIGNMENT, length);
    if (record.length !== length)
      throw new PackError(`record cut short: ${record.length} bytes of ${length}`);
    if (verifyOnRead && checksum(record.subarray(4)) !== uint32(record, RECORD.checksum)) {
      throw new PackError("damaged record: its checksum does not match");
    }
    return record;
  };

  const findKey = (key: string): StoredAnswer | null => {
    const hash = hashKey(key);
    // The table is never full, so an empty slot ends every probe.
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const length = slots[slot * 3 + 2] as number;
      if (length === 0) return null;
      if (slots[slot * 3] !== hash) continue;
      const answer = parseRecord(readRecord(slots[slot * 3 + 1] as number, length), key, decode);
      if (answer !== null) return answer;
    }
  };

  return {
    header,
    find(keys) {
      for (const key of keys) {
        const answer = findKey(key);
        if (answer !== null) return answer;
      }
      return null;
    },
    *records() {
      const seen = new Map<number, number>();
      for (let at = 0; at < slots.length; at += 3) {
        const length = slots[at + 2] as number;
        if (length > 0) seen.set(slots[at + 1] as number, length);
      }
      for (const [units, length] of [...seen].sort(([a], [b]) => a - b)) {
        const answer = parseRecord(readRecord(units, length), null, decode);
        if (answer !== null) yield answer;
      }
    },
  };
}

/** Opens a pack that lies in memory whole. */
export function openPackBytes(bytes: Uint8Array, checksum: Checksum): PackReader {
  const header = parsePackHeader(bytes, bytes.length, checksum);
  const index = bytes.subarray(header.indexOffset, header.indexOffset + header.indexBytes);
  return createPackReader({
    header,
    index,
    read: (offset, length) => bytes.subarray(offset, offset + length),
    checksum,
  });
}

/** The answer if the record carries `key` (any record if null); null if only the fingerprint was the same. */
function parseRecord(record: Uint8Array, key: string | null, decode: DecodeAscii): StoredAnswer | null {
  const headBytes = uint32(record, RECORD.headBytes);
  const identityBytes = uint32(record, RECORD.identityBytes);
  const gzipBytes = uint32(record, RECORD.gzipBytes);
  const brotliBytes = uint32(record, RECORD.brotliBytes);
  const identityAt = RECORD.head + headBytes;
  const gzipAt = identityAt + identityBytes;
  const brotliAt = gzipAt + gzipBytes;
  if (brotliAt + brotliBytes !== record.length)
    throw new PackError("damaged record: its parts do not add up");

  let at: number = RECORD.head;
  const nextText = () => {
    const start = at + 1;
    at = start + (record[at] as number);
    return decode(record, start, at);
  };
  const contentType = nextText();
  const etag = nextText();
  const lastModified = nextText();
  const canonical = nextText();
  let related = "";
  if (key !== null) {
    const found = findRelated(record, at, identityAt, key, decode);
    if (found === null) return null;
    related = found;
  }
  return {
    contentType,
    etag,
    lastModified,
    canonical,
    related: related === "" ? NONE : related.split(" "),
    identity: record.subarray(identityAt, gzipAt),
    gzip: gzipBytes === 0 ? null : record.subarray(gzipAt, brotliAt),
    brotli: brotliBytes === 0 ? null : record.subarray(brotliAt),
  };
}

const NONE: readonly string[] = [];

/** Walks the record's keys, each followed by its related paths, and compares them byte by byte. */
function findRelated(
  record: Uint8Array,
  start: number,
  end: number,
  key: string,
  decode: DecodeAscii,
): string | null {
  let at = start;
  while (at < end) {
    const keyBytes = record[at] as number;
    const relatedAt = at + 1 + keyBytes;
    const relatedBytes = (record[relatedAt] as number) | ((record[relatedAt + 1] as number) << 8);
    if (keyBytes === key.length && equalsAscii(record, at + 1, key)) {
      return relatedBytes === 0 ? "" : decode(record, relatedAt + 2, relatedAt + 2 + relatedBytes);
    }
    at = relatedAt + 2 + relatedBytes;
  }
  return null;
}

function equalsAscii(bytes: Uint8Array, start: number, text: string): boolean {
  for (let at = 0; at < text.length; at++) if (bytes[start + at] !== text.charCodeAt(at)) return false;
  return true;
}

const decodeAscii: DecodeAscii = (bytes, start, end) => {
  let text = "";
  for (let at = start; at < end; at++) text += String.fromCharCode(bytes[at] as number);
  return text;
};

function uint32(bytes: Uint8Array, at: number): number {
  return (
    ((bytes[at] as number) |
      ((bytes[at + 1] as number) << 8) |
      ((bytes[at + 2] as number) << 16) |
      ((bytes[at + 3] as number) << 24)) >>>
    0
  );
}

/** The index as numbers. Copied where it is not aligned; every platform this runs on is little-endian. */
function toUint32Array(bytes: Uint8Array): Uint32Array {
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  return new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.byteLength / 4);
}
