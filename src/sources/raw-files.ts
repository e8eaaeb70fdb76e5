// Upstream files as they lie in a raw folder: plain or with a .gz added, inside zip or tar archives, with a byte-order
// mark or without. Decompression is bounded: a small file must not unpack into the whole memory.
import { isUtf8 } from "node:buffer";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { ENTRIES, jsonPieces } from "./json-pieces.ts";
import { SourceError } from "./source-error.ts";
import { unzipEntry } from "./zip-entry.ts";

/** The largest file any upstream has unpacks to a tenth of this. */
const MAX_UNPACKED_BYTES = 2 ** 30;

/** Path of the file, or of the file with .gz added; null if neither is there. */
export function findRaw(folder: string, name: string): string | null {
  for (const candidate of [name, `${name}.gz`]) {
    const path = join(folder, candidate);
    if (existsSync(path)) return path;
  }
  return null;
}

/** Unpacks by content, not by name: upstreams call gzip files .js. */
export function readRaw(path: string): Buffer {
  try {
    const bytes = readFileSync(path);
    const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
    return isGzip ? gunzipSync(bytes, { maxOutputLength: MAX_UNPACKED_BYTES }) : bytes;
  } catch (error) {
    throw new SourceError(
      path,
      null,
      `cannot be read (${(error as Error).message}); fetch it again with 'fleet sync'`,
      {
        cause: error,
      },
    );
  }
}

export function readRawText(path: string): string {
  return textOf(readRaw(path));
}

/** UTF-8, or Latin-1 where it is not (icao24plus); without the byte-order mark. */
export function textOf(bytes: Buffer): string {
  return withoutMark(bytes.toString(isUtf8(bytes) ? "utf8" : "latin1"));
}

/** One entry of a zip archive. */
export function readZipEntry(path: string, entry: string): Buffer {
  let bytes: Buffer | null;
  try {
    bytes = unzipEntry(readFileSync(path), entry, MAX_UNPACKED_BYTES);
  } catch (error) {
    const reason = `is not a sound zip archive (${(error as Error).message}); fetch it again`;
    throw new SourceError(path, null, reason, { cause: error });
  }
  if (bytes === null) throw new SourceError(path, null, `holds no ${entry}`);
  return bytes;
}

/** Entries of a JSON object, one by one; what they hold is the reader's to check. */
export function* parseJsonEntries(path: string, text: string): Iterable<readonly [string, unknown]> {
  const [open, close] = [text.indexOf(ENTRIES.open), text.lastIndexOf(ENTRIES.close)];
  if (text.slice(0, Math.max(0, open)).trim() !== "" || open < 0)
    throw new SourceError(path, null, "holds no JSON object; fetch it again");
  try {
    if (text.slice(close + 1).trim() !== "") throw new Error("it is cut off, or something follows its end");
    for (const piece of jsonPieces(text, open + 1, close, ENTRIES)) {
      const entries = piece as Readonly<Record<string, unknown>>;
      for (const key in entries) yield [key, entries[key]];
    }
  } catch (error) {
    throw new SourceError(path, null, `is not JSON (${(error as Error).message}); fetch it again`, {
      cause: error,
    });
  }
}

/** ISO day of the file: downloads keep the date their server gave them. */
export function dayOf(path: string): string {
  return statSync(path).mtime.toISOString().slice(0, 10);
}

export function withoutMark(text: string): string {
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}
