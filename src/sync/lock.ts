// One sync at a time per raw folder. The lock is a file with a process id, touched while that process lives: a killed
// sync leaves a lock that the next one recognises as dead, also where process ids repeat, as in containers.
import { mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SYNC_FOLDER } from "./state.ts";
import { SyncError } from "./sync-error.ts";

const LOCK_FILE = "lock";
const TOUCH_MS = 10_000;
const DEAD_AFTER_MS = 60_000;

export const LOCK_NAME = LOCK_FILE;

/** Gives the function that releases it. */
export function takeLock(raw: string, now: () => number): () => void {
  const path = join(raw, SYNC_FOLDER, LOCK_FILE);
  mkdirSync(join(raw, SYNC_FOLDER), { recursive: true });
  if (!create(path)) {
    if (isHeld(path, now()))
      throw new SyncError(
        `another sync is at work on ${raw} (process ${holder(path)}); wait for it, or delete ${path} if it is gone`,
      );
    rmSync(path, { force: true });
    if (!create(path)) throw new SyncError(`another sync has just begun on ${raw}; wait for it`);
  }
  const touch = setInterval(() => utimesSync(path, now() / 1_000, now() / 1_000), TOUCH_MS);
  touch.unref();
  return () => {
    clearInterval(touch);
    rmSync(path, { force: true });
  };
}

function create(path: string): boolean {
  try {
    writeFileSync(path, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

function isHeld(path: string, nowMs: number): boolean {
  const pid = Number(holder(path));
  const touchedMs = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  // Our own number was left by a process that had it before us.
  if (pid === process.pid || nowMs - touchedMs > DEAD_AFTER_MS) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function holder(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
