// The valuation page: the appraiser's figures are met, and the plot shows every curve there is.
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ANCHORS, modelMusd } from "../../scripts/generate/valuation.ts";
import { valuationPlot } from "../../scripts/generate/valuation-plot.ts";
import { createValuation } from "../../src/model/valuation.ts";
import { readCuratedTables } from "../../src/sources/curated.ts";
import { ROOT } from "../markdown.ts";

const tables = readCuratedTables(join(ROOT, "data"));
const TOLERANCE = 0.2;
const AGES = [0, 10, 20] as const;

describe("the figures an appraiser gave", () => {
  const valuate = createValuation(tables.valueCurves.rows);
  const cases = ANCHORS.flatMap((anchor) =>
    AGES.map((age, at) => [anchor.type, age, anchor, anchor.musd[at] ?? 0] as const),
  );

  it.each(cases)("are met within a fifth: %s at %i years", (code, age, anchor, given) => {
    const type = tables.types.rows.find(({ icao_type }) => icao_type === code);
    if (type === undefined) throw new Error(`${code} is not in aircraft-types.csv`);
    const ours = modelMusd(valuate, type, anchor, age);
    expect(Math.abs(ours - given) / given).toBeLessThanOrEqual(TOLERANCE);
  });
});

describe("the plot of the value curves", () => {
  const svg = valuationPlot(tables);

  it("draws and names every curve of the table", () => {
    const names = new Set(tables.valueCurves.rows.map(({ curve }) => curve.replaceAll("_", " ")));
    expect([...names].filter((name) => !svg.includes(`>${name}</text>`))).toEqual([]);
    // One line in the panel, one in the legend.
    expect(svg.match(/<polyline/g)).toHaveLength(2 * names.size);
  });

  it("says so where a new curve fits no panel", () => {
    const rows = [{ curve: "airship", age_years: 0, factor: 1, note: "", line: 2 }];
    expect(() => valuationPlot({ valueCurves: { file: "value-curves.csv", rows } })).toThrow(/airship/);
  });

  it("brings colours for light and dark, no script, and asks nobody for anything", () => {
    expect(svg).toContain("prefers-color-scheme: dark");
    expect(svg).not.toMatch(/<script|<image|href=|url\(/);
  });
});
