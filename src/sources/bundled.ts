// Where the bundled data lies: two packages of which only data files are read, and the curated tables. The packages
// are build inputs; a packed release carries the finished snapshot instead.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { AcceptRow } from "./airframe-row.ts";
import { type Airports, readAirports } from "./airports.ts";
import { type CuratedTables, readCuratedTables } from "./curated.ts";
import { checkReferences } from "./references.ts";
import { SourceError } from "./source-error.ts";
import { type Register, readUsRegister } from "./us-register.ts";

export interface BundledPaths {
  readonly register: string;
  readonly airports: string;
  readonly curated: string;
}

export interface BundledSources {
  readonly accept: AcceptRow;
  readonly tables: CuratedTables;
  readonly airports: Airports;
  readonly register: Register;
  readonly curatedDate: string;
  readonly airportsDate: string;
}

/**
 * The package states no date for its copy of OurAirports. Its newest airport is older than every airport that
 * OurAirports' own file of this day has and the package lacks, so this is the latest it can be.
 */
const AIRPORTS_NO_LATER_THAN = "2026-08-07";
const DATE_FILE = "DATE";

/** `root` is the folder of package.json. */
export function bundledPaths(root: string): BundledPaths {
  return {
    register: join(packageFolder(root, "@squawk/icao-registry-data"), "data", "icao-registry.json.gz"),
    airports: join(packageFolder(root, "@cyanheads/ourairports-mcp-server"), "data"),
    curated: join(root, "data"),
  };
}

export interface BundledOptions {
  readonly paths: BundledPaths;
  readonly progress: (stage: string) => void;
  /** Made from the curated tables, because they say what an airliner is. */
  readonly acceptFor: (tables: CuratedTables) => AcceptRow;
  /** OurAirports' own files, newer than the bundled copy; absent: the bundled copy. */
  readonly airports?: { readonly folder: string; readonly date: string };
}

export function readBundledSources({
  paths,
  progress,
  acceptFor,
  airports: newer,
}: BundledOptions): BundledSources {
  progress("curated tables");
  const tables = readCuratedTables(paths.curated);
  progress("airports and runways");
  const airports = readAirports(newer?.folder ?? paths.airports);
  checkReferences(tables, airports);
  progress("US register");
  const accept = acceptFor(tables);
  const register = readUsRegister(paths.register, accept);
  return {
    accept,
    tables,
    airports,
    register,
    curatedDate: readDate(paths.curated),
    airportsDate: newer?.date ?? AIRPORTS_NO_LATER_THAN,
  };
}

/** The day the curated tables were last changed: kept in a file, because the wall clock is in no hashed byte. */
function readDate(folder: string): string {
  const path = join(folder, DATE_FILE);
  const date = existsSync(path) ? readFileSync(path, "utf8").trim() : "";
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date))
    throw new SourceError(DATE_FILE, 1, "must hold one date, such as 2026-11-15");
  return date;
}

/** Installed beside us, or hoisted further up. */
function packageFolder(root: string, name: string): string {
  for (let folder = root; ; folder = dirname(folder)) {
    const candidate = join(folder, "node_modules", name);
    if (existsSync(candidate)) return candidate;
    if (dirname(folder) === folder) return join(root, "node_modules", name);
  }
}
