// The bundled US register: one gzipped JSON of registrations. Only the data file of the package is read; its code
// is never imported (design: earlier versions of it were reported malicious).
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { parseModeSAddress } from "../identifiers/mode-s-address.ts";
import { parseRegistration } from "../identifiers/registration.ts";
import { type AcceptRow, type AirframeRow, airframeRow } from "./airframe-row.ts";
import { US_REGISTER } from "./catalog.ts";
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

export function readUsRegister(path: string, accept: AcceptRow = () => true): Register {
  const { meta, records } = parseFile(path);
  const rejected = new Map<string, number>();
  const rows: AirframeRow[] = [];
  for (const record of records) {
    const row = toRow(record);
    if (typeof row === "string") rejected.set(row, (rejected.get(row) ?? 0) + 1);
    else if (accept(row)) rows.push(row);
  }
  return { rows, rowCount: records.length, date: meta.generatedAt.slice(0, 10), rejected };
}

function parseFile(path: string): {
  meta: { generatedAt: string; recordCount: number };
  records: readonly RawRecord[];
} {
  let file: { meta?: { generatedAt?: unknown; recordCount?: unknown }; records?: unknown };
  try {
    file = JSON.parse(gunzipSync(readFileSync(path)).toString("utf8"));
  } catch (error) {
    throw new SourceError(path, null, "the US register cannot be read; run 'npm ci' to restore it", {
      cause: error,
    });
  }
  const { meta, records } = file;
  if (
    typeof meta?.generatedAt !== "string" ||
    !/^\d{4}-\d{2}-\d{2}T/.test(meta.generatedAt) ||
    !Array.isArray(records)
  ) {
    throw new SourceError(
      path,
      null,
      "not the US register: it lacks meta.generatedAt or records; run 'npm ci' to restore it",
    );
  }
  if (records.length !== meta.recordCount) {
    throw new SourceError(
      path,
      null,
      `the US register holds ${records.length} records and announces ${meta.recordCount}`,
    );
  }
  return { meta: { generatedAt: meta.generatedAt, recordCount: records.length }, records };
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
