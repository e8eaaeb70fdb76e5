// What may go from an engine, and making it go: releases beyond those kept, only behind the pointer, and only so long
// after they stopped being current that no reader can still hold them; also what killed publishers left behind.
import { readClaims } from "./claims.ts";
import { type Published, type ReleaseLog, readPointer, valuesOf } from "./published.ts";
import { manifestKey, type ReleaseWriter } from "./release.ts";

export interface CollectOptions {
  /** The release whose publisher is cleaning up. */
  readonly own: string;
  readonly keep: number;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly graceMs?: number;
}

export interface Collected {
  readonly releases: readonly string[];
  readonly values: number;
  /** Releases that others publish right now, or whose manifest cannot be read: until then nothing is removed. */
  readonly waitingFor: readonly string[];
}

/** Packs are cached for a day at the edge; twice that leaves room for clocks and for an isolate that lives long. */
export const GRACE_MS = 48 * 60 * 60 * 1000;

const NOTHING: Collected = { releases: [], values: 0, waitingFor: [] };

export async function collectGarbage(
  writer: ReleaseWriter,
  published: Published,
  options: CollectOptions,
): Promise<{ readonly log: ReleaseLog; readonly collected: Collected }> {
  const { releases, unclaimed } = published;
  const unchanged = { releases, unclaimed };
  const garbage = findGarbage(published, options);
  const claims = await readClaims(writer, options.own, options.now);
  if (claims.stale.length > 0) await writer.remove(claims.stale);
  if (garbage.ids.length + garbage.values.length === 0) return { log: unchanged, collected: NOTHING };
  const waitingFor = [...claims.alive, ...published.unreadable];
  if (waitingFor.length > 0) return { log: unchanged, collected: { ...NOTHING, waitingFor } };
  const pointer = await readPointer(writer);
  // Moved since, or its manifest was not in the listing yet: what it needs is not known for sure.
  if (pointer === null || garbage.ids.includes(pointer.id) || !published.manifests.has(pointer.id))
    return { log: unchanged, collected: NOTHING };
  // Manifests first: a manifest vouches for its values, so it must not outlive them.
  await writer.remove(garbage.ids.map(manifestKey));
  await writer.remove(garbage.values);
  const gone = new Set(garbage.values);
  return {
    log: {
      releases: releases.filter(({ id }) => !garbage.ids.includes(id)),
      unclaimed: Object.fromEntries(Object.entries(unclaimed).filter(([key]) => !gone.has(key))),
    },
    collected: { releases: garbage.ids, values: garbage.values.length, waitingFor: [] },
  };
}

/** Pure: which releases and which values nobody needs any more. */
export function findGarbage(
  { releases, manifests, pointer, unclaimed }: Published,
  { own, keep, now, graceMs = GRACE_MS }: CollectOptions,
): { readonly ids: readonly string[]; readonly values: readonly string[] } {
  const ids = releases
    .filter(({ id }) => id !== pointer?.id)
    .filter(({ id, retiredAt }, place) => {
      const late = retiredAt !== null && retiredAt <= now - graceMs;
      return late && place >= keep - 1 && id !== own;
    })
    .map(({ id }) => id);
  const needed = new Set<string>();
  const named = new Set<string>();
  for (const [id, manifest] of manifests) {
    for (const key of valuesOf(manifest)) (ids.includes(id) ? named : needed).add(key);
  }
  const values = [...named].filter((key) => !needed.has(key));
  for (const [key, since] of Object.entries(unclaimed)) if (since <= now - graceMs) values.push(key);
  return { ids, values };
}
