// Rows of the OpenSky aircraft database as JSON lines. Its terms do not allow passing it on, so it is never served by
// default.
import { parseAirlineIcao } from "../../identifiers/codes.ts";
import { parseModeSAddress } from "../../identifiers/mode-s-address.ts";
import { type AirframeRow, airframeRow, parseYear } from "../airframe-row.ts";
import { OPENSKY_DATABASE } from "../catalog.ts";
import { dayOf, findRaw, readRawText } from "../raw-files.ts";
import { SourceError } from "../source-error.ts";
import { Tally } from "../tally.ts";
import { markOf } from "./database-entry.ts";
import type { AirframeUpstream } from "./upstream.ts";

export const openskyDatabase: AirframeUpstream = {
  source: OPENSKY_DATABASE,
  read(rawFolder, accept) {
    const path =
      findRaw(rawFolder, "opensky/icao24_mapping_airbus.json") ??
      findRaw(rawFolder, "opensky/aircraft-database.json");
    if (path === null) return null;
    const text = readRawText(path);
    if (!/[}\]]\s*$/.test(text))
      throw new SourceError(path, null, "ends in the middle of a row; fetch it again");
    const tally = new Tally();
    const rows: AirframeRow[] = [];
    for (const line of text.split("\n")) {
      if (line.trim() === "") continue;
      const row = toRow(line, tally);
      if (row !== null && accept(row)) rows.push(row);
    }
    tally.demandSome(path);
    return { rows, tally, date: dayOf(path) };
  },
};

function toRow(line: string, tally: Tally): AirframeRow | null {
  const fields = parseLine(line);
  const address = parseModeSAddress(fields?.icao24 ?? "");
  if (fields === null || address === null) {
    tally.reject(fields === null ? "not a JSON line" : "not a Mode S address");
    return null;
  }
  tally.use();
  return airframeRow({
    source: OPENSKY_DATABASE.id,
    standing: "database",
    address,
    registration: markOf(fields.registration, address, tally),
    model: fields.model?.trim() || null,
    typeCode: fields.typecode?.trim().toUpperCase() || null,
    serialNumber: fields.serialnumber?.trim() || null,
    builtYear: parseYear(fields.built ?? ""),
    operatorCode: parseAirlineIcao(fields.operatoricao ?? ""),
    // Where the name is missing the telephony designator often is the name: AIR BERLIN, whose code others hold now.
    operatorName: fields.operator?.trim() || fields.operatorcallsign?.trim() || null,
  });
}

/** Only texts count: a number where a text belongs is as good as nothing. */
function parseLine(line: string): Readonly<Record<string, string | undefined>> | null {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
    return Object.fromEntries(Object.entries(value).filter(([, field]) => typeof field === "string"));
  } catch {
    return null;
  }
}
