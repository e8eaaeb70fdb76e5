// VRS standing data, aircraft: 663 small CSVs in folders by hex prefix, with operator, airline code, serial and year.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { parseAirlineIcao } from "../../identifiers/codes.ts";
import { parseModeSAddress } from "../../identifiers/mode-s-address.ts";
import { type AirframeRow, airframeRow, parseYear } from "../airframe-row.ts";
import { VRS } from "../catalog.ts";
import { type CsvRow, readCsvRows } from "../csv-rows.ts";
import { dayOf, findRaw } from "../raw-files.ts";
import { Tally } from "../tally.ts";
import { markOf } from "./database-entry.ts";
import type { AirframeUpstream } from "./upstream.ts";

const NEEDED = ["ICAO", "Registration", "ModelICAO", "AirlineCode", "SerialNumber", "YearBuilt"];

export const vrsAircraft: AirframeUpstream = {
  source: VRS,
  read(rawFolder, accept) {
    const folder = findRaw(rawFolder, "vrs-standing-data/aircraft/schema-01");
    if (folder === null) return null;
    const tally = new Tally();
    const rows: AirframeRow[] = [];
    let date = "";
    for (const path of csvFiles(folder)) {
      date = dayOf(path) > date ? dayOf(path) : date;
      for (const fields of readCsvRows(path, NEEDED, { onSkip: (reason) => tally.reject(reason) })) {
        const row = toRow(fields, tally);
        if (row !== null && accept(row)) rows.push(row);
      }
    }
    tally.demandSome(folder);
    return { rows, tally, date };
  },
};

function toRow(fields: CsvRow, tally: Tally): AirframeRow | null {
  const address = parseModeSAddress(fields.ICAO ?? "");
  if (address === null) {
    tally.reject("not a Mode S address");
    return null;
  }
  tally.use();
  // A private operator's name is nobody's business; the file writes "Private" for most of them anyway.
  const commercial = fields.IsPrivateOperator !== "1";
  return airframeRow({
    source: VRS.id,
    standing: "database",
    address,
    registration: markOf(fields.Registration, address, tally),
    model: fields.ManufacturerAndModel?.trim() || null,
    typeCode: fields.ModelICAO?.trim().toUpperCase() || null,
    serialNumber: fields.SerialNumber?.trim() || null,
    builtYear: parseYear(fields.YearBuilt ?? ""),
    operatorCode: commercial ? parseAirlineIcao(fields.AirlineCode ?? "") : null,
    operatorName: (commercial && fields.Operator?.trim()) || null,
  });
}

function csvFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return csvFiles(path);
      return entry.name.endsWith(".csv") ? [path] : [];
    });
}
