// The join: register rows and curated tables into airframes that know their type, operator, owner, age, status and
// value. Pure; `now` is an argument. What could not be told is counted, so that gaps are seen, not guessed.
import type { Airports } from "../sources/airports.ts";
import { CURATED, US_REGISTER } from "../sources/catalog.ts";
import type { AirlineRow, CuratedTables, LessorRow, TypeRow } from "../sources/curated.ts";
import type { Register, RegisterRow } from "../sources/us-register.ts";
import { type Corrections, correctAirframe, correctionsOf } from "./corrections.ts";
import { createOperatorLookup, type OperatorFinding, type OperatorOf } from "./operators.ts";
import { createOwnerLookup, type Owner, type OwnerOf } from "./owners.ts";
import { createModelLookup, type ModelLookup } from "./us-types.ts";
import { createValuation, type Valuation, type ValueOf } from "./valuation.ts";

export interface FleetAirframe {
  readonly registration: string | null;
  readonly address: string | null;
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
  readonly sources: readonly string[];
  readonly updatedAt: string;
}

export interface Fleet {
  readonly airframes: readonly FleetAirframe[];
  readonly airlines: readonly AirlineRow[];
  readonly types: readonly TypeRow[];
  readonly lessors: readonly LessorRow[];
  readonly airports: Airports;
  /** ISO second: ages are counted to it, windows end at it. */
  readonly now: string;
  /** ISO days of the inputs, by source id. */
  readonly dates: Readonly<Record<string, string>>;
  readonly corrections: Corrections;
  readonly gaps: Gaps;
}

/** What was left out or left unknown, by reason and text. */
export interface Gaps {
  readonly outOfScope: Map<string, number>;
  readonly impossibleYears: Map<string, number>;
  readonly unclassifiedOwners: Map<string, number>;
}

export interface FleetInput {
  readonly tables: CuratedTables;
  readonly airports: Airports;
  readonly register: Register;
  readonly now: string;
  readonly curatedDate: string;
  readonly airportsDate: string;
}

const AIRLINER_CLASSES: ReadonlySet<TypeRow["class"]> = new Set([
  "narrowbody",
  "widebody",
  "regional_jet",
  "turboprop",
  "freighter",
]);

export function buildFleet(input: FleetInput): Fleet {
  const { tables, register, now } = input;
  const corrections = correctionsOf(tables.corrections);
  const join = createJoin(input, corrections);
  const gaps: Gaps = { outOfScope: new Map(), impossibleYears: new Map(), unclassifiedOwners: new Map() };
  const airframes: FleetAirframe[] = [];
  for (const row of register.rows) {
    const airframe = join(row, gaps);
    if (airframe !== null) airframes.push(airframe);
  }
  return {
    airframes,
    airlines: tables.airlines.rows,
    types: tables.types.rows,
    lessors: tables.lessors.rows,
    airports: input.airports,
    now,
    dates: { "us-register": register.date, ourairports: input.airportsDate, curated: input.curatedDate },
    corrections,
    gaps,
  };
}

interface Lookups {
  readonly typeByCode: ReadonlyMap<string, TypeRow>;
  readonly airlineBySlug: ReadonlyMap<string, AirlineRow>;
  readonly lessorBySlug: ReadonlyMap<string, LessorRow>;
  readonly modelOf: ModelLookup;
  readonly ownerOf: OwnerOf;
  readonly operatorOf: OperatorOf;
  readonly valueOf: ValueOf;
}

