// Entries of a zip archive, streamed from disk: the size is bounded while unpacking, and the checksum is compared (the
// unzip library of the readers does neither, and holds everything in memory).
import { closeSync, createReadStream, fstatSync, openSync, readSync } from "node:fs";
import { Readable, Transform } from "node:stream";
import { crc32, createInflateRaw } from "node:zlib";
import { SyncError } from "./sync-error.ts";

export interface ZipEntry {
  readonly name: string;
  readonly method: number;
  readonly crc: number;
  readonly packedBytes: number;
  readonly bytes: number;
  readonly offset: number;
  readonly modifiedMs: number;
}

const END_MARK = 0x06054b50;
const ENTRY_MARK = 0x02014b50;
const LOCAL_MARK = 0x04034b50;
const END_BYTES = 22;
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;
const MAX_COMMENT = 0xffff;
/** Stands for "see the zip64 record": no upstream is that large. */
const ZIP64 = 0xffffffff;
const STORED = 0;
const DEFLATED = 8;

export function readZipDirectory(path: string): readonly ZipEntry[] {
  const descriptor = openSync(path, "r");
  try {
    const { size } = fstatSync(descriptor);
    const tail = read(descriptor, Math.max(0, size - END_BYTES - MAX_COMMENT), size);
    const end = tail.lastIndexOf(mark(END_MARK));
    if (end < 0 || end + END_BYTES > tail.length) throw unsound("its directory is missing: it was cut short");
    const count = tail.readUInt16LE(end + 10);
    const length = tail.readUInt32LE(end + 12);
    const start = tail.readUInt32LE(end + 16);
    if (start === ZIP64 || start + length > size) throw unsound("its directory lies outside of it");
    return parseDirectory(read(descriptor, start, start + length), count);
  } finally {
    closeSync(descriptor);
  }
}

/** The unpacked entry; the stream fails where it is longer than it says, or its checksum differs. */
export function openZipEntry(path: string, entry: ZipEntry): Readable {
  const { method, packedBytes } = entry;
  if (method !== STORED && method !== DEFLATED)
    throw unsound(`${entry.name} is packed by method ${method}, which is not known`);
  const start = bodyOffset(path, entry);
  const packed: Readable =
    packedBytes === 0 ? Readable.from([]) : createReadStream(path, { start, end: start + packedBytes - 1 });
  const checked = checkAgainst(entry);
  packed.on("error", (error) => checked.destroy(error));
  if (method === STORED) return packed.pipe(checked);
  const inflate = createInflateRaw();
  inflate.on("error", (error) => checked.destroy(unsound(`${entry.name} is damaged`, error)));
  return packed.pipe(inflate).pipe(checked);
}

function checkAgainst({ name, bytes, crc }: ZipEntry): Transform {
  let length = 0;
  let sum = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      length += chunk.length;
      sum = crc32(chunk, sum);
      if (length > bytes) done(unsound(`${name} unpacks to more than the ${bytes} bytes it claims`));
      else done(null, chunk);
    },
    flush(done) {
      done(length === bytes && sum === crc ? null : unsound(`${name} does not match its checksum`));
    },
  });
}

function parseDirectory(bytes: Buffer, count: number): ZipEntry[] {
  const entries: ZipEntry[] = [];
  let at = 0;
  for (let seen = 0; seen < count; seen++) {
    if (at + ENTRY_BYTES > bytes.length || bytes.readUInt32LE(at) !== ENTRY_MARK)
      throw unsound("its directory is damaged");
    const nameBytes = bytes.readUInt16LE(at + 28);
    entries.push({
      name: bytes.toString("utf8", at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes),
      method: bytes.readUInt16LE(at + 10),
      modifiedMs: dosTime(bytes.readUInt16LE(at + 14), bytes.readUInt16LE(at + 12)),
      crc: bytes.readUInt32LE(at + 16),
      packedBytes: bytes.readUInt32LE(at + 20),
      bytes: bytes.readUInt32LE(at + 24),
      offset: bytes.readUInt32LE(at + 42),
    });
    at += ENTRY_BYTES + nameBytes + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return entries;
}

/** The local header repeats the name and may carry other extra fields than the directory. */
function bodyOffset(path: string, { name, offset }: ZipEntry): number {
  const descriptor = openSync(path, "r");
  try {
    const header = read(descriptor, offset, offset + LOCAL_BYTES);
    if (header.length < LOCAL_BYTES || header.readUInt32LE(0) !== LOCAL_MARK)
      throw unsound(`${name} is not where the directory says`);
    return offset + LOCAL_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28);
  } finally {
    closeSync(descriptor);
  }
}

/** Without a zone; taken as UTC. */
function dosTime(date: number, time: number): number {
  return Date.UTC(
    1980 + (date >> 9),
    ((date >> 5) & 15) - 1,
    date & 31,
    time >> 11,
    (time >> 5) & 63,
    (time & 31) * 2,
  );
}

function read(descriptor: number, start: number, end: number): Buffer {
  const bytes = Buffer.alloc(end - start);
  return bytes.subarray(0, readSync(descriptor, bytes, 0, bytes.length, start));
}

function mark(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function unsound(reason: string, cause?: unknown): SyncError {
  return new SyncError(`is not a sound zip archive: ${reason}`, { cause });
}
