// What sync remembers between runs: where each file came from, its validators and checksum, and which build used them.
// Lost or damaged, it costs one download more; it is never needed to read the data.
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { writeDurably } from "./durable-file.ts";

/** Under raw/: on the same disk as the files, so that renaming is one step; the readers pass over it. */
export const SYNC_FOLDER = ".sync";
const STATE_FILE = "state.json";
const VERSION = 1;

export interface FileState {
  /** The address or path it was taken from: validators of one server mean nothing to another. */
  readonly from: string;
  readonly etag: string | null;
  readonly lastModified: string | null;
  /** Of what was fetched, and of what lies under raw/ (they differ where a mirror's .gz was unpacked). */
  readonly sha256: string;
  readonly bytes: number;
  /** Of the file under raw/: another value means that somebody touched it. */
  readonly modifiedMs: number;
  readonly checkedMs: number;
}

export interface SyncState {
  readonly files: Map<string, FileState>;
  /** The build made last from these files, and what it was made from. */
  built: { readonly fingerprint: string; readonly snapshot: string } | null;
}

export function readState(raw: string): SyncState {
  try {
    const stored = JSON.parse(readFileSync(statePath(raw), "utf8")) as StoredState;
    if (stored.version !== VERSION) throw new Error("another version");
    return { files: new Map(Object.entries(stored.files)), built: stored.built };
  } catch {
    return { files: new Map(), built: null };
  }
}

export function writeState(raw: string, { files, built }: SyncState): void {
  mkdirSync(join(raw, SYNC_FOLDER), { recursive: true });
  const stored: StoredState = {
    version: VERSION,
    files: Object.fromEntries([...files].sort(([a], [b]) => (a < b ? -1 : 1))),
    built,
  };
  writeDurably(statePath(raw), `${JSON.stringify(stored, null, 1)}\n`);
}

interface StoredState {
  readonly version: number;
  readonly files: Readonly<Record<string, FileState>>;
  readonly built: SyncState["built"];
}

function statePath(raw: string): string {
  return join(raw, SYNC_FOLDER, STATE_FILE);
}
