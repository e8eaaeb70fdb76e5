// Rows of an upstream CSV as objects by column name. A damaged quote ends a row, not the build: what the parser has to
// skip is counted.
import { parse } from "csv-parse/sync";
import { readCsvLines } from "./csv-lines.ts";
import { readRawText, withoutMark } from "./raw-files.ts";
import { SourceError } from "./source-error.ts";

export type CsvRow = Readonly<Record<string, string>>;

export interface CsvOptions {
  readonly from?: number;
  readonly columns?: readonly string[];
  readonly trim?: boolean;
  readonly onSkip?: (reason: string) => void;
}

/** Rows of an upstream file with a header; another file, or one that was cut off, is refused by name. */
export function readCsvRows(
  path: string,
  needs: readonly string[],
  options: CsvOptions = {},
): readonly CsvRow[] {
  const text = readRawText(path);
  const line = options.from ?? 1;
  const header = cellsOf(text.split("\n", line)[line - 1] ?? "");
  const missing = needs.find((name) => !header.includes(name));
  if (missing !== undefined)
    throw new SourceError(path, line, `the column ${missing} is missing; fetch the file again`);
  refuseCutOff(path, text, header.length);
  return rowsOrFault(path, text, options);
}

/** Rows of an upstream file that has no header. */
export function readHeaderlessRows(
  path: string,
  columns: readonly string[],
  options: CsvOptions = {},
): readonly CsvRow[] {
  const text = readRawText(path);
  refuseCutOff(path, text, columns.length);
  return rowsOrFault(path, text, { ...options, columns });
}

function rowsOrFault(path: string, text: string, options: CsvOptions): readonly CsvRow[] {
  try {
    return csvRows(text, options);
  } catch (error) {
    const line = (error as { readonly lines?: number }).lines ?? null;
    throw new SourceError(path, line, `is no CSV (${(error as Error).message}); fetch the file again`, {
      cause: error,
    });
  }
}

/** Every upstream ends its last line: one that stops inside a row was cut off. */
export function refuseCutOff(path: string, text: string, columns: number): void {
  if (text.endsWith("\n")) return;
  const last = text.slice(text.lastIndexOf("\n") + 1);
  const openQuote = (text.split('"').length - 1) % 2 === 1;
  if (openQuote || cellsOf(last).length < columns)
    throw new SourceError(path, null, "ends in the middle of a row; fetch the file again");
}

function cellsOf(line: string): string[] {
  return line.split(",").map((cell) => cell.trim().replace(/^"|"$/g, ""));
}

export function csvRows(text: string, options: CsvOptions = {}): readonly CsvRow[] {
  if (options.columns === undefined && options.from === undefined && options.trim === undefined) {
    const rows = quickRows(text);
    if (rows !== null) return rows;
  }
  const rows: unknown = parse(text, {
    bom: true,
    columns: options.columns === undefined ? true : [...options.columns],
    from_line: options.from ?? 1,
    trim: options.trim ?? false,
    relax_column_count: true,
    relax_quotes: true,
    skip_records_with_error: true,
    on_skip: (error) => {
      options.onSkip?.(error?.code ?? "unreadable row");
      return undefined;
    },
  });
  return rows as CsvRow[];
}

/** Strict: the first row that does not fit the header throws csv-parse's error, which carries its line. */
export function strictCsvRows(text: string): readonly CsvRow[] {
  return quickRows(text) ?? (parse(text, { columns: true, bom: true }) as CsvRow[]);
}

/** The quick way where it serves: one line, one row, as many cells as names. */
function quickRows(text: string): readonly CsvRow[] | null {
  const lines = readCsvLines(withoutMark(text));
  if (lines === null) return null;
  const { names, rows } = lines;
  // Copies of one object with all its names: objects that get two dozen names one by one become slow and large.
  const empty = JSON.parse(JSON.stringify(Object.fromEntries(names.map((name) => [name, ""])))) as CsvRow;
  return rows.map((cells) => {
    const row: Record<string, string> = { ...empty };
    for (let at = 0; at < names.length; at++) row[names[at] as string] = cells[at] as string;
    return row;
  });
}
