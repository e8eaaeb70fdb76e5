// The Irish register as airframes.io keeps it: a title line with the date, a header, quoted fields that hold newlines,
// "N/A" where there is no Mode S address. It states no licence, so it is never served by default.
import { parseModeSAddress } from "../../identifiers/mode-s-address.ts";
import { parseRegistration } from "../../identifiers/registration.ts";
import { type AirframeRow, airframeRow, parseYear } from "../airframe-row.ts";
import { IRISH_REGISTER } from "../catalog.ts";
import { csvRows } from "../csv-rows.ts";
import { dayOf, findRaw, readRawText } from "../raw-files.ts";
import { Tally } from "../tally.ts";
import type { AirframeUpstream } from "./upstream.ts";

export const irishRegister: AirframeUpstream = {
  source: IRISH_REGISTER,
  read(rawFolder, accept) {
    const path =
      findRaw(rawFolder, "airframesio-registers/ireland.csv") ??
      findRaw(rawFolder, "airframesio-registers/ireland.excerpt.csv");
    if (path === null) return null;
    const text = readRawText(path);
    const tally = new Tally();
    const rows: AirframeRow[] = [];
    for (const fields of csvRows(text, { from: 2, trim: true, onSkip: (reason) => tally.reject(reason) })) {
      const registration = parseRegistration(fields["Registration Mark"] ?? "");
      if (registration === null) {
        tally.reject("no registration");
        continue;
      }
      tally.use();
      const row = airframeRow({
        source: IRISH_REGISTER.id,
        standing: "register",
        registration,
        address: parseModeSAddress(fields["Mode S"] ?? ""),
        make: fields["Aircraft producer"] || null,
        model: fields["Aircraft Model"] || null,
        serialNumber: fields["Aircraft Serial Number"] || null,
        builtYear: parseYear(fields["Year of Manufacture"] ?? ""),
        owner: fields["Registered Owner"]?.replace(/\s+/g, " ") || null,
      });
      if (accept(row)) rows.push(row);
    }
    return { rows, tally, date: dateInTitle(text) ?? dayOf(path) };
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
