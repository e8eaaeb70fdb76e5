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
  const counted = countAll(airframes);
  const coded = fleet.airports.rows.filter(({ icao, iata }) => icao !== null || iata !== null);
  const describe = (row: (typeof corrections.rows)[number]) =>
    `${row.collection}/${row.identifier} ${row.field} = ${shortened(row.value || "unknown")} (${row.evidence})`;
  return {
    airframes: airframes.length,
    known: counted.known,
    byCountry: largest(counted.tallies.byCountry),
    byOwnerClass: largest(counted.tallies.byOwnerClass),
    byOperatorBasis: largest(counted.tallies.byOperatorBasis),
    byStatusBasis: largest(counted.tallies.byStatusBasis),
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

const KNOWN: Readonly<Record<string, (airframe: FleetAirframe) => boolean>> = {
  type: ({ type }) => type !== null,
  operator: ({ operator }) => operator !== null,
  built_year: ({ builtYear }) => builtYear !== null,
  registered_owner: ({ owner }) => owner.name !== null,
  classified_owner: ({ owner }) => owner.class !== "unknown" && owner.class !== "other",
  lessor: ({ lessor }) => lessor !== null,
  estimated_value: ({ value }) => value !== null,
};

/** All in one pass: of six hundred thousand airframes, each is fetched from memory once. */
function countAll(airframes: readonly FleetAirframe[]) {
  const tests = Object.entries(KNOWN);
  const known: Record<string, number> = Object.fromEntries(tests.map(([name]) => [name, 0]));
  const tallies = {
    byCountry: new Map<string, number>(),
    byOwnerClass: new Map<string, number>(),
    byOperatorBasis: new Map<string, number>(),
    byStatusBasis: new Map<string, number>(),
  };
  for (const airframe of airframes) {
    for (const [name, has] of tests) if (has(airframe)) known[name] = (known[name] ?? 0) + 1;
    add(tallies.byCountry, airframe.countryIso2 ?? "unknown");
    add(tallies.byOwnerClass, airframe.owner.class);
    add(tallies.byOperatorBasis, airframe.operatorBasis);
    add(tallies.byStatusBasis, airframe.statusBasis);
  }
  return { known, tallies };
}

const LONGEST_SHOWN = 60;

/** Whole lists of runways are mended too. */
function shortened(text: string): string {
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
}

function add(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function largest(
  counts: ReadonlyMap<string, number>,
  most = Number.POSITIVE_INFINITY,
): Record<string, number> {
  const inOrder = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  return Object.fromEntries(inOrder.slice(0, most));
}
