// Brings a raw folder up to date: what is due, a few upstreams at a time. Each either gets its new files or keeps its
// old ones; one that fails does not hold the others up.
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { TIMING, type Timing } from "./http-get.ts";
import type { Changes } from "./install.ts";
import { LOCK_NAME, takeLock } from "./lock.ts";
import type { Origin } from "./origin.ts";
import { readState, SYNC_FOLDER, type SyncState, writeState } from "./state.ts";
import { SyncError } from "./sync-error.ts";
import { syncUpstream } from "./sync-upstream.ts";
import type { Upstream } from "./upstream.ts";
import { partNames } from "./working-files.ts";

export interface SyncOptions {
  readonly raw: string;
  /** Those to look at. */
  readonly upstreams: readonly Upstream[];
  /** Every one in the catalogue: what is under way for the others is kept. */
  readonly catalogue: readonly Upstream[];
  readonly origin: Origin;
  /** Also those that are not due. */
  readonly force: boolean;
  readonly now: () => number;
  readonly timing?: Timing;
  readonly progress: (bytes: number, total: number) => void;
}

export type Outcome = { readonly id: string } & (
  | ({ readonly kind: "synced" } & Changes)
  | { readonly kind: "not-due"; readonly hours: number }
  | { readonly kind: "absent" }
  | { readonly kind: "failed"; readonly reason: string }
);

/** More would not be faster: most lie on two hosts. */
const AT_ONCE = 4;
const HOUR_MS = 3_600_000;
/** A job that runs every day at the same time must find a daily upstream due, though the last run ended later. */
const DUE_EARLY = 0.9;

export async function sync(options: SyncOptions): Promise<readonly Outcome[]> {
  const { raw, upstreams } = options;
  mkdirSync(raw, { recursive: true });
  const release = takeLock(raw, options.now);
  try {
    removeLitter(raw, options.catalogue);
    const state = readState(raw);
    const progress = sumProgress(options);
    const outcomes: Outcome[] = [];
    const waiting = [...upstreams.entries()];
    const work = async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const [at, upstream] = next;
        outcomes[at] = await syncOne(options, upstream, state, progress);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    return outcomes;
  } finally {
    release();
  }
}

/** Remembers which build used the files, so that a sync interrupted before its build makes up for it. */
export function rememberBuild(raw: string, built: SyncState["built"]): void {
  writeState(raw, { ...readState(raw), built });
}

type FileProgress = (file: string, bytes: number, total: number | null) => void;

async function syncOne(
  { raw, origin, force, now, timing = TIMING }: SyncOptions,
  upstream: Upstream,
  state: SyncState,
  progress: FileProgress,
): Promise<Outcome> {
  const { id } = upstream.source;
  const hours = force ? 0 : hoursUntilDue(upstream, state, now());
  if (hours > 0) return { id, kind: "not-due", hours };
  try {
    const changes = await syncUpstream({ upstream, raw, origin, state, nowMs: now(), timing, progress });
    return changes === null ? { id, kind: "absent" } : { id, kind: "synced", ...changes };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // Faults of disk and network are told; anything else is a fault of this program.
    if (!(error instanceof SyncError) && code === undefined) throw error;
    return { id, kind: "failed", reason: message };
  }
}

function hoursUntilDue({ downloads, everyHours }: Upstream, state: SyncState, nowMs: number): number {
  const ages = downloads.map(({ file }) => nowMs - (state.files.get(file)?.checkedMs ?? 0));
  const oldest = Math.max(...ages);
  // A clock that was wrong must not put an upstream off for years.
  if (Math.min(...ages) < 0 || oldest >= everyHours * HOUR_MS * DUE_EARLY) return 0;
  return everyHours - oldest / HOUR_MS;
}

/** Whatever a killed run left, but for the parts that can be resumed: at most one per file of the catalogue. */
function removeLitter(raw: string, catalogue: readonly Upstream[]): void {
  const kept = partNames(catalogue.flatMap(({ downloads }) => downloads));
  for (const name of readdirSync(join(raw, SYNC_FOLDER))) {
    if (name !== LOCK_NAME && name !== "state.json" && !kept.has(name))
      rmSync(join(raw, SYNC_FOLDER, name), { recursive: true, force: true });
  }
}

/** One bar for all: what is known of each file, and what is usual for those not begun. */
function sumProgress({ upstreams, progress }: SyncOptions): FileProgress {
  const files = new Map(
    upstreams.flatMap(({ downloads }) =>
      downloads.map(({ file, bytes }): [string, { done: number; total: number }] => [
        file,
        { done: 0, total: bytes.usual },
      ]),
    ),
  );
  return (file, done, total) => {
    const before = files.get(file);
    if (before === undefined) return;
    files.set(file, { done, total: total ?? Math.max(before.total, done) });
    const all = [...files.values()].filter((one) => one.done > 0);
    progress(
      all.reduce((sum, one) => sum + one.done, 0),
      all.reduce((sum, one) => sum + one.total, 0),
    );
  };
}
