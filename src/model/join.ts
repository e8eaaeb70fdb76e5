// One merged airframe into what the fleet knows of it: for each field the first source that has it, in the order of the
// sources; then type, role, operator, owner, status and value by the rules of their own files.

import type { Sighting } from "../observe/sighting.ts";
import type { AirframeRow } from "../sources/airframe-row.ts";
import { CURATED } from "../sources/catalog.ts";
import type { AirlineRow, LessorRow, TypeRow } from "../sources/curated.ts";
import { statusByReceptions } from "./activity.ts";
import { ageAt, isPossibleYear } from "./age.ts";
import { airlineByCallsigns } from "./callsign-operator.ts";
import { type Corrections, correctAirframe } from "./corrections.ts";
import type { FleetAirframe, FleetInput, Gaps } from "./fleet.ts";
import type { MergedAirframe } from "./merge.ts";
import { createOperatorLookup, type OperatorFinding, type OperatorOf } from "./operators.ts";
import { createOwnerLookup, type Owner, type OwnerOf } from "./owners.ts";
import { type Role, roleInText } from "./role.ts";
import { outOfScope } from "./scope.ts";
import { toIsoSecond } from "./time.ts";
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
  const nowMs = Date.parse(now);
  return (merged) => {
    const { rows, registration, address } = merged;
    const kind = kindOf(rows, lookups);
    const block = address === null ? null : input.blockOf(address);
    const military = kind.military || block?.military === true || rows.some((row) => row.military);
    const owner = lookups.ownerOf(firstOf(rows, (row) => row.owner));
    const sighting = address === null ? null : (input.receptions.byAddress.get(address) ?? null);
    const finding = operatorFinding({ rows, owner, registration, type: kind.type, sighting, nowMs }, lookups);
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
        ...statusOf(standing, statusByReceptions(sighting, input.receptions.coverage, nowMs)),
        sighting,
        sources: sourcesOf(rows, sighting, kind.type !== null || operator !== null),
        updatedAt: newestOf(rows, sighting, dates),
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

interface OperatorEvidence {
  readonly rows: readonly AirframeRow[];
  readonly owner: Owner;
  readonly registration: string | null;
  readonly type: TypeRow | null;
  readonly sighting: Sighting | null;
  readonly nowMs: number;
}

/** Corrections come later; then callsigns heard, operator databases, the registrant, and last the mark. */
function operatorFinding(
  evidence: OperatorEvidence,
  { airlineByIcao, operatorOf }: Lookups,
): OperatorFinding {
  const { rows, owner, registration, type, sighting, nowMs } = evidence;
  const heard = airlineByIcao.get(airlineByCallsigns(sighting, nowMs) ?? "");
  // A designator whose airline has gone may have a new holder that no table knows yet.
  if (heard !== undefined && heard.status !== "defunct") return { airline: heard.slug, basis: "callsign" };
  const listed = airlineByIcao.get(firstOf(rows, (row) => row.operatorCode) ?? "");
  if (listed !== undefined) return { airline: listed.slug, basis: "database" };
  return operatorOf(owner, registration ?? "", type?.icao_type ?? null);
}

type Standing = AirframeRow["standing"] | undefined;

/** What was heard beats what is written down, but for a cancellation: a mark struck off is not flown under. */
function statusOf(
  standing: Standing,
  heard: "active" | "stored" | null,
): Pick<FleetAirframe, "status" | "statusBasis"> {
  if (heard !== null && !(standing === "cancelled" && heard === "stored"))
    return { status: heard, statusBasis: "observation" };
  if (standing === "register") return { status: "active", statusBasis: "register" };
  return standing === "cancelled"
    ? { status: "retired", statusBasis: "register" }
    : { status: "unknown", statusBasis: "unknown" };
}

function yearOf(row: AirframeRow, type: TypeRow | null, now: string, gaps: Gaps): number | null {
  const { builtYear } = row;
  if (builtYear === null || isPossibleYear(builtYear, type, now)) return builtYear;
  return count(gaps.impossibleYears, `${row.registration}: ${builtYear} for a ${type?.name ?? row.model}`);
}

function sourcesOf(
  rows: readonly AirframeRow[],
  sighting: Sighting | null,
  curated: boolean,
): readonly string[] {
  const ids = new Set(rows.map(({ source }) => source));
  if (sighting !== null) ids.add(sighting.source);
  if (curated) ids.add(CURATED.id);
  return [...ids];
}

function newestOf(
  rows: readonly AirframeRow[],
  sighting: Sighting | null,
  dates: Readonly<Record<string, string>>,
): string {
  let day = "";
  for (const { source } of rows) {
    const date = dates[source] ?? "";
    if (date > day) day = date;
  }
  const written = `${day}T00:00:00Z`;
  const heard = sighting === null ? "" : toIsoSecond(sighting.lastSeenMs);
  return heard > written ? heard : written;
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
