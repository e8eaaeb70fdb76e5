// Precedence, resolved once and for all when the snapshot is built: for every identifier the record that answers to
// it, and the others that could have been meant.
import type { Claim } from "../model/profile.ts";
import { recordKey } from "./format.ts";
import type { KeyOfRecord } from "./pack-writer.ts";

export interface Claimant {
  /** Path of the record's own URL. */
  readonly path: string;
  readonly claims: readonly Claim[];
}

export interface ResolvedKeys {
  /** For each claimant, in order, the keys it won. */
  readonly keys: readonly (readonly KeyOfRecord[])[];
  readonly collisions: readonly Collision[];
}

export interface Collision {
  readonly identifier: string;
  /** Null where nobody wins: a shorthand that fits several. */
  readonly winner: string | null;
  readonly others: readonly string[];
}

interface Bid {
  readonly claimant: number;
  readonly claim: Claim;
}

/** Among equals the earlier claimant wins. */
export function resolveKeys(collection: string, claimants: readonly Claimant[]): ResolvedKeys {
  const bids = new Map<string, Bid[]>();
  claimants.forEach(({ claims }, claimant) => {
    for (const claim of claims) {
      const bid = { claimant, claim };
      const others = bids.get(claim.identifier);
      if (others === undefined) bids.set(claim.identifier, [bid]);
      else others.push(bid);
    }
  });
  const keys: KeyOfRecord[][] = claimants.map(() => []);
  const collisions: Collision[] = [];
  for (const [identifier, all] of bids) {
    const [first] = all;
    if (all.length === 1 && first !== undefined) {
      keys[first.claimant]?.push({ key: recordKey(collection, identifier), related: [] });
      continue;
    }
    const { winner, others } = settle(all);
    const related = others.map((claimant) => claimants[claimant]?.path ?? "");
    if (winner !== null) keys[winner]?.push({ key: recordKey(collection, identifier), related });
    if (others.length > 0) {
      collisions.push({ identifier, winner: winner === null ? null : (claimants[winner]?.path ?? null), others: related });
    }
  }
  return { keys, collisions };
}

function settle(bids: readonly Bid[]): { readonly winner: number | null; readonly others: readonly number[] } {
  const inOrder = [...bids].sort((a, b) => a.claim.precedence - b.claim.precedence || a.claimant - b.claimant);
  const [best] = inOrder;
  const claimants = [...new Set(inOrder.map(({ claimant }) => claimant))];
  if (best === undefined) return { winner: null, others: [] };
  const equals = inOrder.filter(({ claim }) => claim.precedence === best.claim.precedence);
  const meanings = new Set(equals.map(({ claim, claimant }) => claim.onlyIfUnique ?? `#${claimant}`));
  if (best.claim.onlyIfUnique !== undefined && meanings.size > 1) return { winner: null, others: claimants };
  return { winner: best.claimant, others: claimants.filter((claimant) => claimant !== best.claimant) };
}
