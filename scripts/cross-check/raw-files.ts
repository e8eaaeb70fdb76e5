// Files of the open databases: a folder of upstream downloads, plain, gzipped or zipped, read as text or as CSV.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { parse } from "csv-parse/sync";

/** Where the upstream files lie beside a checkout of this repository. They are never committed. */
export const RAW_FOLDER = "../shared/data/raw";

export const hasRawFiles = (folder: string): boolean => existsSync(join(folder, "openflights"));

export function readText(...path: readonly string[]): string {
  const file = join(...path);
  const bytes = readFileSync(file);
  return (file.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
}

export type Fields = Readonly<Record<string, string | undefined>>;

/** Rows by the names of the header; `skip` lines of title may stand before it. */
export function parseFields(text: string, skip = 0): readonly Fields[] {
  return parse(text, { columns: true, bom: true, from_line: skip + 1, relax_column_count: true }) as Fields[];
}

/** Rows of a file without a header. OpenFlights escapes quotes with a backslash. */
export function parseColumns(text: string): readonly (readonly string[])[] {
  return parse(text, { escape: "\\", relax_quotes: true, relax_column_count: true }) as string[][];
}
