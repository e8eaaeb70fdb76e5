// Aircraft types beyond the curated ones, for `--scope all`: VRS model types (manufacturer and model per designator),
// one row per designator.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { parseTypeDesignator, type TypeDesignator } from "../../identifiers/codes.ts";
import { readCsvRows } from "../csv-rows.ts";
import { findRaw } from "../raw-files.ts";
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
    const options = { onSkip: (reason: string) => tally.reject(reason) };
    for (const fields of readCsvRows(join(folder, name), ["ICAO", "Manufacturer", "Model"], options)) {
      const { ICAO = "", Manufacturer = "", Model = "" } = fields;
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
  tally.demandSome(folder);
  return { rows: [...types.values()], tally };
}
