// What a record looks like as a line of CSV, and that a CSV reader gets every cell back.
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createCsvLine } from "../../src/snapshot/csv-line.ts";

const COLUMNS = ["name", "type.slug", "type.maker.name", "type.seats", "hubs", "active"];

describe("a line of CSV", () => {
  const line = createCsvLine(COLUMNS);

  it("flattens nested records, writes lists as JSON and leaves null empty", () => {
    const type = { slug: "boeing-737-800", maker: { name: "Boeing" }, seats: 162 };
    expect(line({ name: "Delta", type, hubs: ["KATL", "KDTW"], active: true })).toBe(
      'Delta,boeing-737-800,Boeing,162,"[""KATL"",""KDTW""]",true',
    );
    expect(line({ name: null, type: null, hubs: [], active: false })).toBe(",,,,[],false");
    expect(line({ name: "A", type: { slug: "b", maker: null, seats: 0 }, hubs: [] })).toBe("A,b,,0,[],");
  });

  it("gives every text back to a CSV reader, quotes, commas and line ends included", () => {
    const text = fc.string({ unit: fc.constantFrom('"', ",", "\n", "\r", " ", "a", "é", "'") });
    fc.assert(
      fc.property(text, text, (name, slug) => {
        const record = { name, type: { slug, maker: null, seats: 1 }, hubs: [name], active: true };
        const [cells] = parse(`${line(record)}\n`, { record_delimiter: "\n" }) as string[][];
        expect(cells).toEqual([name, slug, "", "1", JSON.stringify([name]), "true"]);
      }),
      { seed: 11 },
    );
  });
});
