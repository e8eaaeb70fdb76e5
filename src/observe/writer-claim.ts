// One writer at a time: whoever writes sightings signs in every two seconds, in the database itself. Two writers would
// overwrite each other's aircraft; a writer that was killed must not lock out the next.
import { hostname } from "node:os";
import type { Database } from "lmdb";

export class SightingsError extends Error {
  override readonly name = "SightingsError";
}

type Meta = Database<unknown, string>;

interface Signature {
  readonly pid: number;
  readonly host: string;
  readonly atMs: number;
}

export const HEARTBEAT_MS = 2_000;
/** Who was silent for longer has no claim. */
const CLAIM_MS = 10_000;
const KEY = "writer";

export function signIn(meta: Meta, nowMs: number): void {
  const signature: Signature = { pid: process.pid, host: hostname(), atMs: nowMs };
  meta.putSync(KEY, signature);
}

export function signOut(meta: Meta): void {
  meta.removeSync(KEY);
}

/** To be called in a transaction; throws if another writer is at work. */
export function claimWriter(folder: string, meta: Meta, nowMs: number): void {
  const other = meta.get(KEY) as Signature | undefined;
  const fresh = other !== undefined && Math.abs(nowMs - other.atMs) < CLAIM_MS;
  const here = other?.host === hostname();
  if (fresh && !(here && (other.pid === process.pid || isGone(other.pid)))) {
    throw new SightingsError(
      `Another 'fleet observe' (process ${other.pid} on ${other.host}) writes to ${folder}. Give that one all sources, stop it, or choose another folder with --data.`,
    );
  }
  signIn(meta, nowMs);
}

function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ESRCH";
  }
}
