// The FAA's own files: MASTER.txt (comma-separated and space-padded, a trailing empty column, a leading space in the
// header ` KIT MODEL`) and ACFTREF.txt, which turns its model codes into make and model.
import { parseModeSAddress } from "../../identifiers/mode-s-address.ts";
import { parseRegistration } from "../../identifiers/registration.ts";
import { type AirframeRow, airframeRow, parseYear } from "../airframe-row.ts";
import { FAA_REGISTER } from "../catalog.ts";
import { csvRows } from "../csv-rows.ts";
import { dayOf, findRaw, readRawText } from "../raw-files.ts";
import { Tally } from "../tally.ts";
import type { AirframeUpstream } from "./upstream.ts";

/** Registrations the FAA itself no longer counts as valid: expired, revoked, cancelled, sale reported… */
const NOT_VALID = new Set([
  "10",
  "11",
  "12",
  "13",
  "14",
  "15",
  "16",
  "17",
  "18",
  "19",
  "20",
  "21",
  "22",
  "23",
  "24",
  "25",
  "26",
  "27",
  "28",
  "29",
]);

export const faaRegister: AirframeUpstream = {
  source: FAA_REGISTER,
  read(rawFolder, accept) {
    const path = findRaw(rawFolder, "faa/MASTER.txt") ?? findRaw(rawFolder, "faa/MASTER.excerpt.txt");
    if (path === null) return null;
    const models = readModels(rawFolder);
    const tally = new Tally();
    const rows: AirframeRow[] = [];
    for (const fields of csvRows(readRawText(path), {
      trim: true,
      onSkip: (reason) => tally.reject(reason),
    })) {
      const registration = parseRegistration(`N${fields["N-NUMBER"] ?? ""}`);
      const address = parseModeSAddress(fields["MODE S CODE HEX"] ?? "");
      if (registration === null || address === null) {
        tally.reject("no registration or no Mode S address");
        continue;
      }
      tally.use();
      const model = models.get(fields["MFR MDL CODE"] ?? "");
      const row = airframeRow({
        source: FAA_REGISTER.id,
        standing: NOT_VALID.has(fields["STATUS CODE"] ?? "") ? "cancelled" : "register",
        registration,
        address,
        make: model?.make ?? null,
        model: model?.model ?? null,
        serialNumber: fields["SERIAL NUMBER"] || null,
        builtYear: parseYear(fields["YEAR MFR"] ?? ""),
        owner: fields.NAME || null,
      });
      if (accept(row)) rows.push(row);
    }
    return { rows, tally, date: dayOf(path) };
  },
};

function readModels(
  rawFolder: string,
): ReadonlyMap<string, { readonly make: string; readonly model: string }> {
  const path = findRaw(rawFolder, "faa/ACFTREF.txt");
  if (path === null) return new Map();
  return new Map(
    csvRows(readRawText(path), { trim: true }).map((fields) => [
      fields.CODE ?? "",
      { make: fields.MFR ?? "", model: fields.MODEL ?? "" },
    ]),
  );
}
