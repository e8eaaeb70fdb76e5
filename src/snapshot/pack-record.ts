// One record of a pack, already read and checked: its answer, and the keys it carries. Portable. Lengths inside it
// are never trusted: what does not fit is a PackError, whatever the checksum says.
import { hashKey, PackError, RECORD, type StoredAnswer } from "./format.ts";
import type { KeyOfRecord } from "./pack-writer.ts";

export type DecodeAscii = (bytes: Uint8Array, start: number, end: number) => string;

const NONE: readonly string[] = [];
/** Content type, entity tag, date and canonical path. */
const TEXTS_BEFORE_KEYS = 4;

/** The answer if the record carries `key` (any record if null); null if only the fingerprint was the same. */
export function parseRecord(
  record: Uint8Array,
  key: string | null,
  decode: DecodeAscii,
): StoredAnswer | null {
  const identityAt = RECORD.head + uint32(record, RECORD.headBytes);
  const gzipAt = identityAt + uint32(record, RECORD.identityBytes);
  const brotliAt = gzipAt + uint32(record, RECORD.gzipBytes);
  if (brotliAt + uint32(record, RECORD.brotliBytes) !== record.length)
    throw new PackError("damaged record: its parts do not add up");

  const etagAt = endOfText(record, RECORD.head, identityAt);
  const lastModifiedAt = endOfText(record, etagAt, identityAt);
  const canonicalAt = endOfText(record, lastModifiedAt, identityAt);
  const keysAt = endOfText(record, canonicalAt, identityAt);
  const related = key === null ? "" : findRelated(record, keysAt, identityAt, key, decode);
  if (related === null) return null;
  // Decoded at once, length bytes and all, then cut: a native call costs more than what it decodes.
  const texts = decode(record, 0, keysAt);
  return {
    contentType: texts.slice(RECORD.head + 1, etagAt),
    etag: texts.slice(etagAt + 1, lastModifiedAt),
    lastModified: texts.slice(lastModifiedAt + 1, canonicalAt),
    canonical: texts.slice(canonicalAt + 1),
    related: related === "" ? NONE : related.split(" "),
    identity: record.subarray(identityAt, gzipAt),
    gzip: brotliAt === gzipAt ? null : record.subarray(gzipAt, brotliAt),
    brotli: record.length === brotliAt ? null : record.subarray(brotliAt),
  };
}

/** Where the text that starts at `at` with its length ends. */
function endOfText(record: Uint8Array, at: number, end: number): number {
  const next = at + 1 + (at < end ? (record[at] as number) : 0);
  if (next > end) throw badHead();
  return next;
}

/** Walks the record's keys, each followed by its related paths, and compares them byte by byte. */
function findRelated(
  record: Uint8Array,
  start: number,
  end: number,
  key: string,
  decode: DecodeAscii,
): string | null {
  for (let at = start; at < end; ) {
    const keyBytes = record[at] as number;
    const relatedAt = at + 3 + keyBytes;
    const next = relatedAt + relatedBytesBefore(record, relatedAt, end);
    if (keyBytes === key.length && equalsAscii(record, at + 1, key))
      return next === relatedAt ? "" : decode(record, relatedAt, next);
    at = next;
  }
  return null;
}

/** Every key of the record, in order, with its related paths. For copying records, not for answering from them. */
export function keysOf(record: Uint8Array, decode: DecodeAscii): KeyOfRecord[] {
  const keys: KeyOfRecord[] = [];
  const end = RECORD.head + uint32(record, RECORD.headBytes);
  let at: number = RECORD.head;
  for (let text = 0; text < TEXTS_BEFORE_KEYS; text++) at += 1 + (record[at] as number);
  while (at < end) {
    const relatedAt = at + 3 + (record[at] as number);
    const next = relatedAt + relatedBytesBefore(record, relatedAt, end);
    const related = decode(record, relatedAt, next);
    keys.push({
      key: decode(record, at + 1, relatedAt - 2),
      related: related === "" ? NONE : related.split(" "),
    });
    at = next;
  }
  return keys;
}

/** Whether any key of the record has this hash. Only asked where a fingerprint matched and the key did not. */
export function carriesFingerprint(record: Uint8Array, hash: number, decode: DecodeAscii): boolean {
  const end = RECORD.head + uint32(record, RECORD.headBytes);
  let at: number = RECORD.head;
  for (let text = 0; text < TEXTS_BEFORE_KEYS; text++) at += 1 + (record[at] as number);
  while (at < end) {
    const relatedAt = at + 3 + (record[at] as number);
    if (hashKey(decode(record, at + 1, relatedAt - 2)) === hash) return true;
    at = relatedAt + relatedBytesBefore(record, relatedAt, end);
  }
  return false;
}

/** The two bytes before the related paths: how many bytes they have. */
function relatedBytesBefore(record: Uint8Array, at: number, end: number): number {
  const length = (record[at - 2] as number) | ((record[at - 1] as number) << 8);
  if (at + length > end) throw badHead();
  return length;
}

function badHead(): PackError {
  return new PackError("damaged record: its head runs into its body");
}

function equalsAscii(bytes: Uint8Array, start: number, text: string): boolean {
  for (let at = 0; at < text.length; at++) if (bytes[start + at] !== text.charCodeAt(at)) return false;
  return true;
}

export const decodeAscii: DecodeAscii = (bytes, start, end) => {
  let text = "";
  for (let at = start; at < end; at++) text += String.fromCharCode(bytes[at] as number);
  return text;
};

export function uint32(bytes: Uint8Array, at: number): number {
  return (
    ((bytes[at] as number) |
      ((bytes[at + 1] as number) << 8) |
      ((bytes[at + 2] as number) << 16) |
      ((bytes[at + 3] as number) << 24)) >>>
    0
  );
}
