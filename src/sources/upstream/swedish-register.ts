// The Swedish register: one line per owner, Swedish headers, decimal comma, no Mode S address. Upstream leaves natural
// persons blank. A mark can stand there several times: once a holder, and each time it was struck off.
import { parseRegistration } from "../../identifiers/registration.ts";
import { type AirframeRow, airframeRow, parseYear } from "../airframe-row.ts";
import { SWEDISH_REGISTER } from "../catalog.ts";
import { csvRows } from "../csv-rows.ts";
import { dayOf, findRaw, readRawText } from "../raw-files.ts";
import { Tally } from "../tally.ts";
import type { AirframeUpstream } from "./upstream.ts";

export const swedishRegister: AirframeUpstream = {
  source: SWEDISH_REGISTER,
  read(rawFolder, accept) {
    const path = findRaw(rawFolder, "luftfartygsregistret-se/register.csv");
    if (path === null) return null;
    const tally = new Tally();
    const rows: AirframeRow[] = [];
    const seen = new Set<string>();
    for (const fields of csvRows(readRawText(path), { onSkip: (reason) => tally.reject(reason) })) {
      const registration = parseRegistration(fields.code ?? "");
      if (registration === null) {
        tally.reject("no registration");
        continue;
      }
      const cancelled = (fields.Avregistrerad ?? "") !== "";
      const entry = `${registration} ${fields.Tillverkningsnummer} ${fields.Avregistrerad}`;
      if (seen.has(entry)) {
        tally.reject("a further owner of a registration already read");
        continue;
      }
      seen.add(entry);
      tally.use();
      const row = airframeRow({
        source: SWEDISH_REGISTER.id,
        standing: cancelled ? "cancelled" : "register",
        registration,
        model: fields.Luftfartygstyp?.trim() || null,
        serialNumber: fields.Tillverkningsnummer?.trim() || null,
        builtYear: parseYear(fields.Tillverkningsår ?? ""),
        owner: fields["owner.name"]?.trim() || null,
      });
      if (accept(row)) rows.push(row);
    }
    return { rows, tally, date: dayOf(path) };
  },
};
