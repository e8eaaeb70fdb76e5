// The FAA's own files: MASTER.txt (comma-separated and space-padded, a trailing empty column, a leading space in the
// header ` KIT MODEL`) and ACFTREF.txt, which turns its model codes into make and model.
import { parseModeSAddress } from "../../identifiers/mode-s-address.ts";
import { parseRegistration } from "../../identifiers/registration.ts";
import { type AirframeRow, airframeRow, parseYear } from "../airframe-row.ts";
import { FAA_REGISTER } from "../catalog.ts";
import { type CsvRow, readCsvRows } from "../csv-rows.ts";
import { dayOf, findRaw } from "../raw-files.ts";
import { Tally } from "../tally.ts";
import type { AirframeUpstream } from "./upstream.ts";

/** Expired, revoked or cancelled. Notices of renewal and reported sales leave a registration standing. */
const STRUCK_OFF = new Set("6 9 13 16 18 19 20 21 22 23 27 29 D E W".split(" "));
/** A number that was given out or reserved, with nothing registered under it. */
const NOT_REGISTERED = new Set("2 3 4 5 10 11 12 Z".split(" "));

const NEEDED = [
  "N-NUMBER",
  "SERIAL NUMBER",
  "MFR MDL CODE",
  "YEAR MFR",
  "NAME",
  "STATUS CODE",
  "MODE S CODE HEX",
];

export const faaRegister: AirframeUpstream = {
  source: FAA_REGISTER,
  read(rawFolder, accept) {
    const path = findRaw(rawFolder, "faa/MASTER.txt") ?? findRaw(rawFolder, "faa/MASTER.excerpt.txt");
    if (path === null) return null;
    const models = readModels(rawFolder);
    const tally = new Tally();
    const rows: AirframeRow[] = [];
    const options = { trim: true, onSkip: (reason: string) => tally.reject(reason) };
    for (const fields of readCsvRows(path, NEEDED, options)) {
      const row = toRow(fields, models?.byCode, tally);
      if (row !== null && accept(row)) rows.push(row);
    }
    tally.demandSome(path);
    const also = new Map(models === null ? [] : [["faa-register models", models.tally]]);
    return { rows, tally, also, date: dayOf(path) };
  },
};

interface Model {
  readonly make: string;
  readonly model: string;
}

function toRow(
  fields: CsvRow,
  models: ReadonlyMap<string, Model> | undefined,
  tally: Tally,
): AirframeRow | null {
  const status = fields["STATUS CODE"] ?? "";
  const registration = parseRegistration(`N${fields["N-NUMBER"] ?? ""}`);
  const address = parseModeSAddress(fields["MODE S CODE HEX"] ?? "");
  if (registration === null || address === null) {
    tally.reject("no registration or no Mode S address");
    return null;
  }
  if (NOT_REGISTERED.has(status)) {
    tally.reject("a number assigned or reserved, nothing registered under it");
    return null;
  }
  tally.use();
  const model = models?.get(fields["MFR MDL CODE"] ?? "");
  if (models !== undefined && model === undefined) tally.remark("a model code that ACFTREF lacks");
  return airframeRow({
    source: FAA_REGISTER.id,
    standing: STRUCK_OFF.has(status) ? "cancelled" : "register",
    registration,
    address,
    make: model?.make ?? null,
    model: model?.model ?? null,
    serialNumber: fields["SERIAL NUMBER"] || null,
    builtYear: parseYear(fields["YEAR MFR"] ?? ""),
    owner: fields.NAME?.replace(/\s+/g, " ") || null,
  });
}

function readModels(
  rawFolder: string,
): { readonly byCode: ReadonlyMap<string, Model>; readonly tally: Tally } | null {
  const path = findRaw(rawFolder, "faa/ACFTREF.txt");
  if (path === null) return null;
  const tally = new Tally();
  const byCode = new Map<string, Model>();
  const options = { trim: true, onSkip: (reason: string) => tally.reject(reason) };
  for (const { CODE = "", MFR = "", MODEL = "" } of readCsvRows(path, ["CODE", "MFR", "MODEL"], options)) {
    if (CODE === "" || MFR === "") {
      tally.reject("no code or no manufacturer");
      continue;
    }
    tally.use();
    byCode.set(CODE, { make: MFR, model: MODEL });
  }
  tally.demandSome(path);
  return { byCode, tally };
}
