// VRS callsign routes: 1,574 CSVs in one tar.gz, 618,583 rows of callsign and airports joined by "-". Only what hubs
// need is kept: departures per airline and airport.
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { extract } from "tar-stream";
import { refuseCutOff } from "../csv-rows.ts";
import { findRaw, textOf } from "../raw-files.ts";
import { SourceError } from "../source-error.ts";
import { Tally } from "../tally.ts";

export interface Routes {
  /** Airline ICAO code to airport ICAO code to departures. */
  readonly departures: ReadonlyMap<string, ReadonlyMap<string, number>>;
  readonly tally: Tally;
}

const HEADER = "Callsign,Code,Number,AirlineCode,AirportCodes";
const COLUMNS = HEADER.split(",").length;
/** All routes together unpack to a thirtieth of this. */
const MAX_ENTRY_BYTES = 2 ** 28;

export async function readRoutes(rawFolder: string): Promise<Routes | null> {
  const path = findRaw(rawFolder, "vrs-standing-data/routes-schema-01.tar");
  if (path === null) return null;
  const departures = new Map<string, Map<string, number>>();
  const tally = new Tally();
  const archive = extract();
  archive.on("entry", ({ name, size = 0 }, stream, next) => {
    // An archive that breaks off breaks its open entry too; the pipeline below reports it.
    stream.on("error", () => {});
    if (!name.endsWith(".csv") || size > MAX_ENTRY_BYTES) {
      if (name.endsWith(".csv")) tally.reject(`a file of ${size} bytes: ${name}`);
      stream.on("end", next).resume();
      return;
    }
    const chunks: Buffer[] = [];
    stream.on("data", (chunk: Buffer) => chunks.push(chunk));
    stream.on("end", () => {
      try {
        countDepartures(`${path}/${name}`, textOf(Buffer.concat(chunks)), departures, tally);
        next();
      } catch (error) {
        next(error);
      }
    });
  });
  try {
    await pipeline(createReadStream(path), createGunzip(), archive);
  } catch (error) {
    if (error instanceof SourceError) throw error;
    const reason = `is not a sound tar.gz archive (${(error as Error).message}); fetch it again`;
    throw new SourceError(path, null, reason, { cause: error });
  }
  tally.demandSome(path);
  return { departures, tally };
}

/** No field of these files is quoted. */
function countDepartures(
  file: string,
  text: string,
  departures: Map<string, Map<string, number>>,
  tally: Tally,
): void {
  const [header = ""] = text.split("\n", 1);
  if (header.trim() !== HEADER) throw new SourceError(file, 1, `does not begin with ${HEADER}`);
  refuseCutOff(file, text, COLUMNS);
  // Six hundred thousand lines: cut out of the text one by one, and a file holds the routes of few airlines.
  let lastAirline = "";
  let counts = new Map<string, number>();
  for (let start = header.length + 1, end: number; start < text.length; start = end + 1) {
    end = text.indexOf("\n", start);
    if (end < 0) end = text.length;
    const line = text.slice(start, end).trim();
    if (line === "") continue;
    const [, , , airline = "", airports = ""] = line.split(",");
    const stops = stopsOf(airports);
    if (airline === "" || stops.length < 2) {
      tally.reject("no airline, or fewer than two airports");
      continue;
    }
    tally.use();
    if (airline !== lastAirline) {
      counts = departures.get(airline) ?? new Map<string, number>();
      departures.set(airline, counts);
      lastAirline = airline;
    }
    for (let at = 0; at < stops.length - 1; at++) {
      const stop = stops[at] as string;
      counts.set(stop, (counts.get(stop) ?? 0) + 1);
    }
  }
}

function stopsOf(airports: string): readonly string[] {
  const stops = airports.split("-");
  return stops.includes("") ? stops.filter((code) => code !== "") : stops;
}
