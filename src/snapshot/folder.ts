// Where snapshots lie on disk: <data>/snapshots/<id>/ with manifest, pack and downloads, and a pointer file
// `current`. Everything is written under a temporary name and renamed, so a half-written file is never used.

import { createHash } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { HEADER_BYTES } from "./format.ts";
import { type Manifest, parseManifest } from "./manifest.ts";

export const CURRENT_FILE = "current";
export const MANIFEST_FILE = "manifest.json";
export const PACK_FILE = "records.pack";
export const DOWNLOADS_FOLDER = "data";

const TEMPORARY = ".building-";
/** A build takes seconds; what is older was left by one that was killed. */
const STALE_AFTER_MS = 60 * 60 * 1000;
const KEPT_SNAPSHOTS = 3;

export function snapshotsFolder(dataFolder: string): string {
  return join(dataFolder, "snapshots");
}

/** A fresh folder to build in, beside the snapshots, so that renaming it is one step on the same disk. */
export function createBuildFolder(dataFolder: string): string {
  const parent = snapshotsFolder(dataFolder);
  mkdirSync(parent, { recursive: true });
  for (const name of readdirSync(parent)) {
    if (name.startsWith(TEMPORARY) && isAbandoned(join(parent, name), name))
      rmSync(join(parent, name), { recursive: true, force: true });
  }
  const folder = join(parent, `${TEMPORARY}${process.pid}-${Date.now().toString(36)}`);
  mkdirSync(join(folder, DOWNLOADS_FOLDER), { recursive: true });
  return folder;
}

/** What an interrupted build of this process has begun. */
export function removeBuildFolders(dataFolder: string): void {
  const parent = snapshotsFolder(dataFolder);
  if (!existsSync(parent)) return;
  for (const name of readdirSync(parent)) {
    if (name.startsWith(`${TEMPORARY}${process.pid}-`))
      rmSync(join(parent, name), { recursive: true, force: true });
  }
}

/** Gives a finished build its name, makes it current, and removes the oldest ones. */
export function activateSnapshot(dataFolder: string, buildFolder: string, manifest: Manifest): void {
  const parent = snapshotsFolder(dataFolder);
  const folder = join(parent, manifest.snapshot);
  writeDurably(join(buildFolder, MANIFEST_FILE), `${JSON.stringify(manifest, null, 1)}\n`);
  if (isWhole(folder, manifest)) {
    // The same content is there already: a rebuild of the same inputs changes nothing but how it was asked for.
    renameSync(join(buildFolder, MANIFEST_FILE), join(folder, MANIFEST_FILE));
    rmSync(buildFolder, { recursive: true, force: true });
  } else {
    rmSync(folder, { recursive: true, force: true });
    renameSync(buildFolder, folder);
  }
  const pointer = join(parent, `${TEMPORARY}${process.pid}-pointer`);
  writeDurably(pointer, `${manifest.snapshot}\n`);
  renameSync(pointer, join(parent, CURRENT_FILE));
  removeOldSnapshots(parent, manifest.snapshot);
}

export function readManifest(folder: string): Manifest | null {
  try {
    return parseManifest(readFileSync(join(folder, MANIFEST_FILE), "utf8"));
  } catch {
    return null;
  }
}

/** The manifest of the current snapshot, or null where there is none. */
export function readCurrentManifest(dataFolder: string): Manifest | null {
  try {
    const id = readFileSync(join(snapshotsFolder(dataFolder), CURRENT_FILE), "utf8").trim();
    return readManifest(join(snapshotsFolder(dataFolder), id));
  } catch {
    return null;
  }
}

/** Whether a folder holds this very snapshot, undamaged: a rebuild must be able to repair a pack that rotted. */
function isWhole(folder: string, manifest: Manifest): boolean {
  const path = join(folder, PACK_FILE);
  if (readManifest(folder)?.pack.sha256 !== manifest.pack.sha256 || !existsSync(path)) return false;
  return statSync(path).size === manifest.pack.bytes && hashFile(path) === manifest.pack.sha256;
}

/** The pack's hash is over what follows the header, then the header: the order it is written in. */
function hashFile(path: string): string {
  const bytes = readFileSync(path);
  return createHash("sha256")
    .update(bytes.subarray(HEADER_BYTES))
    .update(bytes.subarray(0, HEADER_BYTES))
    .digest("hex");
}

function removeOldSnapshots(parent: string, current: string): void {
  const folders = readdirSync(parent, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== current && !entry.name.startsWith(TEMPORARY))
    .map(({ name }) => name);
  const whole = folders
    .filter((name) => existsSync(join(parent, name, MANIFEST_FILE)))
    .sort((a, b) => statSync(join(parent, b)).mtimeMs - statSync(join(parent, a)).mtimeMs);
  // One without a manifest is what a removal left that was killed halfway.
  const kept = new Set(whole.slice(0, KEPT_SNAPSHOTS - 1));
  for (const name of folders)
    if (!kept.has(name)) rmSync(join(parent, name), { recursive: true, force: true });
}

function isAbandoned(path: string, name: string): boolean {
  const pid = Number(name.slice(TEMPORARY.length).split("-")[0]);
  // Left by a process that had our number before us: in a container numbers repeat with every start.
  if (pid === process.pid) return true;
  try {
    process.kill(pid, 0);
    return Date.now() - statSync(path).mtimeMs > STALE_AFTER_MS;
  } catch {
    return true;
  }
}

function writeDurably(path: string, text: string): void {
  writeFileSync(path, text);
  const descriptor = openSync(path, "r");
  fsyncSync(descriptor);
  closeSync(descriptor);
}
