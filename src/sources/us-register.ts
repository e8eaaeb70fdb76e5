// The bundled US register: one gzipped JSON of registrations. Only the data file of the package is read; its code
// is never imported (design: earlier versions of it were reported malicious).
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { parseModeSAddress } from "../identifiers/mode-s-address.ts";
import { parseRegistration } from "../identifiers/registration.ts";
import { type AcceptRow, type AirframeRow, airframeRow } from "./airframe-row.ts";
import { US_REGISTER } from "./catalog.ts";
import { jsonPieces, ROWS } from "./json-pieces.ts";
import { SourceError } from "./source-error.ts";

export interface Register {
  readonly rows: readonly AirframeRow[];
  /** Rows in the file, kept or not. */
  readonly rowCount: number;
  /** ISO day of the data. */
  readonly date: string;
  /** Rows that could not be used, by reason. */
  readonly rejected: ReadonlyMap<string, number>;
}

interface RawRecord {
  readonly icaoHex?: unknown;
  readonly registration?: unknown;
  readonly make?: unknown;
  readonly model?: unknown;
  readonly operator?: unknown;
  readonly yearManufactured?: unknown;
}

interface Meta {
  readonly generatedAt: string;
  readonly recordCount: number;
}

const RECORDS = /"records"\s*:\s*\[/;

export function readUsRegister(path: string, accept: AcceptRow = () => true): Register {
  const text = readFile(path);
  const opening = RECORDS.exec(text);
  const start = opening === null ? text.length : opening.index + opening[0].length;
  const end = text.lastIndexOf("]");
  const meta = end < start ? null : metaOf(text, start, end);
  if (meta === null) {
    throw new SourceError(
      path,
      null,
      "not the US register: it lacks meta.generatedAt or records; run 'npm ci' to restore it",
    );
  }
  const rejected = new Map<string, number>();
  const rows: AirframeRow[] = [];
  let rowCount = 0;
  for (const record of recordsOf(path, text, start, end)) {
    rowCount++;
    const row = toRow(record);
    if (typeof row === "string") rejected.set(row, (rejected.get(row) ?? 0) + 1);
    else if (accept(row)) rows.push(row);
  }
  if (rowCount !== meta.recordCount) {
    throw new SourceError(
      path,
      null,
      `the US register holds ${rowCount} records and announces ${meta.recordCount}`,
    );
  }
  return { rows, rowCount, date: meta.generatedAt.slice(0, 10), rejected };
}

function readFile(path: string): string {
  try {
    return gunzipSync(readFileSync(path)).toString("utf8");
  } catch (error) {
    throw unreadable(path, error);
  }
}

/** What stands around the records; null where it is not what it should be. */
function metaOf(text: string, start: number, end: number): Meta | null {
  try {
    const { meta } = JSON.parse(text.slice(0, start) + text.slice(end)) as { meta?: Partial<Meta> };
    const { generatedAt, recordCount } = meta ?? {};
    if (typeof generatedAt !== "string" || !/^\d{4}-\d{2}-\d{2}T/.test(generatedAt)) return null;
    return { generatedAt, recordCount: Number(recordCount) };
  } catch {
    return null;
  }
}

function* recordsOf(path: string, text: string, start: number, end: number): Iterable<RawRecord> {
  try {
    for (const piece of jsonPieces(text, start, end, ROWS)) yield* piece as RawRecord[];
  } catch (error) {
    throw unreadable(path, error);
  }
}

function unreadable(path: string, cause: unknown): SourceError {
  return new SourceError(path, null, "the US register cannot be read; run 'npm ci' to restore it", { cause });
}

function toRow(record: RawRecord): AirframeRow | string {
  const address = parseModeSAddress(textOf(record.icaoHex));
  const registration = parseRegistration(textOf(record.registration));
  if (address === null) return "no Mode S address";
  if (registration === null) return "no registration";
  const year = record.yearManufactured;
  return airframeRow({
    source: US_REGISTER.id,
    standing: "register",
    address,
    registration,
    make: textOf(record.make),
    model: textOf(record.model),
    owner: textOf(record.operator) || null,
    // Zero stands for unknown.
    builtYear: typeof year === "number" && Number.isInteger(year) && year > 0 ? year : null,
  });
}

function textOf(value: unknown): string {
  if (typeof value !== "string") return "";
  return value.includes("  ") ? value.replace(/\s+/g, " ").trim() : value.trim();
}
