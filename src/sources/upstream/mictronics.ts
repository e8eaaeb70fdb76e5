// Mictronics aircraft database: a zip of JSON ({HEX: [registration, type, flags]}) and, beside it, icao24plus, a zip of
// tab-separated text with the model in words. The two hold the same airframes; the text adds the variant.
import type { AirframeRow } from "../airframe-row.ts";
import { MICTRONICS } from "../catalog.ts";
import { dayOf, findRaw, parseJsonEntries, readZipEntry, textOf } from "../raw-files.ts";
import { SourceError } from "../source-error.ts";
import { Tally } from "../tally.ts";
import { rowOfEntry } from "./database-entry.ts";
import type { AirframeUpstream } from "./upstream.ts";

export const mictronics: AirframeUpstream = {
  source: MICTRONICS,
  read(rawFolder, accept) {
    const path = findRaw(rawFolder, "mictronics/indexedDB.zip");
    if (path === null) return null;
    const entries = parseJsonEntries(path, textOf(readZipEntry(path, "aircrafts.json")));
    const words = readModels(rawFolder);
    const tally = new Tally();
    const rows: AirframeRow[] = [];
    for (const [hex, entry] of entries) {
      const row = rowOfEntry(MICTRONICS.id, hex, entry, words?.models.get(hex) ?? null, tally);
      if (row !== null && accept(row)) rows.push(row);
    }
    tally.demandSome(path);
    const also = new Map(words === null ? [] : [["mictronics icao24plus", words.tally]]);
    return { rows, tally, also, date: words?.date ?? dayOf(path) };
  },
};

interface Models {
  readonly models: ReadonlyMap<string, string>;
  readonly tally: Tally;
  readonly date: string | null;
}

const STAMP = /\b(\d\d)\.(\d\d)\.(\d{4})\b/;

/** icao24plus: the first line is a date stamp, then address, mark, type and model, tab-separated, CRLF, Latin-1. */
function readModels(rawFolder: string): Models | null {
  const path = findRaw(rawFolder, "mictronics/icao24plus.zip");
  if (path === null) return null;
  const [stamp = "", ...lines] = textOf(readZipEntry(path, "icao24plus.txt")).split(/\r?\n/);
  const [, day, month, year] = STAMP.exec(stamp) ?? [];
  if (year === undefined) throw new SourceError(path, 1, "does not begin with a date stamp; fetch it again");
  const models = new Map<string, string>();
  const tally = new Tally();
  for (const line of lines) {
    if (line === "") continue;
    const [hex = "", , , model] = line.split("\t");
    if (model === undefined) tally.reject("fewer than four columns");
    else if (model.trim() === "") tally.reject("no model in words");
    else {
      tally.use();
      models.set(hex, model.trim());
    }
  }
  return { models, tally, date: `${year}-${month}-${day}` };
}
