// The texts that travel with the bulk downloads: under which licence, and whose data it is.
import { LICENCE_URL } from "../contract/endpoints.ts";
import type { SourceNote } from "../snapshot/manifest.ts";

export function licenceNotice(): { readonly name: string; readonly text: string } {
  return {
    name: "LICENSE.txt",
    text: `This database is made available under the Open Database License 1.0 (ODbL): ${LICENCE_URL}
Any rights in individual contents of the database are licensed under the Database Contents License 1.0:
https://opendatacommons.org/licenses/dbcl/1-0/

In short, and not instead of the licence: you may copy, change and use the database, also commercially, as long as you
attribute it, keep derived databases under the same licence when you publish them, and keep them open.
Attribution: "Fleet Monitor", with the sources named in ATTRIBUTION.txt.
`,
  };
}

/** Not a source of records: airports get their zone from their position, and the boundaries come from a package. */
const TIME_ZONES =
  "- OpenStreetMap contributors: time zone boundaries, through @photostructure/tz-lookup. Licence: ODbL-1.0. https://www.openstreetmap.org/copyright";

export function attributionNotice(sources: readonly SourceNote[]): {
  readonly name: string;
  readonly text: string;
} {
  const lines = sources.map(
    ({ name, attribution, licence, date, url }) =>
      `- ${attribution}: ${name}. Licence: ${licence}. Data of ${date}. ${url}`,
  );
  return {
    name: "ATTRIBUTION.txt",
    text: `Fleet Monitor is made from these sources:\n\n${lines.join("\n")}\n${TIME_ZONES}\n`,
  };
}
