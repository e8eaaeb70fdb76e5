// VRS callsign routes: 1,574 CSVs in one tar.gz, 618,583 rows of callsign and airports joined by "-". Only what hubs
// need is kept: departures per airline and airport.
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { extract } from "tar-stream";
import { findRaw, withoutMark } from "../raw-files.ts";
import { SourceError } from "../source-error.ts";
import { Tally } from "../tally.ts";

export interface Routes {
  /** Airline ICAO code to airport ICAO code to departures. */
  readonly departures: ReadonlyMap<string, ReadonlyMap<string, number>>;
  readonly tally: Tally;
}

export async function readRoutes(rawFolder: string): Promise<Routes | null> {
  const path = findRaw(rawFolder, "vrs-standing-data/routes-schema-01.tar");
  if (path === null) return null;
  const departures = new Map<string, Map<string, number>>();
  const tally = new Tally();
  const archive = extract();
  archive.on("entry", (header, stream, next) => {
    const chunks: Buffer[] = [];
    stream.on("data", (chunk: Buffer) => chunks.push(chunk));
    stream.on("end", () => {
      if (header.name.endsWith(".csv"))
        countDepartures(Buffer.concat(chunks).toString("utf8"), departures, tally);
      next();
    });
    stream.resume();
  });
  try {
    await pipeline(createReadStream(path), createGunzip(), archive);
  } catch (error) {
    throw new SourceError(
      path,
      null,
      `is not a sound tar.gz archive (${(error as Error).message}); fetch it again`,
      {
        cause: error,
      },
    );
  }
  return { departures, tally };
}

/** Columns: Callsign,Code,Number,AirlineCode,AirportCodes; no field of these files is quoted. */
function countDepartures(text: string, departures: Map<string, Map<string, number>>, tally: Tally): void {
  const [, ...lines] = withoutMark(text).split("\n");
  for (const line of lines) {
    if (line.trim() === "") continue;
    const [, , , airline = "", airports = ""] = line.trim().split(",");
    const stops = airports.split("-").filter((code) => code !== "");
    if (airline === "" || stops.length < 2) {
      tally.reject("no airline, or fewer than two airports");
      continue;
    }
    tally.use();
    const counts = departures.get(airline) ?? new Map<string, number>();
    departures.set(airline, counts);
    for (const stop of stops.slice(0, -1)) counts.set(stop, (counts.get(stop) ?? 0) + 1);
  }
}
