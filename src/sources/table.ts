// Curated tables are strict: the header must be exactly the one declared, each cell must parse, keys must be
// unique. The first fault stops the build with file, line and reason.
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { parse } from "csv-parse/sync";
import { SourceError } from "./source-error.ts";

/** Turns a cell into a value, or says why it cannot. */
export type Cell<T> = (text: string) => T | Fault;

export class Fault {
  readonly reason: string;
  constructor(reason: string) {
    this.reason = reason;
  }
}

type Columns = Readonly<Record<string, Cell<unknown>>>;
type ValueOf<C> = C extends Cell<infer T> ? Exclude<T, Fault> : never;
export type Row<C extends Columns> = { readonly [K in keyof C]: ValueOf<C[K]> } & { readonly line: number };

interface RawRecord {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

export interface Table<R> {
  readonly file: string;
  readonly rows: readonly R[];
}

export function readTable<C extends Columns>(
  path: string,
  columns: C,
  unique: readonly (keyof C & string)[] = [],
): Table<Row<C>> {
  const file = basename(path);
  const names = Object.keys(columns);
  const [header, ...records] = parseCsv(path, file);
  const found = header?.record.join(",") ?? "nothing";
  if (found !== names.join(","))
    throw new SourceError(file, 1, `the header must be ${names.join(",")}; found ${found}`);
  const rows = records.map(({ record, info }) => {
    if (record.length !== names.length) {
      throw new SourceError(
        file,
        info.lines,
        `not a well-formed CSV row: it has ${record.length} cells, the header ${names.length}`,
      );
    }
    const row: Record<string, unknown> = { line: info.lines };
    names.forEach((name, at) => {
      const value = columns[name]?.(record[at] ?? "");
      if (value instanceof Fault) throw new SourceError(file, info.lines, `${name}: ${value.reason}`);
      row[name] = value;
    });
    return row as Row<C>;
  });
  for (const name of unique) checkUnique(file, rows, name);
  return { file, rows };
}

function parseCsv(path: string, file: string): RawRecord[] {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    throw new SourceError(file, null, "the file cannot be read; restore it from the repository", {
      cause: error,
    });
  }
  try {
    // Cells are counted after the header is checked: a wrong header would otherwise be blamed on the first row.
    return parse(text, { info: true, bom: true, relax_column_count: true }) as unknown as RawRecord[];
  } catch (error) {
    const line = (error as { readonly lines?: number }).lines ?? null;
    throw new SourceError(file, line, `not a well-formed CSV row: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

function checkUnique<R extends { readonly line: number }>(
  file: string,
  rows: readonly R[],
  name: keyof R & string,
): void {
  const lines = new Map<unknown, number>();
  for (const row of rows) {
    const value = row[name];
    if (value === null || value === "") continue;
    const before = lines.get(value);
    if (before !== undefined)
      throw new SourceError(file, row.line, `${name} ${value} stands already in line ${before}`);
    lines.set(value, row.line);
  }
}

export const text: Cell<string> = (cell) =>
  cell.trim() === "" ? new Fault("must not be empty") : cell.trim();

export const anyText: Cell<string> = (cell) => cell.trim();

export const optionalText: Cell<string | null> = (cell) => cell.trim() || null;

export function parsed<T>(parser: (text: string) => T | null, what: string): Cell<T> {
  return (cell) => parser(cell) ?? new Fault(`'${cell}' is not ${what}`);
}

export function optional<T>(of: Cell<T>): Cell<T | null> {
  return (cell) => (cell.trim() === "" ? null : of(cell));
}

export function list<T>(of: Cell<T>, separator = " "): Cell<readonly T[]> {
  return (cell) => {
    const values: T[] = [];
    for (const part of cell.split(separator).map((word) => word.trim())) {
      if (part === "") continue;
      const value = of(part);
      if (value instanceof Fault) return value;
      values.push(value);
    }
    return values;
  };
}

export function oneOf<const T extends string>(...allowed: readonly T[]): Cell<T> {
  return (cell) =>
    allowed.find((value) => value === cell) ?? new Fault(`'${cell}' is none of ${allowed.join(", ")}`);
}

export function numberBetween(least: number, most: number): Cell<number> {
  return (cell) => {
    const value = Number(cell);
    return cell.trim() !== "" && value >= least && value <= most
      ? value
      : new Fault(`'${cell}' is not a number from ${least} to ${most}`);
  };
}

export function integerBetween(least: number, most: number): Cell<number> {
  const within = numberBetween(least, most);
  return (cell) => {
    const value = within(cell);
    return value instanceof Fault || Number.isInteger(value)
      ? value
      : new Fault(`'${cell}' is not a whole number`);
  };
}

export const anchoredPattern: Cell<RegExp> = (cell) => {
  try {
    return new RegExp(`^(?:${cell})$`);
  } catch {
    return new Fault(`'${cell}' is not a regular expression`);
  }
};
