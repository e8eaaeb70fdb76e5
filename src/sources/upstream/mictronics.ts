// Mictronics aircraft database: a zip of JSON ({HEX: [registration, type, flags]}) and, beside it, icao24plus, a zip of
// tab-separated text with the model in words. The two hold the same airframes; the text adds the variant.
import { parseModeSAddress } from "../../identifiers/mode-s-address.ts";
import { parseRegistration } from "../../identifiers/registration.ts";
import { type AirframeRow, airframeRow } from "../airframe-row.ts";
import { MICTRONICS } from "../catalog.ts";
import { dayOf, findRaw, parseJsonOf, readZipEntry } from "../raw-files.ts";
import { Tally } from "../tally.ts";
import type { AirframeReading, AirframeUpstream } from "./upstream.ts";

type Entry = readonly [registration: string, type: string, flags: string];

export const mictronics: AirframeUpstream = {
  source: MICTRONICS,
  read(rawFolder, accept) {
    const path = findRaw(rawFolder, "mictronics/indexedDB.zip");
    if (path === null) return null;
    const entries = parseJsonOf<Record<string, Entry>>(
      path,
      readZipEntry(path, "aircrafts.json").toString("utf8"),
    );
    const tally = new Tally();
    const kept = new Map<string, AirframeRow>();
    for (const hex in entries) {
      const row = toRow(hex, entries[hex] as Entry);
      if (typeof row === "string") {
        tally.reject(row);
        continue;
      }
      tally.use();
      if (accept(row)) kept.set(hex, row);
    }
    const { models, date } = readModels(rawFolder, kept);
    const rows = [...kept].map(([hex, row]) =>
      models.has(hex) ? { ...row, model: models.get(hex) ?? null } : row,
    );
    return { rows, tally, date: date ?? dayOf(path) } satisfies AirframeReading;
  },
};

function toRow(hex: string, entry: Entry): AirframeRow | string {
  const address = parseModeSAddress(hex);
  if (address === null) return "not a Mode S address";
  if (!Array.isArray(entry)) return "not an entry";
  const [registration = "", typeCode = "", flags = ""] = entry;
  return airframeRow({
    source: MICTRONICS.id,
    standing: "database",
    address,
    registration: parseRegistration(registration),
    typeCode: typeCode || null,
    // The first flag is military, the second "interesting".
    military: flags.startsWith("1"),
  });
}

/** icao24plus: the first line is a date stamp, then address, mark, type and model, tab-separated, CRLF. */
function readModels(rawFolder: string, kept: ReadonlyMap<string, unknown>) {
  const models = new Map<string, string>();
  const path = findRaw(rawFolder, "mictronics/icao24plus.zip");
  if (path === null) return { models, date: null };
  const text = readZipEntry(path, "icao24plus.txt").toString("utf8");
  const [, day, month, year] = /(\d\d)\.(\d\d)\.(\d{4})/.exec(text.slice(0, 80)) ?? [];
  for (
    let start = text.indexOf("\n") + 1;
    start > 0 && start < text.length;
    start = text.indexOf("\n", start) + 1
  ) {
    const hex = text.slice(start, start + 6);
    if (!kept.has(hex)) continue;
    const end = text.indexOf("\n", start);
    const [, , , model = ""] = text
      .slice(start, end < 0 ? text.length : end)
      .trimEnd()
      .split("\t");
    if (model !== "") models.set(hex, model);
  }
  return { models, date: year === undefined ? null : `${year}-${month}-${day}` };
}
