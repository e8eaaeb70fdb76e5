// Airlines that upstream databases know: VRS (codes and names), Mictronics (names and countries), OpenFlights (countries,
// and whether it still flew in 2017). Rows only; model/airline-merge.ts joins them with the curated table.
import {
  type AirlineIata,
  type AirlineIcao,
  parseAirlineIata,
  parseAirlineIcao,
} from "../../identifiers/codes.ts";
import { MICTRONICS, OPENFLIGHTS, VRS } from "../catalog.ts";
import { readCsvRows, readHeaderlessRows } from "../csv-rows.ts";
import { dayOf, findRaw, parseJsonEntries, readZipEntry, textOf } from "../raw-files.ts";
import { Tally } from "../tally.ts";

export interface UpstreamAirline {
  readonly source: string;
  readonly name: string;
  readonly iata: AirlineIata | null;
  readonly icao: AirlineIcao;
  /** In English, as the source spells it. */
  readonly country: string | null;
  readonly defunct: boolean;
}

export interface AirlineReading {
  readonly source: string;
  readonly rows: readonly UpstreamAirline[];
  readonly tally: Tally;
  readonly date: string;
}

/** In order of precedence. */
export function readUpstreamAirlines(rawFolder: string): readonly AirlineReading[] {
  return [readVrs(rawFolder), readOpenFlights(rawFolder), readMictronics(rawFolder)].filter(
    (reading) => reading !== null,
  );
}

function readVrs(rawFolder: string): AirlineReading | null {
  const path = findRaw(rawFolder, "vrs-standing-data/airlines/schema-01/airlines.csv");
  if (path === null) return null;
  const tally = new Tally();
  const options = { onSkip: (reason: string) => tally.reject(reason) };
  const rows = readCsvRows(path, ["Name", "ICAO", "IATA"], options).flatMap(
    ({ Name = "", ICAO = "", IATA = "" }) =>
      accept(tally, { source: VRS.id, name: Name, iata: IATA, icao: ICAO, country: null, defunct: false }),
  );
  tally.demandSome(path);
  return { source: VRS.id, rows, tally, date: dayOf(path) };
}

function readMictronics(rawFolder: string): AirlineReading | null {
  const path = findRaw(rawFolder, "mictronics/indexedDB.zip");
  if (path === null) return null;
  const tally = new Tally();
  const entries = [...parseJsonEntries(path, textOf(readZipEntry(path, "operators.json")))];
  const rows = entries.flatMap(([icao, entry]) => {
    const [name, country] = (Array.isArray(entry) ? entry : []).map((part) =>
      typeof part === "string" ? part : "",
    );
    return accept(tally, {
      source: MICTRONICS.id,
      name: name ?? "",
      iata: "",
      icao,
      country: country || null,
      defunct: false,
    });
  });
  tally.demandSome(path);
  return { source: MICTRONICS.id, rows, tally, date: dayOf(path) };
}

const OPENFLIGHTS_COLUMNS = ["id", "name", "alias", "iata", "icao", "callsign", "country", "active"];

function readOpenFlights(rawFolder: string): AirlineReading | null {
  const path = findRaw(rawFolder, "openflights/airlines.dat");
  if (path === null) return null;
  const tally = new Tally();
  const options = { onSkip: (reason: string) => tally.reject(reason) };
  const rows = readHeaderlessRows(path, OPENFLIGHTS_COLUMNS, options).flatMap(
    ({ name = "", iata = "", icao = "", country = "", active = "" }) =>
      accept(tally, {
        source: OPENFLIGHTS.id,
        name,
        iata,
        icao,
        country: country === "\\N" ? null : country || null,
        defunct: active === "N",
      }),
  );
  tally.demandSome(path);
  return { source: OPENFLIGHTS.id, rows, tally, date: dayOf(path) };
}

type Candidate = Omit<UpstreamAirline, "iata" | "icao"> & { readonly iata: string; readonly icao: string };

function accept(tally: Tally, candidate: Candidate): UpstreamAirline[] {
  const icao = parseAirlineIcao(candidate.icao);
  const name = candidate.name.replace(/\s+/g, " ").trim();
  const reason =
    icao === null
      ? "no ICAO code: reservation systems, railways and airlines that cannot be told apart"
      : name === "" || name === "\\N"
        ? "no name"
        : /\bvirtual\b/i.test(name)
          ? "a virtual airline of flight simulation"
          : null;
  if (reason !== null || icao === null) {
    tally.reject(reason ?? "no ICAO code");
    return [];
  }
  tally.use();
  return [{ ...candidate, name, icao, iata: parseAirlineIata(candidate.iata) }];
}
