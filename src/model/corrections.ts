// Corrections: one CSV line with evidence mends any field of any record, applied last. Airframes are mended before
// anything is counted, so that every count follows; other records are mended in their finished form.
import type { AirlineRow, CorrectionRow, LessorRow, TypeRow } from "../sources/curated.ts";
import { SourceError } from "../sources/source-error.ts";
import type { Table } from "../sources/table.ts";
import type { AirframeFacts } from "./fleet-airframe.ts";

export interface Corrections {
  readonly file: string;
  readonly rows: readonly CorrectionRow[];
  /** By collection, then by identifier. */
  readonly byRecord: ReadonlyMap<string, ReadonlyMap<string, readonly CorrectionRow[]>>;
  /** Lines that met their record; the others are reported by `fleet inspect`. */
  readonly applied: Set<number>;
}

interface References {
  readonly typeByCode: ReadonlyMap<string, TypeRow>;
  readonly airlineBySlug: ReadonlyMap<string, AirlineRow>;
  readonly lessorBySlug: ReadonlyMap<string, LessorRow>;
}

export function correctionsOf(table: Table<CorrectionRow>): Corrections {
  const byRecord = new Map<string, Map<string, CorrectionRow[]>>();
  for (const row of table.rows) {
    const ofCollection = byRecord.get(row.collection) ?? new Map<string, CorrectionRow[]>();
    byRecord.set(row.collection, ofCollection);
    ofCollection.set(row.identifier, [...(ofCollection.get(row.identifier) ?? []), row]);
  }
  return { file: table.file, rows: table.rows, byRecord, applied: new Set() };
}

const NO_ROWS: readonly CorrectionRow[] = [];

function rowsFor(
  { byRecord }: Corrections,
  collection: CorrectionRow["collection"],
  identifiers: readonly (string | null)[],
): readonly CorrectionRow[] {
  const ofCollection = byRecord.get(collection);
  if (ofCollection === undefined || !identifiers.some((name) => name !== null && ofCollection.has(name)))
    return NO_ROWS;
  return identifiers.flatMap((name) => (name === null ? [] : (ofCollection.get(name) ?? [])));
}

/** Fields of an airframe that a correction may set, and how its cell is read. An empty cell means unknown. */
export function correctAirframe(
  corrections: Corrections,
  facts: AirframeFacts,
  references: References,
): AirframeFacts {
  const rows = rowsFor(corrections, "airframes", [facts.registration, facts.address]);
  let mended = facts;
  for (const row of rows) {
    corrections.applied.add(row.line);
    mended = {
      ...mended,
      ...airframePatch(row, references, corrections.file),
      sources: withCurated(mended.sources),
    };
  }
  return mended;
}

function airframePatch(row: CorrectionRow, references: References, file: string): Partial<AirframeFacts> {
  const { field, value } = row;
  const fault = (reason: string) => new SourceError(file, row.line, reason);
  const lookup = <T>(map: ReadonlyMap<string, T>, what: string): T | null => {
    if (value === "") return null;
    const found = map.get(value);
    if (found === undefined) throw fault(`${value} is not ${what}`);
    return found;
  };
  switch (field) {
    case "type":
      return { type: lookup(references.typeByCode, "a type of aircraft-types.csv") };
    case "operator":
      return {
        operator: lookup(references.airlineBySlug, "an airline of airlines.csv"),
        operatorBasis: value === "" ? "unknown" : "database",
      };
    case "lessor":
      return { lessor: lookup(references.lessorBySlug, "a lessor of lessors.csv") };
    case "built_year":
      if (value !== "" && !/^(19|20)\d\d$/.test(value)) throw fault(`'${value}' is not a year`);
      return { builtYear: value === "" ? null : Number(value) };
    case "serial_number":
      return { serialNumber: value || null };
    case "model":
      return { model: value || null };
    case "role":
      return { role: oneOf(["passenger", "freighter", "business", "unknown"], value, fault) };
    case "status":
      return {
        status: oneOf(["active", "stored", "retired", "unknown"], value, fault),
        statusBasis: "database",
      };
    default:
      throw fault(`an airframe has no field '${field}' that can be corrected`);
  }
}

/** Sets top-level fields of a finished record; the contract check that follows refuses what does not fit. */
export function correctRecord<Data extends object>(
  corrections: Corrections,
  collection: CorrectionRow["collection"],
  identifiers: readonly (string | null)[],
  data: Data,
): Data {
  const rows = rowsFor(corrections, collection, identifiers);
  if (rows.length === 0) return data;
  const mended = { ...data } as Record<string, unknown>;
  for (const row of rows) {
    if (!(row.field in mended)) {
      throw new SourceError(
        corrections.file,
        row.line,
        `a record of ${collection} has no field '${row.field}'`,
      );
    }
    mended[row.field] = jsonOrText(row.value);
    corrections.applied.add(row.line);
  }
  if (Array.isArray(mended.sources)) mended.sources = withCurated(mended.sources);
  return mended as Data;
}

/** Numbers, lists and null are written as JSON, text as it is. */
function jsonOrText(value: string): unknown {
  if (value === "") return null;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

function oneOf<const T extends string>(
  allowed: readonly T[],
  value: string,
  fault: (reason: string) => Error,
): T {
  const found = allowed.find((entry) => entry === value);
  if (found === undefined) throw fault(`'${value}' is none of ${allowed.join(", ")}`);
  return found;
}

function withCurated(sources: readonly string[]): readonly string[] {
  return sources.includes("curated") ? sources : [...sources, "curated"];
}
