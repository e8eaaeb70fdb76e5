// One merged airframe into what the fleet knows of it: for each field the first source that has it, in the order of the
// sources; then type, role, operator, owner, status and value by the rules of their own files.

import type { Sighting } from "../observe/sighting.ts";
import type { AirframeRow } from "../sources/airframe-row.ts";
import { CURATED } from "../sources/catalog.ts";
import type { AirlineRow, LessorRow, TypeRow } from "../sources/curated.ts";
import { statusByReceptions } from "./activity.ts";
import { ageAt, isPossibleYear } from "./age.ts";
import { type CodeHolders, createCodeHolders } from "./airline-codes.ts";
import { airlineByCallsigns } from "./callsign-operator.ts";
import { type Corrections, correctAirframe } from "./corrections.ts";
import { newestDay } from "./counts.ts";
import type { FleetAirframe } from "./fleet-airframe.ts";
import type { FleetInput, Gaps } from "./fleet-input.ts";
import { kindOf, roleWithOperator } from "./kind.ts";
import type { MergedAirframe } from "./merge.ts";
import { createOperatorLookup, type OperatorFinding, type OperatorOf } from "./operators.ts";
import { createOwnerLookup, type Owner, type OwnerOf } from "./owners.ts";
import { registryOf, standingOf } from "./registry.ts";
import { outOfScope } from "./scope.ts";
import { toIsoSecond } from "./time.ts";
import { createModelLookup, type ModelLookup } from "./us-types.ts";
import { createValuation, type ValueOf } from "./valuation.ts";

interface Lookups {
  readonly typeByCode: ReadonlyMap<string, TypeRow>;
  readonly airlineBySlug: ReadonlyMap<string, AirlineRow>;
  readonly codes: CodeHolders;
  readonly lessorBySlug: ReadonlyMap<string, LessorRow>;
  readonly modelOf: ModelLookup;
  readonly ownerOf: OwnerOf;
  readonly operatorOf: OperatorOf;
  readonly valueOf: ValueOf;
}

type JoinInput = FleetInput & { readonly types: readonly TypeRow[] };

export function createJoin(
  input: JoinInput,
  corrections: Corrections,
  gaps: Gaps,
): (merged: MergedAirframe) => FleetAirframe | null {
  const lookups = createLookups(input);
  const { now, dates, scope } = input;
  const nowMs = Date.parse(now);
  return (merged) => {
    const { rows, registration } = merged;
    const { address, otherAddresses, sighting } = lastHeard(merged, input.receptions);
    const kind = kindOf(rows, lookups);
    const block = address === null ? null : input.blockOf(address);
    const military = kind.military || block?.military === true || rows.some((row) => row.military);
    const owner = lookups.ownerOf(firstOf(rows, (row) => row.owner));
    const evidence = { rows, owner, registration, type: kind.type, sighting, nowMs };
    const finding = operatorFinding(evidence, lookups, gaps);
    const operator = finding.airline === null ? null : (lookups.airlineBySlug.get(finding.airline) ?? null);
    const { countryIso2, civil } = registryOf(merged, block, input);
    const { standing, silent } = standingOf(merged, dates, nowMs, input.usRegisterDay);
    const { status, statusBasis } = statusOf(
      standing,
      statusByReceptions(sighting, input.receptions.coverage, nowMs),
    );
    const facts = correctAirframe(
      corrections,
      {
        registration,
        address,
        otherAddresses,
        countryIso2,
        type: kind.type,
        serialNumber: firstOf(rows, (row) => row.serialNumber),
        builtYear: firstOf(rows, (row) => yearOf(row, kind.type, now, gaps)),
        model: firstOf(rows, (row) => (row.standing === "database" ? null : row.model || null)),
        role: roleWithOperator(kind, operator?.kind),
        operator,
        operatorBasis: finding.basis,
        owner,
        lessor: owner.lessor === null ? null : (lookups.lessorBySlug.get(owner.lessor) ?? null),
        status,
        statusBasis,
        sighting,
        sources: sourcesOf(rows, silent, sighting, kind.type !== null || operator !== null),
      },
      lookups,
    );
    const outside = scope === "all" ? null : outOfScope(facts, { military, civil });
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
    return { ...facts, ageYears, value, updatedAt: newestOf(facts.sources, sighting, dates) };
  };
}

function createLookups({ tables, types, airlines }: JoinInput): Lookups {
  return {
    typeByCode: new Map(types.map((row) => [row.icao_type as string, row])),
    airlineBySlug: new Map(airlines.map((row) => [row.slug as string, row])),
    codes: createCodeHolders(airlines),
    lessorBySlug: new Map(tables.lessors.rows.map((row) => [row.slug as string, row])),
    modelOf: createModelLookup(tables.usModels.rows),
    ownerOf: createOwnerLookup(tables.owners.rows),
    operatorOf: createOperatorLookup(tables.usOperators.rows, tables.usMarks.rows),
    valueOf: createValuation(tables.valueCurves.rows),
  };
}

/** Of the addresses a mark stands under, the one heard last counts; if none was, the first. */
function lastHeard(
  { address, otherAddresses }: MergedAirframe,
  { byAddress }: FleetInput["receptions"],
): Pick<FleetAirframe, "address" | "otherAddresses" | "sighting"> {
  const sighting = address === null ? null : (byAddress.get(address) ?? null);
  if (address === null || otherAddresses.length === 0) return { address, otherAddresses, sighting };
  const all = [address, ...otherAddresses];
  const last = all.reduce((best, other) => (seenMs(other) > seenMs(best) ? other : best), address);
  return {
    address: last,
    otherAddresses: all.filter((other) => other !== last),
    sighting: byAddress.get(last) ?? null,
  };

  function seenMs(heard: string): number {
    return byAddress.get(heard)?.lastSeenMs ?? 0;
  }
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
  { codes, operatorOf }: Lookups,
  gaps: Gaps,
): OperatorFinding {
  const { rows, owner, registration, type, sighting, nowMs } = evidence;
  const heard = codes.holderOf(airlineByCallsigns(sighting, nowMs) ?? "");
  // A designator whose airline has gone may have a new holder that no table knows yet.
  if (heard !== undefined && heard.status !== "defunct") return { airline: heard.slug, basis: "callsign" };
  for (const { operatorCode, operatorName } of rows) {
    if (operatorCode === null) continue;
    const meant = codes.meant(operatorCode, operatorName);
    if (typeof meant !== "string") return { airline: meant.slug, basis: "database" };
    count(gaps.doubtfulOperators, meant);
  }
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
  return count(gaps.impossibleYears, `${row.registration}: ${builtYear}, ${type?.name ?? row.model}`);
}

function sourcesOf(
  rows: readonly AirframeRow[],
  silent: string | null,
  sighting: Sighting | null,
  curated: boolean,
): readonly string[] {
  const ids = new Set(rows.map(({ source }) => source));
  if (silent !== null) ids.add(silent);
  if (sighting !== null) ids.add(sighting.source);
  if (curated) ids.add(CURATED.id);
  return [...ids];
}

function newestOf(
  sources: readonly string[],
  sighting: Sighting | null,
  dates: Readonly<Record<string, string>>,
): string {
  const written = newestDay(sources, dates);
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
