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
    const tally = new Tally();
    const kept = new Map<string, AirframeRow>();
    for (const [hex, entry] of parseJsonEntries(path, textOf(readZipEntry(path, "aircrafts.json")))) {
      const row = rowOfEntry(MICTRONICS.id, hex, entry, null, tally);
      if (row !== null && accept(row)) kept.set(hex, row);
    }
    tally.demandSome(path);
    const words = readModels(rawFolder, kept);
    const rows = [...kept.values()];
    const also = new Map(words === null ? [] : [["mictronics icao24plus", words.tally]]);
    return { rows, tally, also, date: words?.date ?? dayOf(path) };
  },
};

interface Models {
  readonly tally: Tally;
  readonly date: string | null;
}

const STAMP = /\b(\d\d)\.(\d\d)\.(\d{4})\b/;

/**
 * icao24plus: the first line is a date stamp, then address, mark, type and model, tab-separated, CRLF, Latin-1. Adds the
 * model to the rows that were kept; line by line, because all lines at once would take more memory than all rows.
 */
function readModels(rawFolder: string, kept: Map<string, AirframeRow>): Models | null {
  const path = findRaw(rawFolder, "mictronics/icao24plus.zip");
  if (path === null) return null;
  const text = textOf(readZipEntry(path, "icao24plus.txt"));
  const [, day, month, year] = STAMP.exec(text.slice(0, text.indexOf("\n"))) ?? [];
  if (year === undefined) throw new SourceError(path, 1, "does not begin with a date stamp; fetch it again");
  const tally = new Tally();
  let start = text.indexOf("\n") + 1;
  while (start > 0 && start < text.length) {
    const end = text.indexOf("\n", start);
    const line = text.slice(start, end < 0 ? text.length : end).replace(/\r$/, "");
    start = end < 0 ? text.length : end + 1;
    if (line !== "") addModel(line, kept, tally);
  }
  return { tally, date: `${year}-${month}-${day}` };
}

function addModel(line: string, kept: Map<string, AirframeRow>, tally: Tally): void {
  const [hex = "", , , model] = line.split("\t");
  if (model === undefined) tally.reject("fewer than four columns");
  else if (model.trim() === "") tally.reject("no model in words");
  else {
    tally.use();
    const row = kept.get(hex);
    if (row !== undefined) kept.set(hex, { ...row, model: model.trim() });
  }
}
