// Whether a file that arrived may replace the one that is there. Servers answer 200 with a web page, half a file, or
// somebody else's file; each of these must be noticed before the good file is gone.
import { createHash } from "node:crypto";
import { closeSync, openSync, readSync, statSync } from "node:fs";
import { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { megabytes, SyncError } from "./sync-error.ts";
import type { Download, SizeRange } from "./upstream.ts";
import { openZipEntry, readZipDirectory, type ZipEntry } from "./zip-archive.ts";

const HEAD_BYTES = 1_024;
const CHUNK_BYTES = 1 << 20;
const WEB_PAGE = /^\s*<(?:!doctype|html|head|body|\?xml)/i;

/** Throws where a download's file is not what the catalogue describes. */
export async function checkDownload(path: string, { form, bytes }: Download): Promise<void> {
  const size = statSync(path).size;
  const head = readHead(path);
  if (WEB_PAGE.test(decode(head))) throw new SyncError("is a web page, not the file");
  checkSize(size, bytes);
  switch (form.kind) {
    case "text":
      return checkText(path, form.begins);
    case "zip":
      return checkZip(path, form.holds, form.unpackedMost);
    case "tar.gz":
      // Its checksum is compared while it is unpacked.
      if (!isGzip(head)) throw new SyncError("is not a gzip archive");
      return;
    default:
      return form satisfies never;
  }
}

export function checkSize(size: number, { least, most }: SizeRange): void {
  if (size < least) throw new SyncError(`has ${megabytes(size)}; at least ${megabytes(least)} were expected`);
  if (size > most) throw tooLarge(most);
}

export function tooLarge(most: number): SyncError {
  return new SyncError(`is larger than ${megabytes(most)}, more than it can be`);
}

/** Half of what was there is a cut file or another one, not an update. */
export function checkAgainstPrevious(size: number, previous: number, path: string): void {
  if (2 * size >= previous) return;
  throw new SyncError(
    `has ${megabytes(size)}, less than half of the ${megabytes(previous)} it would replace; if it really shrank, delete ${path} and sync again`,
  );
}

/** The beginning, the end, and no hole in between (a disk that lost power leaves zeros). */
export function checkText(path: string, begins: RegExp | undefined): void {
  if (begins !== undefined && !begins.test(decode(readHead(path))))
    throw new SyncError(`does not begin as it should (${begins.source}): it is another file`);
  let last = 0;
  for (const chunk of chunksOf(path)) {
    if (chunk.includes(0)) throw new SyncError("holds zero bytes: it is damaged");
    last = chunk[chunk.length - 1] ?? last;
  }
  if (last !== 0x0a) throw new SyncError("ends in the middle of a line: it was cut short");
}

async function checkZip(path: string, holds: readonly string[], unpackedMost: number): Promise<void> {
  const entries = zipEntries(path, holds, unpackedMost);
  for (const entry of entries) {
    const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
    await pipeline(openZipEntry(path, entry), nowhere);
  }
}

/** The named entries; their claimed sizes are held against the limit before anything is unpacked. */
export function zipEntries(path: string, names: readonly string[], unpackedMost: number): ZipEntry[] {
  const directory = readZipDirectory(path);
  const entries = names.map((name) => {
    const entry = directory.find((candidate) => candidate.name === name);
    if (entry === undefined) throw new SyncError(`holds no ${name}`);
    return entry;
  });
  if (entries.reduce((sum, { bytes }) => sum + bytes, 0) > unpackedMost)
    throw new SyncError(`would unpack to more than ${megabytes(unpackedMost)}`);
  return entries;
}

export function sha256Of(path: string): string {
  const hash = createHash("sha256");
  for (const chunk of chunksOf(path)) hash.update(chunk);
  return hash.digest("hex");
}

export function isSameContent(a: string, b: string): boolean {
  if (statSync(a).size !== statSync(b).size) return false;
  const others = chunksOf(b);
  for (const chunk of chunksOf(a)) {
    const other = others.next();
    if (other.done === true || !chunk.equals(other.value)) return false;
  }
  return true;
}

export function isGzipFile(path: string): boolean {
  return isGzip(readHead(path));
}

function isGzip(head: Buffer): boolean {
  return head[0] === 0x1f && head[1] === 0x8b;
}

function readHead(path: string): Buffer {
  return chunksOf(path, HEAD_BYTES).next().value ?? Buffer.alloc(0);
}

function decode(head: Buffer): string {
  return head.toString("utf8").replace(/^\ufeff/, "");
}

function* chunksOf(path: string, chunkBytes = CHUNK_BYTES): Generator<Buffer, undefined> {
  const descriptor = openSync(path, "r");
  try {
    for (;;) {
      const chunk = Buffer.allocUnsafe(chunkBytes);
      const length = readSync(descriptor, chunk, 0, chunkBytes, null);
      if (length === 0) return undefined;
      yield chunk.subarray(0, length);
    }
  } finally {
    closeSync(descriptor);
  }
}
