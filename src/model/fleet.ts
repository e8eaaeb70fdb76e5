// The fleet: merged airframes and curated tables joined into airframes that know their type, operator, owner, age,
// status and value. Pure; `now` is an argument. What could not be told is counted, so that gaps are seen, not guessed.

import type { AirportRow, Airports } from "../sources/airports.ts";
import type { AirlineRow, LessorRow, TypeRow } from "../sources/curated.ts";
import { type Corrections, correctionsOf } from "./corrections.ts";
import type { FleetAirframe } from "./fleet-airframe.ts";
import type { FleetInput, Gaps } from "./fleet-input.ts";
import { createJoin } from "./join.ts";
import { type MergeAccount, mergeAirframes } from "./merge.ts";
import { isAtHome } from "./registry.ts";
import { typesWith } from "./type-merge.ts";

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
