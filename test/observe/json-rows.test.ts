// What src/observe/json-rows.ts does, shown case by case.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createJsonRows, MAX_ELEMENT_BYTES } from "../../src/observe/json-rows.ts";

type Event = readonly [kind: string, ...rest: unknown[]];

function cut(text: string | Buffer, sizes: readonly number[] = [1 << 20]): Event[] {
  const events: Event[] = [];
  const rows = createJsonRows({
    begin: (bare) => void events.push(["begin", bare]),
    member: (name, value) => void events.push(["member", name, value]),
    array(name) {
      events.push(["array", name]);
      return name === "rows";
    },
    row: (value) => void events.push(["row", value]),
    end: () => void events.push(["end"]),
    fault: (kind) => void events.push(["fault", kind]),
  });
  const bytes = Buffer.from(text);
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const size = sizes[turn % sizes.length] ?? 1;
    rows.push(bytes.subarray(at, at + size));
    at += size;
  }
  rows.end();
  return events;
}

describe("JSON cut into rows", () => {
  it("yields members, and the rows of the array that is wanted", () => {
    expect(
      cut(
        '{"now": 1.5, "other": [1, {"a": [2]}], "rows": [{"a": "x]}\\",{"}, [1, [2]], 3], "deep": {"rows": [9]}}',
      ),
    ).toEqual([
      ["begin", false],
      ["member", "now", 1.5],
      ["array", "other"],
      ["array", "rows"],
      ["row", { a: 'x]}",{' }],
      ["row", [1, [2]]],
      ["row", 3],
      ["member", "deep", { rows: [9] }],
      ["end"],
    ]);
  });

  it("reads bare arrays, documents one after another, and empty ones", () => {
    expect(cut('[{"a":1},2]\n{}\n[]\n{"rows":[]}').map(([kind]) => kind)).toEqual([
      "begin",
      "row",
      "row",
      "end",
      "begin",
      "end",
      "begin",
      "end",
      "begin",
      "array",
      "end",
    ]);
  });

  it("gives the same rows however the bytes are cut up", () => {
    const value = fc.jsonValue({ maxDepth: 3 });
    fc.assert(
      fc.property(
        fc.array(value, { maxLength: 6 }),
        fc.string(),
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 }),
        (rows, text, sizes) => {
          const document = JSON.stringify({ text, rows, last: 1 });
          const expected = [
            ["begin", false],
            ["member", "text", text],
            ["array", "rows"],
            ...rows.map((row) => ["row", JSON.parse(JSON.stringify(row))]),
            ["member", "last", 1],
            ["end"],
          ];
          expect(cut(document, sizes)).toEqual(expected);
        },
      ),
      { seed: 4, numRuns: 150 },
    );
  });

  it("keeps the rows of a document that is cut off, and says so", () => {
    expect(cut('{"rows": [{"a": 1}, {"a": 2}, {"a"')).toEqual([
      ["begin", false],
      ["array", "rows"],
      ["row", { a: 1 }],
      ["row", { a: 2 }],
      ["fault", "cut off"],
      ["end"],
    ]);
  });

  it("skips a damaged row and goes on with the next", () => {
    expect(cut('{"rows": [{"a": 1}, {"a": nonsense}, {"a": 3}]}').slice(2)).toEqual([
      ["row", { a: 1 }],
      ["fault", "damaged"],
      ["row", { a: 3 }],
      ["end"],
    ]);
    expect(
      cut('{"rows": [1}\n{"rows": [2]}').filter(([kind]) => kind !== "begin" && kind !== "array"),
    ).toEqual([["fault", "damaged"], ["end"], ["row", 2], ["end"]]);
  });

  it("speaks of rubbish once, and finds the document after it", () => {
    expect(cut('nothing of the kind\n{"rows":[7]}')).toEqual([
      ["fault", "not JSON"],
      ["begin", false],
      ["array", "rows"],
      ["row", 7],
      ["end"],
    ]);
  });

  it("lets no row grow beyond its bound, and reads on behind it", () => {
    const long = `"${"x".repeat(MAX_ELEMENT_BYTES + 10)}"`;
    expect(cut(`{"rows": [1, ${long}, 2]}`, [1_000]).slice(2)).toEqual([
      ["row", 1],
      ["fault", "too long"],
      ["row", 2],
      ["end"],
    ]);
  });

  it("costs no memory when a row of a hundred megabytes comes", () => {
    const faults: string[] = [];
    const ignore = () => undefined;
    const rows = createJsonRows({
      ...{ begin: ignore, member: ignore, array: () => true, row: ignore, end: ignore },
      fault: (kind) => void faults.push(kind),
    });
    rows.push(Buffer.from('{"rows": ["'));
    const before = process.memoryUsage().rss;
    const megabyte = Buffer.alloc(1 << 20, "x");
    for (let at = 0; at < 100; at++) rows.push(megabyte);
    rows.push(Buffer.from('"]}'));
    expect(process.memoryUsage().rss - before).toBeLessThan(64 << 20);
    expect(faults).toEqual(["too long"]);
  });

  it("survives any bytes at all", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const events = cut(Buffer.from(bytes), [7]);
        const count = (kind: string) => events.filter(([name]) => name === kind).length;
        expect(count("begin")).toBe(count("end"));
      }),
      { seed: 5, numRuns: 500 },
    );
  });
});
