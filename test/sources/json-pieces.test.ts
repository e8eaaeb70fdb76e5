// Long JSON in pieces gives what JSON.parse gives at once, wherever the pieces are cut.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ENTRIES, jsonPieces, ROWS } from "../../src/sources/json-pieces.ts";

const FILLER = "x".repeat(10_000);

function rowsOf(text: string): unknown[] {
  return [...jsonPieces(text, 1, text.length - 1, ROWS)].flat();
}

describe("pieces of JSON", () => {
  it("are the rows of an array, in order, and more than one piece", () => {
    const rows = Array.from({ length: 200 }, (_, at) => ({ at, text: FILLER }));
    const text = JSON.stringify(rows);
    expect([...jsonPieces(text, 1, text.length - 1, ROWS)].length).toBeGreaterThan(3);
    expect(rowsOf(text)).toEqual(rows);
  });

  it("are the entries of an object", () => {
    const entries = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`K${at}`, [at, FILLER]]));
    const text = JSON.stringify(entries);
    const pieces = [...jsonPieces(text, 1, text.length - 1, ENTRIES)];
    expect(pieces.length).toBeGreaterThan(3);
    expect(Object.assign({}, ...pieces)).toEqual(entries);
  });

  it("are never cut inside a text, whatever the text holds", () => {
    const tricky = fc.string({ unit: fc.constantFrom("}", ",", "{", "]", '"', "\\", "a", "\n") });
    fc.assert(
      fc.property(fc.array(fc.record({ a: tricky, b: tricky }), { maxLength: 40 }), (rows) => {
        const padded = rows.map((row) => ({ ...row, pad: FILLER }));
        expect(rowsOf(JSON.stringify(padded))).toEqual(padded);
      }),
      { seed: 7 },
    );
  });

  it("go on to the next seam where a text looks like one", () => {
    const rows = [{ text: `${"x".repeat((1 << 18) - 9)}},{},{}` }, { a: 1 }, { b: 2 }];
    expect(rowsOf(JSON.stringify(rows))).toEqual(rows);
  });

  it("that are damaged are given up soon, not parsed over and over", () => {
    const rows = JSON.stringify(Array.from({ length: 100_000 }, (_, at) => ({ at })));
    expect(() => rowsOf(rows.replace('"at":5', '"at";5'))).toThrow(SyntaxError);
  });

  it("of nothing are none", () => {
    expect(rowsOf("[]")).toEqual([]);
  });
});
