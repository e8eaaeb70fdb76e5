// What lies in a raw folder and no build reads, with the reason: nothing is passed over in silence. Rows are counted
// where a better source has the same facts; whole files where a build has no use for them.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { parseJsonEntries, readRawText, readZipEntry, textOf } from "./raw-files.ts";

export interface PassedOver {
  /** Rows by file and reason. */
  readonly rows: ReadonlyMap<string, number>;
  /** Files by folder and reason. */
  readonly files: ReadonlyMap<string, number>;
}

const UNLICENSED = "no clear licence: read only with --include-unlicensed";
const NOBODY = "nothing here reads it";
const OTHER_TYPES = "superseded by the curated types and VRS model types";
const OTHER_COUNTRIES = "superseded by OurAirports' countries";
const OTHER_OPERATORS = "superseded by Mictronics, whose list it is";
const SPECIFICATIONS =
  "type specifications: the curated table is checked against them, a build does not read them";
const RECEPTIONS = "receptions: for 'fleet observe'";
const UNPACKED = "an archive whose files lie beside it";

/** Names without an added .gz. A reason of null: a reader of this folder takes it. */
type Rule = readonly [name: RegExp, reason: string | null, rowsOf?: (path: string) => number];

const RULES: readonly Rule[] = [
  [/^ourairports\/(?:airports|runways|countries|regions)\.csv$/, null],
  [/^openflights\/airlines\.dat$/, null],
  [/^openflights\/airports\.dat$/, "superseded by OurAirports", linesOf],
  [/^openflights\/routes\.dat$/, "superseded by VRS callsign routes", linesOf],
  [/^openflights\/planes\.dat$/, OTHER_TYPES, linesOf],
  [/^openflights\/countries\.dat$/, OTHER_COUNTRIES, linesOf],
  [/^vrs-standing-data\/(?:aircraft|model-type)\/schema-01\/.+\.csv$/, null],
  [/^vrs-standing-data\/(?:airlines|code-blocks|registration-prefixes)\/schema-01\/[\w-]+\.csv$/, null],
  [/^vrs-standing-data\/routes-schema-01\.tar$/, null],
  [/^vrs-standing-data\/countries\/schema-01\/countries\.csv$/, OTHER_COUNTRIES, rowsBelowHeader],
  [/^mictronics\/indexedDB\.zip$/, null],
  [/^mictronics\/icao24plus\.zip$/, null],
  [/^mictronics\/icao_aircraft_types\.zip$/, OTHER_TYPES, (path) => zipped(path, "icao_aircraft_types.json")],
  [/^tar1090-db\/db\/[0-9A-F]{1,5}\.js$/, UNLICENSED],
  [/^tar1090-db\/db\/operators\.js$/, OTHER_OPERATORS, entriesOf],
  [/^tar1090-db\/db\/icao_aircraft_types2?\.js$/, OTHER_TYPES, entriesOf],
  [/^tar1090-db\/db\/ranges\.js$/, "superseded by VRS code blocks"],
  [/^tar1090-db\/db\/files\.js$/, "the list of the other files"],
  [/^faa\/(?:MASTER|ACFTREF)(?:\.excerpt)?\.txt$/, null],
  [/^luftfartygsregistret-se\/register\.csv$/, null],
  [/^airframesio-registers\/ireland(?:\.excerpt)?\.csv$/, UNLICENSED],
  [/^opensky\/(?:icao24_mapping_airbus|aircraft-database)\.json$/, UNLICENSED],
  [/^(?:openap|pycontrails|whatisflying-db)\//, SPECIFICATIONS],
  [/^(?:readsb|sbs|modes|dump1090-legacy|opensky)\//, RECEPTIONS],
  [/^(?:vrs-standing-data|tar1090-db)\.tar$|^faa\/ReleasableAircraft\.zip$/, UNPACKED],
];

export function passedOver(rawFolder: string, includeUnlicensed: boolean): PassedOver {
  const rows = new Map<string, number>();
  const files = new Map<string, number>();
  for (const file of filesBelow(rawFolder, "")) {
    const [, reason, rowsOf] = RULES.find(([name]) => name.test(file.replace(/\.gz$/, ""))) ?? [null, NOBODY];
    if (reason === null || (reason === UNLICENSED && includeUnlicensed)) continue;
    const count = rowsOf === undefined ? null : countOrNull(rowsOf, join(rawFolder, file));
    if (count !== null) rows.set(`${file}: ${reason}`, count);
    else {
      // Unknown files by name, the others by their folder: a thousand shards are one line.
      const key = `${reason === NOBODY ? file : file.split("/")[0]}: ${reason}`;
      files.set(key, (files.get(key) ?? 0) + 1);
    }
  }
  // Inside an archive that is read for the rest of what it holds.
  const types = countOrNull(
    (path) => zipped(path, "types.json"),
    join(rawFolder, "mictronics/indexedDB.zip"),
  );
  if (types !== null) rows.set(`mictronics/indexedDB.zip types.json: ${OTHER_TYPES}`, types);
  return { rows, files };
}

/** Relative paths; what begins with a dot is somebody's bookkeeping. */
function filesBelow(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter(({ name }) => !name.startsWith("."))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      return entry.isDirectory() ? filesBelow(root, path) : [path];
    });
}

/** A file that is not used may be damaged: then it counts as a file. */
function countOrNull(rowsOf: (path: string) => number, path: string): number | null {
  try {
    return rowsOf(path);
  } catch {
    return null;
  }
}

function linesOf(path: string): number {
  return readRawText(path)
    .split("\n")
    .filter((line) => line.trim() !== "").length;
}

function rowsBelowHeader(path: string): number {
  return linesOf(path) - 1;
}

function entriesOf(path: string): number {
  return [...parseJsonEntries(path, readRawText(path))].length;
}

function zipped(path: string, entry: string): number {
  return [...parseJsonEntries(path, textOf(readZipEntry(path, entry)))].length;
}
