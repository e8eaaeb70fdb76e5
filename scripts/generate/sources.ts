// What is said about data in several places at once: what is not covered, every source of the catalogue, and what the
// bundled ones gave.
import { NOT_COVERED } from "../../src/pages/status-page.ts";
import { SOURCES } from "../../src/sources/catalog.ts";
import type { Blocks } from "./blocks.ts";
import type { BundledFleet } from "./bundled-fleet.ts";
import { markdownTable } from "./markdown-table.ts";

export function sourceBlocks(): Blocks {
  return new Map([
    ["not-covered", NOT_COVERED.map((sentence) => `- ${sentence}`).join("\n")],
    ["sources", sourcesTable()],
  ]);
}

function sourcesTable(): string {
  return markdownTable(
    ["Id", "Source", "Licence", "Attribution", "What it does not cover", "Passed on"],
    SOURCES.map(({ id, name, url, licence, attribution, limits, servable }) => [
      `\`${id}\``,
      `[${name}](${url})`,
      licence,
      attribution,
      limits,
      servable ? "yes" : "no",
    ]),
  );
}

export function bundledBlock({ notes }: BundledFleet): string {
  return markdownTable(
    ["Source", "Data of", "Rows read"],
    notes.map(({ id, date, rows }) => [`\`${id}\``, date, rows.toLocaleString("en")]),
    ["left", "left", "right"],
  );
}