function createJoin(
  input: FleetInput,
  corrections: Corrections,
): (row: RegisterRow, gaps: Gaps) => FleetAirframe | null {
  const { tables, now, register } = input;
  const lookups: Lookups = {
    typeByCode: new Map(tables.types.rows.map((row) => [row.icao_type as string, row])),
    airlineBySlug: new Map(tables.airlines.rows.map((row) => [row.slug as string, row])),
    lessorBySlug: new Map(tables.lessors.rows.map((row) => [row.slug as string, row])),
    modelOf: createModelLookup(tables.usModels.rows),
    ownerOf: createOwnerLookup(tables.owners.rows),
    operatorOf: createOperatorLookup(tables.usOperators.rows, tables.usMarks.rows),
    valueOf: createValuation(tables.valueCurves.rows),
  };
  const updatedAt = `${register.date}T00:00:00Z`;

  return (row, gaps) => {
    const match = lookups.modelOf(row.make, row.model, row.builtYear);
    // Most of a national register is light aircraft: no airliner type, no airline, nothing to count.
    if (match === null) return null;
    if (match.role === "military") return leftOut(gaps, "military variant");
    const type = lookups.typeByCode.get(match.icaoType) ?? null;
    const owner = lookups.ownerOf(row.owner);
    const finding = lookups.operatorOf(owner, row.registration, type?.icao_type ?? null);
    const builtYear = possibleYear(row, type, now, gaps);
    const facts = correctAirframe(
      corrections,
      {
        registration: row.registration,
        address: row.address,
        countryIso2: "US",
        type,
        serialNumber: null,
        builtYear,
        model: row.model || null,
        role: roleOf(
          match.role,
          finding.airline === null ? undefined : lookups.airlineBySlug.get(finding.airline),
        ),
        operator: finding.airline === null ? null : (lookups.airlineBySlug.get(finding.airline) ?? null),
        operatorBasis: finding.basis,
        owner,
        lessor: owner.lessor === null ? null : (lookups.lessorBySlug.get(owner.lessor) ?? null),
        status: "active",
        statusBasis: "register",
        sources: [US_REGISTER.id, CURATED.id],
        updatedAt,
      },
      lookups,
    );
    const outside = outOfScope(facts);
    if (outside !== null) return leftOut(gaps, outside);
    if (facts.owner.class === "unknown")
      bump(gaps.unclassifiedOwners, facts.owner.name ?? "(a private person, or blank)");
    const ageYears = facts.builtYear === null ? null : ageAt(facts.builtYear, now);
    return { ...facts, ageYears, value: valueOfAirframe(facts, ageYears, lookups.valueOf) };
  };
}

export type AirframeFacts = Omit<FleetAirframe, "ageYears" | "value">;

/** Commercial scope: an airliner, regional or freighter type, or an operator that is an airline. */
function outOfScope(facts: AirframeFacts): string | null {
  if (facts.operator !== null && facts.operator.kind !== "business") return null;
  if (facts.role === "business") return "business variant of an airliner";
  if (facts.type === null) return "type not in the table";
  return AIRLINER_CLASSES.has(facts.type.class) ? null : `${facts.type.class} type not flown by an airline`;
}

function roleOf(
  role: "passenger" | "freighter" | "business" | "unknown",
  operator: AirlineRow | undefined,
): FleetAirframe["role"] {
  // Conversions rarely show in the register's model text; an airline that carries only freight flies freighters.
  return operator?.kind === "cargo" && role !== "business" ? "freighter" : role;
}

function possibleYear(row: RegisterRow, type: TypeRow | null, now: string, gaps: Gaps): number | null {
  const { builtYear } = row;
  if (builtYear === null) return null;
  const first = type?.first_flight_year ?? 1903;
  if (builtYear >= first && builtYear <= Number(now.slice(0, 4)) + 1) return builtYear;
  bump(gaps.impossibleYears, `${row.registration}: ${builtYear} for a ${type?.name ?? row.model}`);
  return null;
}

/** Age from the middle of the build year, one decimal, never below zero. */
export function ageAt(builtYear: number, now: string): number {
  const year = Number(now.slice(0, 4));
  const start = Date.UTC(year, 0, 1);
  const fraction = (Date.parse(now) - start) / (Date.UTC(year + 1, 0, 1) - start);
  return Math.max(0, Math.round((year + fraction - (builtYear + 0.5)) * 10) / 10);
}

function valueOfAirframe(facts: AirframeFacts, ageYears: number | null, valuate: ValueOf): Valuation | null {
  if (facts.type === null || ageYears === null) return null;
  return valuate({ type: facts.type, role: facts.role, ageYears, status: facts.status });
}

function leftOut(gaps: Gaps, reason: string): null {
  bump(gaps.outOfScope, reason);
  return null;
}

function bump(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
