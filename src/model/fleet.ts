// The fleet: merged airframes and curated tables joined into airframes that know their type, operator, owner, age,
// status and value. Pure; `now` is an argument. What could not be told is counted, so that gaps are seen, not guessed.

import type { Sighting, SourceCoverage } from "../observe/sighting.ts";
import type { AirframeRow } from "../sources/airframe-row.ts";
import type { AirportRow, Airports } from "../sources/airports.ts";
import type { AirlineRow, CuratedTables, LessorRow, TypeRow } from "../sources/curated.ts";
import type { UpstreamType } from "../sources/upstream/types.ts";
import { type Corrections, correctionsOf } from "./corrections.ts";
import { createJoin } from "./join.ts";
import { type MergeAccount, mergeAirframes } from "./merge.ts";
import type { OperatorFinding } from "./operators.ts";
import type { Owner } from "./owners.ts";
import { isAtHome, type Registries } from "./registry.ts";
import { typesWith } from "./type-merge.ts";
import type { Valuation } from "./valuation.ts";

export interface FleetAirframe {
  readonly registration: string | null;
  readonly address: string | null;
  /** Further addresses it answers to: sources disagree on which is right. */
  readonly otherAddresses: readonly string[];
  readonly countryIso2: string | null;
  readonly type: TypeRow | null;
  readonly serialNumber: string | null;
  readonly builtYear: number | null;
  readonly ageYears: number | null;
  readonly model: string | null;
  readonly role: "passenger" | "freighter" | "business" | "unknown";
  readonly operator: AirlineRow | null;
  readonly operatorBasis: OperatorFinding["basis"];
  readonly owner: Owner;
  readonly lessor: LessorRow | null;
  readonly status: "active" | "stored" | "retired" | "unknown";
  readonly statusBasis: "observation" | "register" | "database" | "unknown";
  readonly value: Valuation | null;
  /** What was heard of it; null if nothing ever was. */
  readonly sighting: Sighting | null;
  readonly sources: readonly string[];
  readonly updatedAt: string;
}

/** What sources say, before anything is derived from it: what a correction may mend. */
export type AirframeFacts = Omit<FleetAirframe, "ageYears" | "value">;

export type Scope = "commercial" | "all";

/** What receivers heard; empty where none ran. */
export interface Receptions {
  readonly byAddress: ReadonlyMap<string, Sighting>;
  readonly coverage: readonly SourceCoverage[];
}

export const NO_RECEPTIONS: Receptions = { byAddress: new Map(), coverage: [] };

export interface FleetInput extends Registries {
  readonly tables: CuratedTables;
  readonly airports: Airports;
  /** Airframe rows by source, in order of precedence. */
  readonly airframes: readonly (readonly AirframeRow[])[];
  /** Curated ones and those upstream databases add. */
  readonly airlines: readonly AirlineRow[];
  readonly upstreamTypes: readonly UpstreamType[];
  readonly receptions: Receptions;
  readonly scope: Scope;
  readonly now: string;
  /** ISO days by source id. */
  readonly dates: Readonly<Record<string, string>>;
}

export interface Fleet {
  readonly airframes: readonly FleetAirframe[];
  readonly airlines: readonly AirlineRow[];
  readonly types: readonly TypeRow[];
  readonly lessors: readonly LessorRow[];
  readonly airports: Airports;
  readonly airportByIdent: ReadonlyMap<string, AirportRow>;
  /** ISO second: ages are counted to it, windows end at it. */
  readonly now: string;
  readonly dates: Readonly<Record<string, string>>;
  readonly corrections: Corrections;
  readonly merge: MergeAccount;
  readonly gaps: Gaps;
}

/** What was left out or left unknown, by reason and text. */
export interface Gaps {
  readonly outOfScope: Map<string, number>;
  readonly impossibleYears: Map<string, number>;
  readonly unclassifiedOwners: Map<string, number>;
  readonly unknownTypes: Map<string, number>;
  /** Operators that a database names and that cannot be meant, or not be told. */
  readonly doubtfulOperators: Map<string, number>;
}

export function buildFleet(input: FleetInput): Fleet {
  const { tables, now } = input;
  const corrections = correctionsOf(tables.corrections);
  const gaps: Gaps = {
    outOfScope: new Map(),
    impossibleYears: new Map(),
    unclassifiedOwners: new Map(),
    unknownTypes: new Map(),
    doubtfulOperators: new Map(),
  };
  const types = input.scope === "all" ? typesWith(tables.types.rows, input.upstreamTypes) : tables.types.rows;
  const join = createJoin({ ...input, types }, corrections, gaps);
  const merge = mergeAirframes(input.airframes, (mark, address) => isAtHome(mark, address, input));
  const airframes: FleetAirframe[] = [];
  for (const merged of merge.airframes) {
    const airframe = join(merged);
    if (airframe !== null) airframes.push(airframe);
  }
  // One mark under several addresses answers with the one heard last; the rest keeps the order of the sources.
  airframes.sort((a, b) => (b.sighting?.lastSeenMs ?? 0) - (a.sighting?.lastSeenMs ?? 0));
  return {
    airframes,
    airlines: input.airlines,
    types,
    lessors: tables.lessors.rows,
    airports: input.airports,
    airportByIdent: new Map(input.airports.rows.map((row) => [row.ident, row])),
    now,
    dates: input.dates,
    corrections,
    merge: merge.account,
    gaps,
  };
}
