// One merged airframe into what the fleet knows of it: for each field the first source that has it, in the order of the
// sources; then type, role, operator, owner, status and value by the rules of their own files.
import type { AirframeRow } from "../sources/airframe-row.ts";
import { CURATED } from "../sources/catalog.ts";
import type { AirlineRow, LessorRow, TypeRow } from "../sources/curated.ts";
import { ageAt, isPossibleYear } from "./age.ts";
import { type Corrections, correctAirframe } from "./corrections.ts";
import type { FleetAirframe, FleetInput, Gaps } from "./fleet.ts";
import type { MergedAirframe } from "./merge.ts";
import { createOperatorLookup, type OperatorFinding, type OperatorOf } from "./operators.ts";
import { createOwnerLookup, type Owner, type OwnerOf } from "./owners.ts";
import { type Role, roleInText } from "./role.ts";
import { outOfScope } from "./scope.ts";
import { createModelLookup, type ModelLookup, US_REGISTERS } from "./us-types.ts";
import { createValuation, type ValueOf } from "./valuation.ts";

interface Lookups {
  readonly typeByCode: ReadonlyMap<string, TypeRow>;
  readonly airlineBySlug: ReadonlyMap<string, AirlineRow>;
  readonly airlineByIcao: ReadonlyMap<string, AirlineRow>;
  readonly lessorBySlug: ReadonlyMap<string, LessorRow>;
  readonly modelOf: ModelLookup;
  readonly ownerOf: OwnerOf;
  readonly operatorOf: OperatorOf;
  readonly valueOf: ValueOf;
}

type JoinInput = FleetInput & { readonly types: readonly TypeRow[] };

const STATUS_ORDER = ["active", "unknown", "defunct"];

export function createJoin(
  input: JoinInput,
  corrections: Corrections,
  gaps: Gaps,
): (merged: MergedAirframe) => FleetAirframe | null {
  const lookups = createLookups(input);
  const { now, dates, scope } = input;
  return (merged) => {
    const { rows, registration, address } = merged;
    const kind = kindOf(rows, lookups);
    const block = address === null ? null : input.blockOf(address);
    const military = kind.military || block?.military === true || rows.some((row) => row.military);
    const owner = lookups.ownerOf(firstOf(rows, (row) => row.owner));
    const finding = operatorFinding(rows, owner, registration, kind.type, lookups);
    const operator = finding.airline === null ? null : (lookups.airlineBySlug.get(finding.airline) ?? null);
    const standing = rows.find((row) => row.standing !== "database")?.standing;
    const facts = correctAirframe(
      corrections,
      {
        registration,
        address,
        countryIso2: rows.some((row) => US_REGISTERS.has(row.source)) ? "US" : (block?.countryIso2 ?? null),
        type: kind.type,
        serialNumber: firstOf(rows, (row) => row.serialNumber),
        builtYear: firstOf(rows, (row) => yearOf(row, kind.type, now, gaps)),
        model: firstOf(rows, (row) => (row.standing === "database" ? null : row.model || null)),
        role: operator?.kind === "cargo" && kind.role !== "business" ? "freighter" : kind.role,
        operator,
        operatorBasis: finding.basis,
        owner,
        lessor: owner.lessor === null ? null : (lookups.lessorBySlug.get(owner.lessor) ?? null),
        status: standing === undefined ? "unknown" : standing === "register" ? "active" : "retired",
        statusBasis: standing === undefined ? "unknown" : "register",
        sources: sourcesOf(rows, kind.type !== null || operator !== null),
        updatedAt: newestOf(rows, dates),
      },
      lookups,
    );
    const outside = scope === "all" ? null : outOfScope(facts, military);
    if (outside !== null) return count(gaps.outOfScope, outside);
    if (facts.type === null)
      count(gaps.unknownTypes, firstOf(rows, (row) => row.typeCode) ?? "no type given");
    if (facts.owner.class === "unknown" && scope === "commercial" && standing !== undefined) {
      count(gaps.unclassifiedOwners, facts.owner.name ?? "(a private person, or blank)");
    }
    const ageYears = facts.builtYear === null ? null : ageAt(facts.builtYear, now);
    const value =
      facts.type === null || ageYears === null
        ? null
        : lookups.valueOf({ type: facts.type, role: facts.role, ageYears, status: facts.status });
    return { ...facts, ageYears, value };
  };
}

