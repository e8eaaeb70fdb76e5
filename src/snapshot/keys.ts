// Precedence, resolved once and for all when the snapshot is built: for every identifier the record that answers to
// it, and the others that could have been meant.
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
  /** For each claimant, in order, the keys it won. */
  readonly keys: readonly (readonly KeyOfRecord[])[];
  /** For each claimant, in order, the path of its own URL: one that really answers with it. */
  readonly paths: readonly string[];
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
  const wins: { identifier: string; others: readonly number[] }[][] = claimants.map(() => []);
  const contested: { identifier: string; winner: number | null; others: readonly number[] }[] = [];
  for (const [identifier, all] of bids) {
    const { winner, others } =
      all.length === 1 ? { winner: all[0]?.claimant ?? null, others: NOBODY } : settle(all);
    if (winner !== null) wins[winner]?.push({ identifier, others });
    if (others.length > 0) contested.push({ identifier, winner, others });
  }
  const paths = claimants.map(({ canonical }, at) =>
    recordPath(collection, ownIdentifier(canonical, wins[at] ?? [])),
  );
  const pathOf = (claimant: number) => paths[claimant] ?? "";
  return {
    keys: wins.map((won) =>
      won.map(({ identifier, others }) => ({
        key: recordKey(collection, identifier),
        related: others.slice(0, MOST_RELATED).map(pathOf),
      })),
    ),
    paths,
    collisions: contested.map(({ identifier, winner, others }) => ({
      identifier,
      winner: winner === null ? null : pathOf(winner),
      others: others.slice(0, MOST_RELATED).map(pathOf),
    })),
  };
}

const NOBODY: readonly number[] = [];
/** More than a reader would follow; placeholder marks of some databases stand under thousands of addresses. */
const MOST_RELATED = 10;

/** Path of a record's own URL. */
export function recordPath(collection: string, identifier: string): string {
  return `${API_PREFIX}/${collection}/${encodeURIComponent(identifier)}`;
}

/** A mark that another airframe answers to cannot be this one's URL; its address can. */
function ownIdentifier(canonical: string, won: readonly { readonly identifier: string }[]): string {
  const wanted = canonical.toUpperCase();
  if (won.length === 0 || won.some(({ identifier }) => identifier === wanted)) return canonical;
  return won.find(({ identifier }) => !identifier.startsWith("-"))?.identifier ?? canonical;
}

function settle(bids: readonly Bid[]): {
  readonly winner: number | null;
  readonly others: readonly number[];
} {
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
