// tar1090-db: gzip-compressed JSON shards called .js, file name = hex prefix, {suffix: [registration, type, flags, long
// type]}; `children` lists deeper shards. It states no licence, so it is never served by default.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { AirframeRow } from "../airframe-row.ts";
import { TAR1090 } from "../catalog.ts";
import { dayOf, findRaw, parseJsonEntries, readRawText } from "../raw-files.ts";
import { SourceError } from "../source-error.ts";
import { Tally } from "../tally.ts";
import { rowOfEntry } from "./database-entry.ts";
import type { AirframeUpstream } from "./upstream.ts";

export const SHARD = /^([0-9A-F]{1,5})\.js$/;

export const tar1090: AirframeUpstream = {
  source: TAR1090,
  read(rawFolder, accept) {
    const folder = findRaw(rawFolder, "tar1090-db/db");
    if (folder === null) return null;
    const shards = readdirSync(folder)
      .filter((name) => SHARD.test(name))
      .sort();
    if (shards.length === 0) return null;
    const tally = new Tally();
    const rows: AirframeRow[] = [];
    let date = "";
    for (const name of shards) {
      const path = join(folder, name);
      const prefix = name.slice(0, -".js".length);
      date = dayOf(path) > date ? dayOf(path) : date;
      for (const [suffix, entry] of parseJsonEntries(path, readRawText(path))) {
        if (suffix === "children") {
          checkChildren(path, entry, shards);
          continue;
        }
        // The long type only names the type in words: no variant, so nothing that the type code does not say.
        const row = rowOfEntry(TAR1090.id, prefix + suffix, entry, null, tally);
        if (row !== null && accept(row)) rows.push(row);
      }
    }
    tally.demandSome(folder);
    return { rows, tally, date };
  },
};

/** A shard that is announced and absent would be airframes lost without a word. */
function checkChildren(path: string, children: unknown, shards: readonly string[]): void {
  const missing = (Array.isArray(children) ? children : []).find((name) => !shards.includes(`${name}.js`));
  if (missing !== undefined)
    throw new SourceError(path, null, `announces ${missing}.js, which is not there; fetch them again`);
}
