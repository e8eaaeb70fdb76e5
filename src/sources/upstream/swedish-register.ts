// The Swedish register: one line per owner, Swedish headers, decimal comma, no Mode S address. Upstream leaves natural
// persons blank. A mark can stand there several times: once a holder, and each time it was struck off.
import { type AirframeRow, airframeRow, parseYear } from "../airframe-row.ts";
import { SWEDISH_REGISTER } from "../catalog.ts";
import { type CsvRow, readCsvRows } from "../csv-rows.ts";
import { dayOf, findRaw } from "../raw-files.ts";
import { Tally } from "../tally.ts";
import { markOf } from "./database-entry.ts";
import type { AirframeUpstream } from "./upstream.ts";

const NEEDED = ["code", "Avregistrerad", "Tillverkningsnummer", "Tillverkningsår", "owner.name"];

export const swedishRegister: AirframeUpstream = {
  source: SWEDISH_REGISTER,
  read(rawFolder, accept) {
    const path = findRaw(rawFolder, "luftfartygsregistret-se/register.csv");
    if (path === null) return null;
    const tally = new Tally();
    const entries = new Map<string, AirframeRow>();
    for (const fields of readCsvRows(path, NEEDED, { onSkip: (reason) => tally.reject(reason) })) {
      const row = toRow(fields, tally);
      if (row === null) continue;
      const entry = `${row.registration} ${row.serialNumber} ${fields.Avregistrerad}`;
      const known = entries.get(entry);
      if (known === undefined) {
        tally.use();
        entries.set(entry, row);
      } else {
        tally.reject("a further owner of a registration already read");
        // Persons are left blank: the company among several owners is the one that can be named.
        if (known.owner === null && row.owner !== null) entries.set(entry, row);
      }
    }
    tally.demandSome(path);
    return { rows: [...entries.values()].filter(accept), tally, date: dayOf(path) };
  },
};

function toRow(fields: CsvRow, tally: Tally): AirframeRow | null {
  const registration = markOf(fields.code, null, tally);
  if (registration === null) {
    tally.reject("no registration");
    return null;
  }
  return airframeRow({
    source: SWEDISH_REGISTER.id,
    standing: (fields.Avregistrerad ?? "").trim() === "" ? "register" : "cancelled",
    registration,
    model: fields.Luftfartygstyp?.trim() || null,
    serialNumber: fields.Tillverkningsnummer?.trim() || null,
    builtYear: parseYear(fields.Tillverkningsår ?? ""),
    owner: fields["owner.name"]?.trim() || null,
  });
}
