// Where a download's files lie while it is under way, below raw/.sync/: fixed names, so that what a killed run leaves is
// found, resumed or removed, and never piles up.
import { mkdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { SYNC_FOLDER } from "./state.ts";
import type { Download } from "./upstream.ts";

/** Names under raw/.sync/ that a run of these downloads may leave: parts to be resumed. Everything else is litter. */
export function partNames(downloads: readonly Download[]): Set<string> {
  return new Set(downloads.flatMap(({ file }) => [`${keyOf(file)}.part`, `${keyOf(file)}.part.json`]));
}

function stagingPath(raw: string, { file }: Download): string {
  return join(raw, SYNC_FOLDER, `${keyOf(file)}.unpacked`);
}

export function partPath(raw: string, { file }: Download): string {
  return join(raw, SYNC_FOLDER, `${keyOf(file)}.part`);
}

function keyOf(file: string): string {
  return file.replaceAll("/", "_");
}

export function freshStaging(raw: string, download: Download): string {
  const path = stagingPath(raw, download);
  removeStaging(raw, download);
  mkdirSync(path, { recursive: true });
  return path;
}

export function removeStaging(raw: string, download: Download): void {
  rmSync(stagingPath(raw, download), { recursive: true, force: true });
  rmSync(`${partPath(raw, download)}.plain`, { force: true });
}

export function sizeOf(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.size ?? null;
}

export function modifiedOf(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? null;
}
