// An airframe as the fleet knows it: every field settled, nothing left to decide.
import type { Sighting } from "../observe/sighting.ts";
import type { AirlineRow, LessorRow, TypeRow } from "../sources/curated.ts";
import type { OperatorFinding } from "./operators.ts";
import type { Owner } from "./owners.ts";
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
export type AirframeFacts = Omit<FleetAirframe, "ageYears" | "value" | "updatedAt">;
