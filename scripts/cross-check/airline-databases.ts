// Airline records of the open databases, reduced to what the cross-check compares: codes and name.
import { join } from "node:path";
import { parseAirlineIata, parseAirlineIcao } from "../../src/identifiers/codes.ts";
import { readZipEntry } from "../../src/sources/raw-files.ts";
import { parseColumns, parseFields, readText } from "./raw-files.ts";

export interface AirlineRecord {
  readonly name: string;
  readonly iata: string | null;
  readonly icao: string | null;
}

export interface AirlineDatabase {
  readonly id: string;
  /** Of the data, not of the download: of two that differ the newer one is believed. */
  readonly year: number;
  readonly records: readonly AirlineRecord[];
}

export function readAirlineDatabases(raw: string): readonly AirlineDatabase[] {
  return [
    { id: "vrs", year: 2026, records: readVrs(raw) },
    { id: "openflights", year: 2017, records: readOpenFlights(raw) },
    { id: "mictronics", year: 2026, records: readMictronics(raw) },
  ];
}

function readVrs(raw: string): AirlineRecord[] {
  const rows = parseFields(readText(raw, "vrs-standing-data/airlines/schema-01/airlines.csv"));
  return rows.map(({ Name = "", ICAO = "", IATA = "" }) => toRecord(Name, IATA, ICAO));
}

function readOpenFlights(raw: string): AirlineRecord[] {
  const rows = parseColumns(readText(raw, "openflights/airlines.dat"));
  return rows.map(([, name = "", , iata = "", icao = ""]) => toRecord(name, iata, icao));
}

/** Keyed by ICAO code; it knows no IATA codes. */
function readMictronics(raw: string): AirlineRecord[] {
  const archive = join(raw, "mictronics/indexedDB.zip");
  const operators = JSON.parse(readZipEntry(archive, "operators.json").toString("utf8")) as Record<
    string,
    readonly string[]
  >;
  return Object.entries(operators).map(([icao, [name = ""]]) => toRecord(name, "", icao));
}

/** Whatever stands for "none" (\N, -, N/A) is no code and becomes null. */
function toRecord(name: string, iata: string, icao: string): AirlineRecord {
  return { name: name.trim(), iata: parseAirlineIata(iata), icao: parseAirlineIcao(icao) };
}
