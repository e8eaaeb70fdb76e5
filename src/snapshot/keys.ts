// Precedence, resolved once and for all when the snapshot is built: for every identifier the record that answers to
// it, and the others that could have been meant. Two million identifiers of a whole world must fit in memory, so only
// contested ones cost more than an entry in a map.
import { API_PREFIX } from "../contract/endpoints.ts";
import type { Claim } from "../model/profile.ts";
import { recordKey } from "./format.ts";
import type { KeyOfRecord } from "./pack-writer.ts";

export interface Claimant {
  /** Identifier the record would be known by. */
  readonly canonical: string;
  readonly claims: readonly Claim[];
}

export interface ResolvedKeys {
  /** The keys that the claimant at this place won. */
  keysOf(claimant: number): readonly KeyOfRecord[];
  /** Path of its own URL: one that really answers with it. */
  pathOf(claimant: number): string;
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

interface Verdict {
  readonly winner: number | null;
  readonly others: readonly number[];
}

const NOBODY: readonly never[] = [];
/** More than a reader would follow; placeholder marks of some databases stand under thousands of addresses. */
const MOST_RELATED = 10;

/** Among equals the earlier claimant wins. */
export function resolveKeys(collection: string, claimants: readonly Claimant[]): ResolvedKeys {
  const contested = settleContested(claimants);
  const wins = (claimant: number, identifier: string) => {
    const verdict = contested.get(identifier);
    return verdict === undefined || verdict.winner === claimant;
  };
  const pathOf = (claimant: number): string => {
    const { canonical, claims } = claimants[claimant] as Claimant;
    // A mark that another airframe answers to cannot be this one's URL; its address can.
    if (wins(claimant, canonical.toUpperCase())) return recordPath(collection, canonical);
    const own = claims.find(({ identifier }) => !identifier.startsWith("-") && wins(claimant, identifier));
    return recordPath(collection, own?.identifier ?? canonical);
  };
  return {
    pathOf,
    keysOf(claimant) {
      const keys = new Map<string, KeyOfRecord>();
      for (const { identifier } of (claimants[claimant] as Claimant).claims) {
        if (keys.has(identifier) || !wins(claimant, identifier)) continue;
        const others = contested.get(identifier)?.others ?? NOBODY;
        keys.set(identifier, {
          key: recordKey(collection, identifier),
          related: others.length === 0 ? NOBODY : others.slice(0, MOST_RELATED).map(pathOf),
        });
      }
      return [...keys.values()];
    },
    collisions: [...contested]
      .filter(([, { others }]) => others.length > 0)
      .map(([identifier, { winner, others }]) => ({
        identifier,
        winner: winner === null ? null : pathOf(winner),
        others: others.slice(0, MOST_RELATED).map(pathOf),
      })),
  };
}

/** Path of a record's own URL. */
export function recordPath(collection: string, identifier: string): string {
  return `${API_PREFIX}/${collection}/${encodeURIComponent(identifier)}`;
}

/** Verdicts for identifiers that several claim. */
function settleContested(claimants: readonly Claimant[]): ReadonlyMap<string, Verdict> {
  const firstClaimant = new Map<string, number>();
  const shared = new Map<string, number[]>();
  claimants.forEach(({ claims }, claimant) => {
    for (const { identifier } of claims) {
      const first = firstClaimant.get(identifier);
      if (first === undefined) firstClaimant.set(identifier, claimant);
      else if (first !== claimant) {
        const known = shared.get(identifier);
        if (known === undefined) shared.set(identifier, [first, claimant]);
        else if (known.at(-1) !== claimant) known.push(claimant);
      }
    }
  });
  const inOrder = [...shared].sort(([, [a = 0]], [, [b = 0]]) => a - b);
  return new Map(
    inOrder.map(([identifier, bidders]) => [identifier, settle(bidsFor(identifier, bidders, claimants))]),
  );
}

/** One bidder may claim an identifier in several rights. */
function bidsFor(
  identifier: string,
  bidders: readonly number[],
  claimants: readonly Claimant[],
): readonly Bid[] {
  return bidders.flatMap((claimant) =>
    (claimants[claimant] as Claimant).claims
      .filter((claim) => claim.identifier === identifier)
      .map((claim) => ({ claimant, claim })),
  );
}

function settle(bids: readonly Bid[]): Verdict {
  const inOrder = [...bids].sort(
    (a, b) => a.claim.precedence - b.claim.precedence || a.claimant - b.claimant,
  );
  const [best] = inOrder;
  const claimants = [...new Set(inOrder.map(({ claimant }) => claimant))];
  if (best === undefined) return { winner: null, others: [] };
  const equals = inOrder.filter(({ claim }) => claim.precedence === best.claim.precedence);
  const meanings = new Set(equals.map(({ claim, claimant }) => claim.onlyIfUnique ?? `#${claimant}`));
  if (best.claim.onlyIfUnique !== undefined && meanings.size > 1) return { winner: null, others: claimants };
  return { winner: best.claimant, others: claimants.filter((claimant) => claimant !== best.claimant) };
}
