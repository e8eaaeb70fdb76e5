// Files that are either the old ones or the new ones, whatever happens in between: written aside, flushed, renamed.
import {
  chmodSync,
  closeSync,
  copyFileSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";

/** Moves a finished file to its place, dated as its server dates it. Both paths must lie on one disk. */
export function putInPlace(from: string, to: string, modifiedMs: number): void {
  mkdirSync(dirname(to), { recursive: true });
  setModified(from, modifiedMs);
  flush(from);
  renameSync(from, to);
}

export function writeDurably(path: string, text: string): void {
  const aside = `${path}.new`;
  writeFileSync(aside, text);
  flush(aside);
  renameSync(aside, path);
}

/** A mirror's files may be read-only; a copy of ours must not be. */
export function copyWritable(from: string, to: string): void {
  copyFileSync(from, to);
  chmodSync(to, 0o644);
}

export function setModified(path: string, modifiedMs: number): void {
  utimesSync(path, modifiedMs / 1_000, modifiedMs / 1_000);
}

function flush(path: string): void {
  const descriptor = openSync(path, "r+");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
