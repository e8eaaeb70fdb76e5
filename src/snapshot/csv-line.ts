// A record as a line of CSV: nested fields flattened, lists as JSON, null as an empty cell.

export type CsvLine = (record: Readonly<Record<string, unknown>>) => string;

interface Column {
  readonly name: string;
  /** Columns of a nested record; empty for a cell. */
  readonly inner: Column[];
}

/** `columns` name the fields, those of nested records with a dot and side by side: `type.slug`, `type.name`. */
export function createCsvLine(columns: readonly string[]): CsvLine {
  const top: Column[] = [];
  for (const column of columns) {
    let level = top;
    for (const name of column.split(".")) {
      if (level.at(-1)?.name !== name) level.push({ name, inner: [] });
      level = level.at(-1)?.inner ?? [];
    }
  }
  return (record) => {
    const cells: string[] = [];
    addCells(cells, record, top);
    return cells.join(",");
  };
}

function addCells(
  cells: string[],
  record: Readonly<Record<string, unknown>> | null,
  columns: readonly Column[],
): void {
  for (const { name, inner } of columns) {
    const value = record === null ? null : record[name];
    if (inner.length === 0) cells.push(csvCell(value));
    else addCells(cells, (value ?? null) as Record<string, unknown> | null, inner);
  }
}

/** RFC 4180. */
function csvCell(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
