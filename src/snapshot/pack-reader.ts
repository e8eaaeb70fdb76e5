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
import {
  carriesFingerprint,
  type DecodeAscii,
  decodeAscii,
  keysOf,
  parseRecord,
  uint32,
} from "./pack-record.ts";
import type { PackRecord } from "./pack-writer.ts";

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
  /** The same with their keys, as the writer takes them: for copying a pack. */
  entries(): Iterable<PackRecord>;
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
  if (recordBytes % RECORD_ALIGNMENT !== 0)
    throw new PackError(`${recordBytes} bytes of records: not a multiple of ${RECORD_ALIGNMENT}`);
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
    // Only a forged index gets this far with such numbers, but none may make a reader ask for gigabytes.
    if (length < RECORD.head || units * RECORD_ALIGNMENT + length > header.recordBytes)
      throw new PackError("damaged index: it points outside the records");
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
    // A quarter of the table is free, so an empty slot ends every probe; the bound is for a forged table.
    for (let slot = hash & mask, probes = 0; probes <= mask; slot = (slot + 1) & mask, probes++) {
      const length = slots[slot * 3 + 2] as number;
      if (length === 0) return null;
      if (slots[slot * 3] !== hash) continue;
      const record = readRecord(slots[slot * 3 + 1] as number, length);
      const answer = parseRecord(record, key, decode);
      if (answer !== null) return answer;
      // Two keys may share a fingerprint, but then the record carries the other one. Otherwise this is not the
      // record the index means (bytes of another one, sound in itself): damage, not absence.
      if (!carriesFingerprint(record, hash, decode))
        throw new PackError("damaged record: another one lies in its place");
    }
    throw new PackError("damaged index: it has no free slot");
  };

  function* inOrder(): Iterable<Uint8Array> {
    const seen = new Map<number, number>();
    for (let at = 0; at < slots.length; at += 3) {
      const length = slots[at + 2] as number;
      if (length > 0) seen.set(slots[at + 1] as number, length);
    }
    for (const [units, length] of [...seen].sort(([a], [b]) => a - b)) yield readRecord(units, length);
  }

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
      for (const record of inOrder()) {
        const answer = parseRecord(record, null, decode);
        if (answer !== null) yield answer;
      }
    },
    *entries() {
      for (const record of inOrder()) {
        const answer = parseRecord(record, null, decode);
        if (answer !== null) yield { ...answer, keys: keysOf(record, decode) };
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

/** The index as numbers. Copied where it is not aligned (Buffer's slice would not); every platform is little-endian. */
function toUint32Array(bytes: Uint8Array): Uint32Array {
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : new Uint8Array(bytes);
  return new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.byteLength / 4);
}
