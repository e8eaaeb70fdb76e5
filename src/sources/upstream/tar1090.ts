// tar1090-db: gzip-compressed JSON shards called .js, file name = hex prefix, {suffix: [registration, type, flags, long
// type]}; `children` lists deeper shards. It states no licence, so it is never served by default.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { parseModeSAddress } from "../../identifiers/mode-s-address.ts";
import { parseRegistration } from "../../identifiers/registration.ts";
import { type AirframeRow, airframeRow } from "../airframe-row.ts";
import { TAR1090 } from "../catalog.ts";
import { dayOf, findRaw, parseJsonOf, readRawText } from "../raw-files.ts";
import { Tally } from "../tally.ts";
import type { AirframeUpstream } from "./upstream.ts";

type Entry = readonly [
  registration: string | null,
  type: string | null,
  flags: string | null,
  name: string | null,
];

const SHARD = /^([0-9A-F]{1,5})\.js$/;

export const tar1090: AirframeUpstream = {
  source: TAR1090,
  read(rawFolder, accept) {
    const folder = findRaw(rawFolder, "tar1090-db/db");
    if (folder === null) return null;
    const tally = new Tally();
    const rows: AirframeRow[] = [];
    let date = "";
    for (const name of readdirSync(folder).sort()) {
      const prefix = SHARD.exec(name)?.[1];
      if (prefix === undefined) continue;
      const path = join(folder, name);
      date = dayOf(path) > date ? dayOf(path) : date;
      for (const [suffix, entry] of Object.entries(
        parseJsonOf<Record<string, Entry>>(path, readRawText(path)),
      )) {
        if (suffix === "children") continue;
        const address = parseModeSAddress(prefix + suffix);
        if (address === null) {
          tally.reject("not a Mode S address");
          continue;
        }
        tally.use();
        const [registration, typeCode, flags] = entry;
        const row = airframeRow({
          source: TAR1090.id,
          standing: "database",
          address,
          registration: parseRegistration(registration ?? ""),
          typeCode: typeCode || null,
          military: flags?.startsWith("1") ?? false,
        });
        if (accept(row)) rows.push(row);
      }
    }
    return { rows, tally, date };
  },
};
