// Compares the curated tables with the open databases and registers: prints every disagreement, grouped by database,
// and with --write fills the `agrees` columns. Usage: node scripts/run.mjs scripts/cross-check.ts [--write]
import { join } from "node:path";
import { readCuratedTables } from "../src/sources/curated.ts";
import type { Disagreement, Verdict } from "./cross-check/agreement.ts";
import { writeAgrees } from "./cross-check/agrees-column.ts";
import { checkTypes, TOLERANCE } from "./cross-check/aircraft-types.ts";
import { readAirlineDatabases } from "./cross-check/airline-databases.ts";
import { checkAirlines } from "./cross-check/airlines.ts";
import { checkLessors, readOwnerRegisters } from "./cross-check/lessors.ts";
import { hasRawFiles, RAW_FOLDER } from "./cross-check/raw-files.ts";
import { readDesignators, readTypeDatabases } from "./cross-check/type-databases.ts";

if (!hasRawFiles(RAW_FOLDER)) {
  console.error(`The open databases are not in ${RAW_FOLDER}: nothing to compare with, nothing written.`);
  process.exit(1);
}

const tables = readCuratedTables("data");
const airlines = checkAirlines(tables.airlines.rows, readAirlineDatabases(RAW_FOLDER));
const types = checkTypes(tables.types.rows, readTypeDatabases(RAW_FOLDER));
const lessors = checkLessors(tables.lessors.rows, tables.owners.rows, readOwnerRegisters(".", RAW_FOLDER));

const activeAirlines = new Set<string>(
  tables.airlines.rows.filter(({ status }) => status === "active").map(({ slug }) => slug),
);
report("Airlines, active", airlines, (row) => activeAirlines.has(row));
report(
  "Airlines, defunct or unknown (a code given to another airline since is no fault)",
  airlines,
  (row) => {
    return !activeAirlines.has(row);
  },
);
report(
  `Aircraft types (tolerance: MTOW ${percent(TOLERANCE.mtow)}, range ${percent(TOLERANCE.range)}, seats ${percent(TOLERANCE.seats)})`,
  types,
);
const designators = readDesignators(RAW_FOLDER);
const unlisted = tables.types.rows.filter(({ icao_type }) => !designators.has(icao_type));
console.log(
  `\nDesignators that neither Mictronics nor VRS lists: ${unlisted.map((row) => row.icao_type).join(" ") || "none"}`,
);
report("Lessors", lessors);

if (process.argv.includes("--write")) {
  console.log("");
  for (const [file, verdicts] of [
    ["airlines.csv", airlines],
    ["aircraft-types.csv", types],
    ["lessors.csv", lessors],
  ] as const) {
    console.log(`data/${file}: ${writeAgrees(join("data", file), verdicts)} cells of 'agrees' changed`);
  }
}

function report(title: string, verdicts: readonly Verdict[], includes = (_row: string) => true): void {
  const shown = verdicts.filter(({ row }) => includes(row));
  const agreed = shown.filter(({ agrees }) => agrees.length > 0);
  console.log(`\n${title}: ${shown.length} rows, ${agreed.length} with at least one in agreement`);
  const disagreements = shown.flatMap((verdict) => verdict.disagreements);
  const databases = new Set([
    ...shown.flatMap(({ agrees }) => agrees),
    ...disagreements.map(({ database }) => database),
  ]);
  for (const id of databases) {
    const agreeing = shown.filter(({ agrees }) => agrees.includes(id));
    const differing = disagreements.filter(({ database }) => database === id);
    const open = differing.filter(({ settledBy }) => settledBy === null);
    console.log(
      `  ${id}: ${agreeing.length} agree, ${differing.length} differ, ${open.length} of them not settled`,
    );
    for (const line of differing.map(toLine)) console.log(`    ${line}`);
  }
}

function toLine({ row, ours, theirs, settledBy }: Disagreement): string {
  return `${row}: ours ${ours}; theirs ${theirs} [${settledBy ?? "NOT SETTLED"}]`;
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
