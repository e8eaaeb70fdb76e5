// One pack to many of at most a given size: the records of a snapshot shared out by key, each copied into every pack
// that holds one of its keys. Same records, same bytes. How keys choose their pack is the caller's rule.
import type { Checksum } from "./crc32.ts";
import { HEADER_BYTES, RECORD, RECORD_ALIGNMENT, SLOT_BYTES, type StoredAnswer } from "./format.ts";
import { slotsFor } from "./pack-index.ts";
import type { PackReader } from "./pack-reader.ts";
import { createPackWriter, type KeyOfRecord, type PackRecord } from "./pack-writer.ts";

export interface SplitRules {
  /** Which records to take, by their first key. */
  readonly takes: (key: string) => boolean;
  /** No pack is larger. */
  readonly maxBytes: number;
  readonly hashOf: (key: string) => number;
  readonly packOf: (hash: number, packCount: number) => number;
  readonly checksum: Checksum;
}

export interface SplitPack {
  readonly count: number;
  /** The bytes of one pack, made when asked for: a snapshot may be larger than memory. */
  build(number: number): Uint8Array;
}

export class SplitError extends Error {
  override readonly name = "SplitError";
}

/** The shares of a hash differ by a third or so; what is left over is room for a record that is larger than others. */
const AVERAGE_SHARE = 0.6;
/** A record with all its codings takes at most this share of a pack, or the others would have to shrink to nothing. */
const LARGEST_RECORD_SHARE = 7 / 8;
/** Counts grow in steps of a thirty-second, so that a few more records leave most packs, and their names, as they are. */
const STEPS_PER_DOUBLING = 32;
const MOST_PACKS = 1 << 16;

export function splitPack(pack: PackReader, rules: SplitRules): SplitPack {
  const ledger = readLedger(pack, rules);
  let count = firstCount(ledger, rules.maxBytes);
  while (largestPack(ledger, rules, count) > rules.maxBytes) {
    count = nextCount(count + 1);
    if (count > MOST_PACKS)
      throw new SplitError(`the records do not fit ${MOST_PACKS} packs of ${rules.maxBytes} bytes`);
  }
  const members = membersOf(ledger, rules, count);
  return {
    count,
    build: (number) => buildPack(pack, members[number] ?? [], rules.checksum),
  };
}

/** What must be known of each record to try out counts without reading it again. */
interface Ledger {
  readonly keys: readonly (readonly KeyOfRecord[])[];
  readonly hashes: readonly Uint32Array[];
  /** Bytes of a copy without any key, alignment included. */
  readonly bodyBytes: readonly number[];
  readonly keyBytes: readonly (readonly number[])[];
}

function readLedger(pack: PackReader, { takes, hashOf, maxBytes }: SplitRules): Ledger {
  const keys: (readonly KeyOfRecord[])[] = [];
  const hashes: Uint32Array[] = [];
  const bodyBytes: number[] = [];
  const keyBytes: (readonly number[])[] = [];
  for (const record of pack.entries()) {
    if (!takes(record.keys[0]?.key ?? "")) continue;
    const bytes = bytesWithoutKeys(record);
    if (bytes > maxBytes * LARGEST_RECORD_SHARE) {
      throw new SplitError(
        `${record.keys[0]?.key} takes ${bytes} bytes with all its codings; a pack of ${maxBytes} bytes has room for ${Math.floor(maxBytes * LARGEST_RECORD_SHARE)}. Make it smaller, or offer it as a download.`,
      );
    }
    keys.push(record.keys);
    hashes.push(Uint32Array.from(record.keys, ({ key }) => hashOf(key)));
    bodyBytes.push(bytes);
    keyBytes.push(record.keys.map(({ key, related }) => 3 + key.length + related.join(" ").length));
  }
  return { keys, hashes, bodyBytes, keyBytes };
}

/** At most: the alignment is counted in full. */
function bytesWithoutKeys(record: PackRecord): number {
  const { contentType, etag, lastModified, canonical, identity, gzip, brotli } = record;
  const texts = 4 + contentType.length + etag.length + lastModified.length + canonical.length;
  const bodies = identity.length + (gzip?.length ?? 0) + (brotli?.length ?? 0);
  return RECORD.head + texts + bodies + RECORD_ALIGNMENT - 1;
}

function firstCount({ hashes, bodyBytes, keyBytes }: Ledger, maxBytes: number): number {
  let total = 0;
  hashes.forEach((of, at) => {
    total += (bodyBytes[at] as number) * new Set(of).size;
    for (const bytes of keyBytes[at] as readonly number[]) total += bytes + 2 * SLOT_BYTES;
  });
  return nextCount(Math.max(1, Math.ceil(total / (maxBytes * AVERAGE_SHARE))));
}

/** The next step at or above `count`. */
function nextCount(count: number): number {
  const step = Math.max(1, 2 ** Math.floor(Math.log2(count)) / STEPS_PER_DOUBLING);
  return Math.ceil(count / step) * step;
}

function largestPack(ledger: Ledger, { packOf }: SplitRules, count: number): number {
  const bytes = new Float64Array(count);
  const keys = new Uint32Array(count);
  ledger.hashes.forEach((hashes, record) => {
    const numbers = Array.from(hashes, (hash) => packOf(hash, count));
    numbers.forEach((number, at) => {
      const firstHere = numbers.indexOf(number) === at;
      bytes[number] =
        (bytes[number] as number) +
        (ledger.keyBytes[record]?.[at] ?? 0) +
        (firstHere ? (ledger.bodyBytes[record] as number) : 0);
      keys[number] = (keys[number] as number) + 1;
    });
  });
  let largest = 0;
  bytes.forEach((recordBytes, number) => {
    const whole = HEADER_BYTES + recordBytes + slotsFor(keys[number] as number) * SLOT_BYTES;
    largest = Math.max(largest, whole);
  });
  return largest;
}

/** For each pack its records, in the order of the snapshot, each with the keys that lead to it there. */
function membersOf(
  { keys, hashes }: Ledger,
  { packOf }: SplitRules,
  count: number,
): (readonly KeyOfRecord[])[][] {
  const members: (readonly KeyOfRecord[])[][] = Array.from({ length: count }, () => []);
  keys.forEach((all, record) => {
    const here = new Map<number, KeyOfRecord[]>();
    all.forEach((key, at) => {
      const number = packOf(hashes[record]?.[at] as number, count);
      const others = here.get(number);
      if (others === undefined) here.set(number, [key]);
      else others.push(key);
    });
    for (const [number, some] of here) members[number]?.push(some);
  });
  return members;
}

function buildPack(
  from: PackReader,
  members: readonly (readonly KeyOfRecord[])[],
  checksum: Checksum,
): Uint8Array {
  const parts: Uint8Array[] = [];
  const writer = createPackWriter((bytes) => parts.push(bytes), checksum);
  for (const keys of members) writer.add({ ...recordUnder(from, keys), keys });
  const header = writer.finish();
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, header.length));
  let at = 0;
  for (const part of [header, ...parts]) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

function recordUnder(from: PackReader, keys: readonly KeyOfRecord[]): StoredAnswer {
  const answer = from.find(keys.map(({ key }) => key));
  if (answer === null)
    throw new SplitError(`the snapshot lost the record of ${keys[0]?.key} while it was read`);
  return answer;
}
