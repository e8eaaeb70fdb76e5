// VRS standing data, aircraft: 663 small CSVs in folders by hex prefix, with operator, airline code, serial and year.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { parseAirlineIcao } from "../../identifiers/codes.ts";
import { parseModeSAddress } from "../../identifiers/mode-s-address.ts";
import { parseRegistration } from "../../identifiers/registration.ts";
import { type AirframeRow, airframeRow, parseYear } from "../airframe-row.ts";
import { VRS } from "../catalog.ts";
import { csvRows } from "../csv-rows.ts";
import { dayOf, findRaw, readRawText } from "../raw-files.ts";
import { Tally } from "../tally.ts";
import type { AirframeUpstream } from "./upstream.ts";

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
      for (const fields of csvRows(readRawText(path), { onSkip: (reason) => tally.reject(reason) })) {
        const address = parseModeSAddress(fields.ICAO ?? "");
        if (address === null) {
          tally.reject("not a Mode S address");
          continue;
        }
        tally.use();
        const row = airframeRow({
          source: VRS.id,
          standing: "database",
          address,
          registration: parseRegistration(fields.Registration ?? ""),
          typeCode: fields.ModelICAO?.trim().toUpperCase() || null,
          serialNumber: fields.SerialNumber?.trim() || null,
          builtYear: parseYear(fields.YearBuilt ?? ""),
          operatorCode: fields.IsPrivateOperator === "1" ? null : parseAirlineIcao(fields.AirlineCode ?? ""),
        });
        if (accept(row)) rows.push(row);
      }
    }
    return { rows, tally, date };
  },
};

function csvFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return csvFiles(path);
      return entry.name.endsWith(".csv") ? [path] : [];
    });
}
