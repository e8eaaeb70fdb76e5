// OurAirports: airports, runways, countries and regions, from its own CSV files (bundled or downloaded: one format).
// Upstream rows are never fatal: what cannot be used is counted with a reason.
import { join } from "node:path";
import {
  type AirportIata,
  type AirportIcao,
  parseAirportIata,
  parseAirportIcao,
} from "../identifiers/codes.ts";
import { strictCsvRows } from "./csv-rows.ts";
import { findRaw, readRawText } from "./raw-files.ts";
import { SourceError } from "./source-error.ts";
import { Tally } from "./tally.ts";

export const AIRPORT_KINDS = [
  "large_airport",
  "medium_airport",
  "small_airport",
  "heliport",
  "seaplane_base",
  "closed",
] as const;
export type AirportKind = (typeof AIRPORT_KINDS)[number];

export interface AirportRow {
  readonly ident: string;
  readonly icao: AirportIcao | null;
  readonly iata: AirportIata | null;
  readonly localCode: string | null;
  readonly name: string;
  readonly kind: AirportKind;
  readonly municipality: string | null;
  readonly regionCode: string;
  readonly countryIso2: string;
  readonly latitudeDeg: number;
  readonly longitudeDeg: number;
  readonly elevationFt: number | null;
  readonly scheduledService: boolean;
}

export interface RunwayEndRow {
  readonly ident: string | null;
  readonly latitudeDeg: number | null;
  readonly longitudeDeg: number | null;
  readonly elevationFt: number | null;
  readonly headingTrueDeg: number | null;
  readonly displacedThresholdFt: number | null;
}

export interface RunwayRow {
  readonly lengthFt: number | null;
  readonly widthFt: number | null;
  readonly surface: string | null;
  readonly lighted: boolean;
  readonly closed: boolean;
  readonly ends: readonly RunwayEndRow[];
}

export interface Airports {
  readonly rows: readonly AirportRow[];
  readonly runwaysByIdent: ReadonlyMap<string, readonly RunwayRow[]>;
  readonly countryNames: ReadonlyMap<string, string>;
  readonly regionNames: ReadonlyMap<string, string>;
  /** Accounts by file. */
  readonly tallies: ReadonlyMap<string, Tally>;
}

type Fields = Readonly<Record<string, string>>;

export const AIRPORT_FILES = ["airports.csv", "runways.csv", "countries.csv", "regions.csv"] as const;

export function readAirports(folder: string): Airports {
  const [airportTally, runwayTally] = [new Tally(), new Tally()];
  const rows: AirportRow[] = [];
  const airports = readCsv(folder, "airports.csv", ["ident", "type", "icao_code", "iata_code"]);
  const taken = new Set(airports.map(({ icao_code }) => icao_code ?? ""));
  for (const fields of airports) {
    const row = toAirport(fields, taken);
    if (typeof row === "string") airportTally.reject(row);
    else {
      airportTally.use();
      rows.push(row);
    }
  }
  const byIdent = new Map(rows.map((row) => [row.ident, row]));
  const runwaysByIdent = new Map<string, RunwayRow[]>();
  for (const fields of readCsv(folder, "runways.csv", ["airport_ident", "length_ft", "le_ident"])) {
    const ident = fields.airport_ident ?? "";
    const airport = byIdent.get(ident);
    if (airport === undefined) runwayTally.reject("of an airport that was not used");
    else if (MARKED_FOR_DELETION.test(fields.surface ?? "")) runwayTally.reject("marked for deletion");
    else {
      runwayTally.use();
      const runways = runwaysByIdent.get(ident);
      if (runways === undefined) runwaysByIdent.set(ident, [toRunway(fields, airport)]);
      else runways.push(toRunway(fields, airport));
    }
  }
  const countries = readNames(folder, "countries.csv");
  const regions = readNames(folder, "regions.csv");
  return {
    rows,
    runwaysByIdent,
    countryNames: countries.names,
    regionNames: regions.names,
    tallies: new Map([
      ["ourairports airports", airportTally],
      ["ourairports runways", runwayTally],
      ["ourairports countries", countries.tally],
      ["ourairports regions", regions.tally],
    ]),
  };
}

/** What editors write to each other: into a runway's surface, and in brackets into an airport's name. */
const MARKED_FOR_DELETION = /^delete\b/i;
const EDITORS_WORD = /\[[^\]]*\]/g;
const CLOSED = /\[closed\]/i;

