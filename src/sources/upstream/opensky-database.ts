// Rows of the OpenSky aircraft database as JSON lines. Its terms do not allow passing it on, so it is never served by
// default.
import { parseAirlineIcao } from "../../identifiers/codes.ts";
import { parseModeSAddress } from "../../identifiers/mode-s-address.ts";
import { parseRegistration } from "../../identifiers/registration.ts";
import { type AirframeRow, airframeRow, parseYear } from "../airframe-row.ts";
import { OPENSKY_DATABASE } from "../catalog.ts";
import { dayOf, findRaw, readRawText } from "../raw-files.ts";
import { Tally } from "../tally.ts";
import type { AirframeUpstream } from "./upstream.ts";

export const openskyDatabase: AirframeUpstream = {
  source: OPENSKY_DATABASE,
  read(rawFolder, accept) {
    const path =
      findRaw(rawFolder, "opensky/icao24_mapping_airbus.json") ??
      findRaw(rawFolder, "opensky/aircraft-database.json");
    if (path === null) return null;
    const tally = new Tally();
    const rows: AirframeRow[] = [];
    for (const line of readRawText(path).split("\n")) {
      if (line.trim() === "") continue;
      const row = toRow(line);
      if (typeof row === "string") {
        tally.reject(row);
        continue;
      }
      tally.use();
      if (accept(row)) rows.push(row);
    }
    return { rows, tally, date: dayOf(path) };
  },
};

function toRow(line: string): AirframeRow | string {
  let fields: Readonly<Record<string, string | undefined>>;
  try {
    fields = JSON.parse(line);
  } catch {
    return "not a JSON line";
  }
  const address = parseModeSAddress(fields.icao24 ?? "");
  if (address === null) return "not a Mode S address";
  return airframeRow({
    source: OPENSKY_DATABASE.id,
    standing: "database",
    address,
    registration: parseRegistration(fields.registration ?? ""),
    typeCode: fields.typecode?.trim().toUpperCase() || null,
    serialNumber: fields.serialnumber?.trim() || null,
    builtYear: parseYear(fields.built ?? ""),
    operatorCode: parseAirlineIcao(fields.operatoricao ?? ""),
  });
}
