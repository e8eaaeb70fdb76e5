// The Irish register as airframes.io keeps it: a title line with the date, a header, quoted fields that hold newlines,
// "N/A" where there is no Mode S address. It states no licence, so it is never served by default.
import { parseModeSAddress } from "../../identifiers/mode-s-address.ts";
import { type AirframeRow, airframeRow, parseYear } from "../airframe-row.ts";
import { IRISH_REGISTER } from "../catalog.ts";
import { readCsvRows } from "../csv-rows.ts";
import { dayOf, findRaw, readRawText } from "../raw-files.ts";
import { Tally } from "../tally.ts";
import { markOf } from "./database-entry.ts";
import type { AirframeUpstream } from "./upstream.ts";

const NEEDED = ["Registration Mark", "Aircraft Serial Number", "Mode S", "Registered Owner"];

export const irishRegister: AirframeUpstream = {
  source: IRISH_REGISTER,
  read(rawFolder, accept) {
    const path =
      findRaw(rawFolder, "airframesio-registers/ireland.csv") ??
      findRaw(rawFolder, "airframesio-registers/ireland.excerpt.csv");
    if (path === null) return null;
    const tally = new Tally();
    const rows: AirframeRow[] = [];
    const options = { from: 2, trim: true, onSkip: (reason: string) => tally.reject(reason) };
    for (const fields of readCsvRows(path, NEEDED, options)) {
      const address = parseModeSAddress(fields["Mode S"] ?? "");
      const registration = markOf(fields["Registration Mark"], address, tally);
      if (registration === null) {
        tally.reject("no registration");
        continue;
      }
      tally.use();
      const row = airframeRow({
        source: IRISH_REGISTER.id,
        standing: "register",
        registration,
        address,
        make: fields["Aircraft producer"] || null,
        model: fields["Aircraft Model"]?.replace(/\s+/g, " ") || null,
        serialNumber: fields["Aircraft Serial Number"] || null,
        builtYear: parseYear(fields["Year of Manufacture"] ?? ""),
        owner: fields["Registered Owner"]?.replace(/\s+/g, " ") || null,
      });
      if (accept(row)) rows.push(row);
    }
    tally.demandSome(path);
    return { rows, tally, date: dateInTitle(readRawText(path)) ?? dayOf(path) };
  },
};

const MONTHS = [
  "january",
  "february",
  "march",
  "april",
  "may",
  "june",
  "july",
  "august",
  "september",
  "october",
  "november",
  "december",
];

/** "All Registered Aircraft as at 31 August 2022". */
function dateInTitle(text: string): string | null {
  const [, day = "", month = "", year = ""] = /as at (\d{1,2}) (\w+) (\d{4})/i.exec(text.slice(0, 200)) ?? [];
  const number = MONTHS.indexOf(month.toLowerCase()) + 1;
  return number === 0 ? null : `${year}-${String(number).padStart(2, "0")}-${day.padStart(2, "0")}`;
}