function createLookups({ tables, types, airlines }: JoinInput): Lookups {
  const byPreference = [...airlines].sort(
    (a, b) => STATUS_ORDER.indexOf(b.status) - STATUS_ORDER.indexOf(a.status),
  );
  return {
    typeByCode: new Map(types.map((row) => [row.icao_type as string, row])),
    airlineBySlug: new Map(airlines.map((row) => [row.slug as string, row])),
    // The last entry of a Map wins, so the preferred holder of a code comes last.
    airlineByIcao: new Map(
      byPreference.flatMap((row) => (row.icao === null ? [] : [[row.icao as string, row] as const])),
    ),
    lessorBySlug: new Map(tables.lessors.rows.map((row) => [row.slug as string, row])),
    modelOf: createModelLookup(tables.usModels.rows),
    ownerOf: createOwnerLookup(tables.owners.rows),
    operatorOf: createOperatorLookup(tables.usOperators.rows, tables.usMarks.rows),
    valueOf: createValuation(tables.valueCurves.rows),
  };
}

interface Kind {
  readonly type: TypeRow | null;
  readonly role: Role;
  readonly military: boolean;
}

/**
 * The register's own text first. Where it is there and is no airliner, a database that says airliner speaks of the
 * mark's former holder: N-marks are reused, and databases lag.
 */
function kindOf(rows: readonly AirframeRow[], { modelOf, typeByCode }: Lookups): Kind {
  let registerSaysOther = false;
  for (const row of rows) {
    if (US_REGISTERS.has(row.source) && row.make !== null) {
      const match = modelOf(row.make, row.model ?? "", row.builtYear);
      if (match !== null) {
        const military = match.role === "military";
        return {
          type: typeByCode.get(match.icaoType) ?? null,
          role: match.role === "military" ? "unknown" : match.role,
          military,
        };
      }
      registerSaysOther = true;
    }
    const type = row.typeCode === null ? undefined : typeByCode.get(row.typeCode);
    if (type === undefined || (registerSaysOther && type.class !== "other")) continue;
    return { type, role: roleInText(type, row.model), military: false };
  }
  return { type: null, role: "unknown", military: false };
}

/** Corrections come later; then operator databases; then the registrant, then the mark. */
function operatorFinding(
  rows: readonly AirframeRow[],
  owner: Owner,
  registration: string | null,
  type: TypeRow | null,
  { airlineByIcao, operatorOf }: Lookups,
): OperatorFinding {
  const code = firstOf(rows, (row) => row.operatorCode);
  const airline = code === null ? undefined : airlineByIcao.get(code);
  if (airline !== undefined) return { airline: airline.slug, basis: "database" };
  return operatorOf(owner, registration ?? "", type?.icao_type ?? null);
}

function yearOf(row: AirframeRow, type: TypeRow | null, now: string, gaps: Gaps): number | null {
  const { builtYear } = row;
  if (builtYear === null || isPossibleYear(builtYear, type, now)) return builtYear;
  return count(gaps.impossibleYears, `${row.registration}: ${builtYear} for a ${type?.name ?? row.model}`);
}

function sourcesOf(rows: readonly AirframeRow[], curated: boolean): readonly string[] {
  const ids = new Set(rows.map(({ source }) => source));
  if (curated) ids.add(CURATED.id);
  return [...ids];
}

function newestOf(rows: readonly AirframeRow[], dates: Readonly<Record<string, string>>): string {
  let day = "";
  for (const { source } of rows) {
    const date = dates[source] ?? "";
    if (date > day) day = date;
  }
  return `${day}T00:00:00Z`;
}

function firstOf<T>(rows: readonly AirframeRow[], pick: (row: AirframeRow) => T | null): T | null {
  for (const row of rows) {
    const value = pick(row);
    if (value !== null) return value;
  }
  return null;
}

function count(counts: Map<string, number>, key: string): null {
  counts.set(key, (counts.get(key) ?? 0) + 1);
  return null;
}
