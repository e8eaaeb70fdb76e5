// Puts the verdicts into the `agrees` column of a curated table and leaves every other cell as it is.
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import { agreesCell, type Verdict } from "./agreement.ts";

/** Gives the number of rows whose cell changed. */
export function writeAgrees(path: string, verdicts: readonly Verdict[]): number {
  const cells = new Map(verdicts.map((verdict) => [verdict.row, agreesCell(verdict)]));
  const [header = [], ...records] = parse(readFileSync(path, "utf8"), { bom: true }) as string[][];
  const slugAt = header.indexOf("slug");
  const agreesAt = header.indexOf("agrees");
  let changed = 0;
  const written = records.map((record) => {
    const cell = cells.get(record[slugAt] ?? "");
    if (cell === undefined) throw new Error(`${path}: no verdict for ${record[slugAt]}`);
    if (record[agreesAt] === cell) return record;
    changed += 1;
    return record.with(agreesAt, cell);
  });
  const lines = [header, ...written].map((record) => record.map(quoted).join(","));
  // Renamed into place, so that an interrupted run leaves the old table whole.
  writeFileSync(`${path}.new`, `${lines.join("\n")}\n`);
  renameSync(`${path}.new`, path);
  return changed;
}

function quoted(cell: string): string {
  return /[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
