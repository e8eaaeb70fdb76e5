// A publisher at work announces itself with a small value of its own, so that no other one cleans up what it relies
// on. One key per release, because a shared list would lose entries where an engine has no compare-and-set.
import type { ReleaseWriter } from "./release.ts";

const PREFIX = "fleet-claim-";
/** No publish takes that long: an older claim was left by one that was killed. */
const LASTS_MS = 6 * 60 * 60 * 1000;

export interface Claims {
  /** Releases that others are publishing or going back to. */
  readonly alive: readonly string[];
  /** Keys of claims that were left behind. */
  readonly stale: readonly string[];
}

/** Does the work under a claim on a release; the claim is taken back however it ends. */
export async function withClaim<T>(
  writer: ReleaseWriter,
  id: string,
  now: number,
  work: () => Promise<T>,
): Promise<T> {
  const key = `${PREFIX}${id}`;
  await writer.write(new Map([[key, new TextEncoder().encode(`${now}\n`)]]));
  try {
    return await work();
  } finally {
    // Where even this fails, the claim runs out by itself.
    await writer.remove([key]).catch(() => {});
  }
}

export async function readClaims(writer: ReleaseWriter, own: string, now: number): Promise<Claims> {
  const alive: string[] = [];
  const stale: string[] = [];
  for (const key of await writer.list()) {
    if (!key.startsWith(PREFIX) || key === `${PREFIX}${own}`) continue;
    const bytes = await writer.read(key);
    if (bytes === null) continue;
    const since = Number(new TextDecoder().decode(bytes));
    if (since > now - LASTS_MS) alive.push(key.slice(PREFIX.length));
    else stale.push(key);
  }
  return { alive, stale };
}
