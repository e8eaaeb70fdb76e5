// Every JSON format that is understood; which one a document is follows from the name of its array.
import { adsbLol } from "./adsb-lol.ts";
import { aircraftJson } from "./aircraft-json.ts";
import type { DocumentFormat } from "./document-format.ts";
import { legacyArray } from "./legacy-array.ts";
import { openSky } from "./opensky.ts";
import { readsbTrace } from "./readsb-trace.ts";

export const DOCUMENT_FORMATS: readonly DocumentFormat[] = [
  aircraftJson,
  adsbLol,
  readsbTrace,
  openSky,
  legacyArray,
];

export function formatOfRows(rows: string | null): DocumentFormat | null {
  return DOCUMENT_FORMATS.find((format) => format.rows === rows) ?? null;
}
