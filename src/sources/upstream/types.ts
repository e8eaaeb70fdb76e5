// Aircraft types beyond the curated ones, for `--scope all`: VRS model types (manufacturer and model per designator),
// with the engine count and species that tell a helicopter from an aeroplane.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { parseTypeDesignator, type TypeDesignator } from "../../identifiers/codes.ts";
import { csvRows } from "../csv-rows.ts";
import { findRaw, readRawText } from "../raw-files.ts";
import { Tally } from "../tally.ts";

export interface UpstreamType {
  readonly icaoType: TypeDesignator;
  readonly manufacturer: string;
  readonly model: string;
}

export interface TypeReading {
  readonly rows: readonly UpstreamType[];
  readonly tally: Tally;
}

/** One row per designator: the first active model in the order of the file names it. */
export function readUpstreamTypes(rawFolder: string): TypeReading | null {
  const folder = findRaw(rawFolder, "vrs-standing-data/model-type/schema-01");
  if (folder === null) return null;
  const tally = new Tally();
  const types = new Map<string, UpstreamType>();
  for (const name of readdirSync(folder).sort()) {
    if (!name.endsWith(".csv")) continue;
    for (const { ICAO = "", Manufacturer = "", Model = "" } of csvRows(readRawText(join(folder, name)))) {
      const icaoType = parseTypeDesignator(ICAO);
      if (icaoType === null || Manufacturer.trim() === "" || Model.trim() === "") {
        tally.reject("no designator, manufacturer or model");
      } else if (types.has(icaoType)) {
        tally.reject("a further model under a designator already read");
      } else {
        tally.use();
        types.set(icaoType, { icaoType, manufacturer: Manufacturer.trim(), model: Model.trim() });
      }
    }
  }
  return { rows: [...types.values()], tally };
}