function toAirport(fields: Fields, taken: ReadonlySet<string>): AirportRow | string {
  const said = AIRPORT_KINDS.find((known) => known === fields.type);
  const kind = CLOSED.test(fields.name ?? "") ? "closed" : said;
  if (kind === undefined) return `airport of kind ${fields.type || "unknown"}`;
  const latitudeDeg = numberOf(fields.latitude_deg, -90, 90);
  const longitudeDeg = numberOf(fields.longitude_deg, -180, 180);
  if (latitudeDeg === null || longitudeDeg === null) return "airport without a position";
  if (!fields.ident || !fields.name || !fields.iso_country) return "airport without ident, name or country";
  return {
    ident: fields.ident,
    icao: icaoOf(fields, taken),
    iata: parseAirportIata(fields.iata_code ?? ""),
    localCode: fields.local_code?.trim() || null,
    name: fields.name.replace(EDITORS_WORD, " ").replace(/\s+/g, " ").trim(),
    kind,
    municipality: fields.municipality?.trim() || null,
    regionCode: fields.iso_region ?? "",
    countryIso2: fields.iso_country,
    latitudeDeg,
    longitudeDeg,
    elevationFt: integerOf(fields.elevation_ft, -1_500, 20_000),
    scheduledService: fields.scheduled_service === "yes",
  };
}

/**
 * Airports that airlines know by an IATA code may lack the ICAO code in its column and have it among the codes of
 * navigation databases (Natal, El Calafate, Pokhara). Of airports without either nothing is guessed: most such codes
 * are a country's own.
 */
function icaoOf(fields: Fields, taken: ReadonlySet<string>): AirportIcao | null {
  const icao = parseAirportIcao(fields.icao_code ?? "");
  const gps = fields.gps_code ?? "";
  if (icao !== null || !fields.iata_code || !/^[A-Z]{4}$/.test(gps) || taken.has(gps)) return icao;
  return parseAirportIcao(gps);
}

/** An end that lies a hundred kilometres off was mistyped. */
const FARTHEST_END_DEG = 1;

function toRunway(fields: Fields, airport: AirportRow): RunwayRow {
  const near = (text: string | undefined, degrees: number) =>
    numberOf(text, degrees - FARTHEST_END_DEG, degrees + FARTHEST_END_DEG);
  const positionOf = (side: "le" | "he") => {
    const latitudeDeg = near(fields[`${side}_latitude_deg`], airport.latitudeDeg);
    const longitudeDeg = near(fields[`${side}_longitude_deg`], airport.longitudeDeg);
    return latitudeDeg === null || longitudeDeg === null
      ? { latitudeDeg: null, longitudeDeg: null }
      : { latitudeDeg, longitudeDeg };
  };
  const end = (side: "le" | "he"): RunwayEndRow => ({
    ident: fields[`${side}_ident`]?.trim() || null,
    ...positionOf(side),
    elevationFt: integerOf(fields[`${side}_elevation_ft`], -1_500, 20_000),
    headingTrueDeg: numberOf(fields[`${side}_heading_degT`], 0, 360),
    displacedThresholdFt: integerOf(fields[`${side}_displaced_threshold_ft`], 0, 10_000),
  });
  return {
    // Zero stands for unknown in this column, and nothing lands on less than a helipad.
    lengthFt: integerOf(fields.length_ft, 10, 60_000),
    widthFt: integerOf(fields.width_ft, 1, 10_000),
    surface: fields.surface?.trim() || null,
    lighted: fields.lighted === "1",
    closed: fields.closed === "1",
    ends: [end("le"), end("he")].filter(({ ident }) => ident !== null),
  };
}

function readNames(folder: string, file: string): { names: ReadonlyMap<string, string>; tally: Tally } {
  const tally = new Tally();
  const names = new Map<string, string>();
  for (const { code = "", name = "" } of readCsv(folder, file, ["code", "name"])) {
    if (code === "" || name === "") tally.reject("no code or no name");
    else if (names.has(code)) tally.reject("a code that was read already");
    else {
      tally.use();
      names.set(code, name);
    }
  }
  return { names, tally };
}

function readCsv(folder: string, file: string, needed: readonly string[]): readonly Fields[] {
  const path = findRaw(folder, file);
  if (path === null) {
    throw new SourceError(
      join(folder, file),
      null,
      "the file is missing; run 'npm ci' or 'fleet sync' to restore it",
    );
  }
  let rows: readonly Fields[];
  try {
    rows = strictCsvRows(readRawText(path));
  } catch (error) {
    const line = (error as { readonly lines?: number }).lines ?? null;
    throw new SourceError(path, line, `cannot be read as OurAirports data (${(error as Error).message})`, {
      cause: error,
    });
  }
  const missing = needed.find((name) => rows[0]?.[name] === undefined);
  if (missing !== undefined)
    throw new SourceError(path, 1, `not OurAirports data: the column ${missing} is missing`);
  return rows;
}

function numberOf(text: string | undefined, least: number, most: number): number | null {
  if (text === undefined || text.trim() === "") return null;
  const value = Number(text);
  return value >= least && value <= most ? value : null;
}

function integerOf(text: string | undefined, least: number, most: number): number | null {
  const value = numberOf(text, least, most);
  return value === null ? null : Math.round(value);
}
