// What the model is given, and the account it keeps of what it could not tell.
import type { Sighting, SourceCoverage } from "../observe/sighting.ts";
import type { AirframeRow } from "../sources/airframe-row.ts";
import type { Airports } from "../sources/airports.ts";
import type { AirlineRow, CuratedTables } from "../sources/curated.ts";
import type { UpstreamType } from "../sources/upstream/types.ts";
import type { Registries } from "./registry.ts";

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

/** What was left out or left unknown, by reason and text. */
export interface Gaps {
  readonly outOfScope: Map<string, number>;
  readonly impossibleYears: Map<string, number>;
  readonly unclassifiedOwners: Map<string, number>;
  readonly unknownTypes: Map<string, number>;
  /** Operators that a database names and that cannot be meant, or not be told. */
  readonly doubtfulOperators: Map<string, number>;
}
