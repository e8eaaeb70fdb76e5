// Upstream CSV: what is skipped is counted, what is cut off or another file is refused by name.
import { describe, expect, it } from "vitest";
import { csvRows, readCsvRows, strictCsvRows } from "../../src/sources/csv-rows.ts";
import { BOM, rawFolder } from "./raw-folder.ts";

describe("csvRows", () => {
  it.each([
    ["plain lines", "a,b\n1,2\n3,4\n"],
    ["a byte-order mark", `${BOM}a,b\n1,2\n3,4\n`],
    ["CRLF", "a,b\r\n1,2\r\n3,4\r\n"],
    ["no last line end", "a,b\n1,2\n3,4"],
    ["quoted cells", '"a","b"\n"1","2"\n3,"4"\n'],
  ])("reads %s", (_form, text) => {
    expect(csvRows(text)).toEqual([
      { a: "1", b: "2" },
      { a: "3", b: "4" },
    ]);
  });

  it("reads quoted newlines, commas and quotes alike on the quick and on the careful path", () => {
    const row = { a: 'say "x", y', b: "2" };
    expect(csvRows('a,b\n"say ""x"", y",2\n')).toEqual([row]);
    expect(csvRows('a,b\n"line 1\nline 2",2\n')).toEqual([{ a: "line 1\nline 2", b: "2" }]);
  });

  it("keeps a short row and a long row, each cell under its own name", () => {
    const rows = csvRows("a,b,c\n1,2\n3,4,5,6\n7,8,9\n");
    expect(rows).toHaveLength(3);
    expect(rows[0]).toMatchObject({ a: "1", b: "2" });
    expect(rows[1]).toMatchObject({ a: "3", b: "4", c: "5" });
    expect(rows[2]).toEqual({ a: "7", b: "8", c: "9" });
  });

  it("says what it skips, and loses no other row", () => {
    const skipped: string[] = [];
    const rows = csvRows('a,b\n1,2\n"open,3\n4,5\n', { onSkip: (reason) => skipped.push(reason) });
    expect(rows[0]).toEqual({ a: "1", b: "2" });
    expect(rows.length + skipped.length).toBeGreaterThanOrEqual(2);
  });

  it("gives cells of a padded file without their padding only where asked", () => {
    expect(csvRows("a,b\n 1 ,2 \n", { trim: true })).toEqual([{ a: "1", b: "2" }]);
    expect(csvRows("a,b\n 1 ,2 \n")).toEqual([{ a: " 1 ", b: "2 " }]);
  });

  it("names the columns of a file without a header", () => {
    expect(csvRows('1,"x"\n', { columns: ["id", "name"] })).toEqual([{ id: "1", name: "x" }]);
  });

  it("has no rows where there is only a header, or nothing", () => {
    expect(csvRows("a,b\n")).toEqual([]);
    expect(csvRows("")).toEqual([]);
  });
});

describe("readCsvRows", () => {
  const read = (text: string, needs: readonly string[], from?: number) =>
    readCsvRows(`${rawFolder({ "file.csv": text })}/file.csv`, needs, from === undefined ? {} : { from });

  it("demands the columns it is asked for, on the line where the header stands", () => {
    expect(read("Title,,\na,b\n1,2\n", ["a", "b"], 2)).toEqual([{ a: "1", b: "2" }]);
    expect(() => read("Title,,\na,b\n1,2\n", ["c"], 2)).toThrow(/file\.csv:2: the column c is missing/);
  });

  it("refuses a file that ends inside a row or inside a quoted cell", () => {
    expect(() => read("a,b,c\n1,2,3\n4,5", ["a"])).toThrow(/ends in the middle of a row/);
    expect(() => read('a,b,c\n1,2,3\n4,5,"si', ["a"])).toThrow(/ends in the middle of a row/);
    expect(read("a,b,c\n1,2,3\n4,5,6", ["a"])).toHaveLength(2);
  });
});

describe("strictCsvRows", () => {
  it("throws on a row that does not fit the header, with its line", () => {
    expect(() => strictCsvRows("a,b\n1,2\n3\n")).toThrow(/line 3/);
  });
});
