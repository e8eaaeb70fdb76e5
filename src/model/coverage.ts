// Coverage of a fleet: how much is known of how many airframes, and what is missing, by count, so that gaps are seen,
// not guessed. Goes into the manifest, `fleet inspect` and /status.
import type { Fleet } from "./fleet.ts";
import type { FleetAirframe } from "./fleet-airframe.ts";
import type { MergeAccount } from "./merge.ts";

export interface Coverage {
  readonly airframes: number;
  /** How many airframes have each thing. */
  readonly known: Readonly<Record<string, number>>;
  readonly byCountry: Readonly<Record<string, number>>;
  readonly byOwnerClass: Readonly<Record<string, number>>;
  readonly byOperatorBasis: Readonly<Record<string, number>>;
  readonly byStatusBasis: Readonly<Record<string, number>>;
  readonly outOfScope: Readonly<Record<string, number>>;
  /** Rows used and rows rejected with a reason, by file. */
  readonly accounts: Accounts;
  /** Where the curated tables and a database disagree. */
  readonly disagreements: readonly string[];
  readonly impossibleYears: readonly string[];
  readonly unclassifiedOwners: Readonly<Record<string, number>>;
  readonly unknownTypes: Readonly<Record<string, number>>;
  readonly doubtfulOperators: Readonly<Record<string, number>>;
  readonly merge: MergeAccount;
  readonly airports: { readonly total: number; readonly withRunways: number };
  readonly corrections: {
    readonly total: number;
    readonly unused: readonly string[];
    readonly applied: readonly string[];
  };
}

const SHOWN_OWNERS = 40;

export type Accounts = Readonly<Record<string, Readonly<Record<string, number>>>>;

export function coverageOf(fleet: Fleet, accounts: Accounts, disagreements: readonly string[]): Coverage {
  const { airframes, gaps, corrections } = fleet;
  const count = (has: (airframe: FleetAirframe) => boolean) => airframes.filter(has).length;
  const coded = fleet.airports.rows.filter(({ icao, iata }) => icao !== null || iata !== null);
  const describe = (row: (typeof corrections.rows)[number]) =>
    `${row.collection}/${row.identifier} ${row.field} = ${row.value || "unknown"} (${row.evidence})`;
  return {
    airframes: airframes.length,
    known: {
      type: count(({ type }) => type !== null),
      operator: count(({ operator }) => operator !== null),
      built_year: count(({ builtYear }) => builtYear !== null),
      registered_owner: count(({ owner }) => owner.name !== null),
      classified_owner: count(({ owner }) => owner.class !== "unknown" && owner.class !== "other"),
      lessor: count(({ lessor }) => lessor !== null),
      estimated_value: count(({ value }) => value !== null),
    },
    byCountry: tally(airframes, ({ countryIso2 }) => countryIso2 ?? "unknown"),
    byOwnerClass: tally(airframes, ({ owner }) => owner.class),
    byOperatorBasis: tally(airframes, ({ operatorBasis }) => operatorBasis),
    byStatusBasis: tally(airframes, ({ statusBasis }) => statusBasis),
    outOfScope: largest(gaps.outOfScope),
    accounts,
    disagreements,
    impossibleYears: [...gaps.impossibleYears.keys()].sort(),
    unclassifiedOwners: largest(gaps.unclassifiedOwners, SHOWN_OWNERS),
    unknownTypes: largest(gaps.unknownTypes, SHOWN_OWNERS),
    doubtfulOperators: largest(gaps.doubtfulOperators),
    merge: fleet.merge,
    airports: {
      total: coded.length,
      withRunways: coded.filter(({ ident }) => fleet.airports.runwaysByIdent.has(ident)).length,
    },
    corrections: {
      total: corrections.rows.length,
      applied: corrections.rows.filter(({ line }) => corrections.applied.has(line)).map(describe),
      unused: corrections.rows.filter(({ line }) => !corrections.applied.has(line)).map(describe),
    },
  };
}

function tally(
  airframes: readonly FleetAirframe[],
  keyOf: (airframe: FleetAirframe) => string,
): Record<string, number> {
  const counts = new Map<string, number>();
  for (const airframe of airframes) counts.set(keyOf(airframe), (counts.get(keyOf(airframe)) ?? 0) + 1);
  return largest(counts);
}

function largest(
  counts: ReadonlyMap<string, number>,
  most = Number.POSITIVE_INFINITY,
): Record<string, number> {
  const inOrder = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  return Object.fromEntries(inOrder.slice(0, most));
}
