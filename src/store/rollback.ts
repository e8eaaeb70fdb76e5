// Back to a release that was current before: one flip of the pointer, after making sure that all of it is still there.
// Also the list of releases that an engine holds.

import { withClaim } from "./claims.ts";
import { flip } from "./publish.ts";
import {
  formatLog,
  LOG_KEY,
  type ReleaseEntry,
  readPublished,
  readSound,
  valuesOf,
  withEntry,
} from "./published.ts";
import type { ReleaseManifest, ReleaseWriter } from "./release.ts";
import { StoreError } from "./store.ts";
import { eachOf, type Pause } from "./verified-write.ts";

export interface RollbackOptions {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** The release to go to; the one published before the current one where absent. */
  readonly to?: string;
  /** Reads every value and holds it against its name, instead of only asking whether it is there. */
  readonly verifyAll?: boolean;
  readonly progress?: (stage: string, done: number, total: number) => void;
  readonly pause?: Pause;
}

export interface RollbackResult {
  readonly from: string | null;
  readonly to: string;
}

export interface ListedRelease extends ReleaseEntry {
  readonly current: boolean;
  /** How many of its values are not there: it cannot be gone back to unless 0. */
  readonly missing: number;
  readonly values: number;
}

/** There is no such release, or not all of it: looking again will not find it. */
export class NoReleaseError extends StoreError {}

export async function rollback(writer: ReleaseWriter, options: RollbackOptions): Promise<RollbackResult> {
  const { now, pause } = options;
  const first = await readPublished(writer, now());
  const target = chooseTarget(first.releases, first.pointer?.id, options.to);
  const { id } = target;
  return withClaim(writer, id, now(), async () => {
    // Looked at again under the claim: from here on no publisher removes what this release needs.
    const before = await readPublished(writer, now());
    const manifest = before.manifests.get(id);
    const hash = before.releases.find((entry) => entry.id === id)?.manifestHash;
    if (manifest === undefined || hash === undefined)
      throw new NoReleaseError(`release ${id} was removed just now. Choose another of 'fleet releases'.`);
    refuseIncomplete(id, await lostValues(writer, manifest, before.keys, options));
    await flip(writer, { id, manifestHash: hash }, before.pointer, pause);
    const after = await readPublished(writer, now());
    const { releases, unclaimed } = withEntry(after, { ...target, manifestHash: hash }, now());
    await writer.write(new Map([[LOG_KEY, formatLog({ releases, unclaimed })]]));
    return { from: before.pointer?.id ?? null, to: id };
  });
}

export async function listReleases(writer: ReleaseWriter, now: number): Promise<readonly ListedRelease[]> {
  const { releases, manifests, keys, pointer } = await readPublished(writer, now);
  return releases.map((entry) => {
    const values = [...new Set(valuesOf(manifests.get(entry.id) as ReleaseManifest))];
    const missing = values.filter((key) => !keys.has(key)).length;
    return { ...entry, current: entry.id === pointer?.id, missing, values: values.length };
  });
}

function chooseTarget(
  releases: readonly ReleaseEntry[],
  current: string | undefined,
  wanted: string | undefined,
): ReleaseEntry {
  if (releases.length === 0)
    throw new NoReleaseError("Nothing is published here yet. Run 'fleet publish' first.");
  const there = releases.map(({ id }) => id).join(", ");
  if (wanted !== undefined) {
    const found = releases.find(({ id }) => id === wanted);
    if (found === undefined)
      throw new NoReleaseError(`there is no release ${wanted} here. There are: ${there}.`);
    return found;
  }
  const at = releases.findIndex(({ id }) => id === current);
  const previous = releases[at + 1];
  if (at < 0 || previous === undefined) {
    throw new NoReleaseError(
      `there is no release before ${current ?? "the current one"} to go back to. There are: ${there}. Name another one, or make one with 'fleet publish'.`,
    );
  }
  return previous;
}

function refuseIncomplete(id: string, missing: readonly string[]): void {
  if (missing.length === 0) return;
  throw new NoReleaseError(
    `release ${id} is not whole: ${missing.length} of its values are missing or damaged (${missing[0]}). Publish it again from its snapshot: 'fleet publish'.`,
  );
}

async function lostValues(
  writer: ReleaseWriter,
  manifest: ReleaseManifest,
  keys: ReadonlySet<string>,
  { verifyAll = false, progress }: RollbackOptions,
): Promise<readonly string[]> {
  const values = [...new Set(valuesOf(manifest))];
  const lost = values.filter((key) => !keys.has(key));
  if (!verifyAll || lost.length > 0) return lost;
  let checked = 0;
  await eachOf(values, async (key) => {
    if ((await readSound(writer, key)) === null) lost.push(key);
    progress?.("checking", ++checked, values.length);
  });
  return lost;
}
