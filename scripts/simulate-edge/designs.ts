// The two ways to lay a fleet out in a key-value store: packs, and one key for each identifier. A design says which key a
// request reads, how often that key is asked for, and what a cold isolate must read before.
import { packNumberOf } from "../../src/store/release.ts";
import { createDraw, type Random, zipfShares } from "./random.ts";
import type { World } from "./world.ts";

export interface Design {
  readonly name: "packs" | "one key per record";
  readonly keys: number;
  readonly valueBytes: number;
  /** Reads of a cold isolate before the first key: the pointer, and for packs the manifest. */
  readonly readsManifest: boolean;
  /** Key that a random request reads. */
  draw(random: Random): number;
  /** Share of requests that read a key. */
  readonly shares: Float64Array;
}

export function createDesigns(world: World): { readonly packs: Design; readonly records: Design } {
  const shares = zipfShares(world.identifiers, world.exponent);
  const drawIdentifier = createDraw(shares);
  // Identifiers fall into packs by the hash that the real releases use.
  const packOf = Uint32Array.from(shares, (_, rank) => packNumberOf(`airframes/Z${rank}`, world.packs));
  const packShares = new Float64Array(world.packs);
  shares.forEach((share, rank) => {
    const pack = packOf[rank] as number;
    packShares[pack] = (packShares[pack] as number) + share;
  });
  return {
    packs: {
      name: "packs",
      keys: world.packs,
      valueBytes: world.packBytes,
      readsManifest: true,
      draw: (random) => packOf[drawIdentifier(random)] as number,
      shares: packShares,
    },
    records: {
      name: "one key per record",
      keys: world.identifiers,
      valueBytes: world.recordBytes,
      readsManifest: false,
      draw: drawIdentifier,
      shares,
    },
  };
}

/**
 * Share of requests whose key the location does not have cached, where every request reads KV: requests for a key come at
 * random with its rate, and one that misses caches it for the time to live, so of each 1 + rate × ttl one misses.
 */
export function expectedColdShare(design: Design, rate: number, ttlSeconds: number): number {
  return design.shares.reduce((sum, share) => sum + share / (1 + rate * share * ttlSeconds), 0);
}

/** The rate per location from which at most `share` of the requests are cold. */
export function rateForColdShare(design: Design, share: number, ttlSeconds: number): number {
  let [low, high] = [1e-6, 1e6];
  for (let step = 0; step < 100; step++) {
    const middle = Math.sqrt(low * high);
    if (expectedColdShare(design, middle, ttlSeconds) > share) low = middle;
    else high = middle;
  }
  return high;
}
