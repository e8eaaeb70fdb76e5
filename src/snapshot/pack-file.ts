// The pack while it is written to disk: in large blocks, hashed on the way, the header last.
import { createHash } from "node:crypto";
import { closeSync, fsyncSync, openSync, writeSync } from "node:fs";
import { basename } from "node:path";
import { crc32 } from "node:zlib";
import { HEADER_BYTES } from "./format.ts";
import type { FileNote } from "./manifest.ts";
import { createPackWriter, type PackRecord } from "./pack-writer.ts";

export interface PackFile {
  add(record: PackRecord): void;
  /** Writes the index and the header, and waits for the disk. */
  finish(): FileNote;
  /** Closes the file as it is, if it is still open. */
  abandon(): void;
}

const BLOCK_BYTES = 1 << 20;

export function openPackFile(path: string): PackFile {
  const descriptor = openSync(path, "w");
  const hash = createHash("sha256");
  let chunks: Uint8Array[] = [];
  let pending = 0;
  let bytes = HEADER_BYTES;
  let isOpen = true;
  const close = () => {
    if (isOpen) closeSync(descriptor);
    isOpen = false;
  };
  writeSync(descriptor, new Uint8Array(HEADER_BYTES));
  const flush = () => {
    const block = Buffer.concat(chunks);
    hash.update(block);
    for (let at = 0; at < block.length; ) at += writeSync(descriptor, block, at);
    chunks = [];
    pending = 0;
  };
  const writer = createPackWriter((part) => {
    chunks.push(part);
    pending += part.length;
    bytes += part.length;
    if (pending >= BLOCK_BYTES) flush();
  }, crc32);
  return {
    add: writer.add,
    finish() {
      const header = writer.finish();
      flush();
      writeSync(descriptor, header, 0, header.length, 0);
      fsyncSync(descriptor);
      close();
      return { name: basename(path), bytes, sha256: hash.update(header).digest("hex") };
    },
    abandon: close,
  };
}
