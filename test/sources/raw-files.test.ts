// Raw files: found with or without .gz, unpacked by content, bounded, named when they are broken.
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import {
  findRaw,
  parseJsonEntries,
  readRaw,
  readRawText,
  readZipEntry,
  textOf,
} from "../../src/sources/raw-files.ts";
import { BOM, rawFolder, zipOf } from "./raw-folder.ts";

describe("raw files", () => {
  it("are found under their name or with .gz added, the plain one first", () => {
    const folder = rawFolder({
      "a.csv": "plain",
      "a.csv.gz": gzipSync("packed"),
      "b.csv.gz": gzipSync("packed"),
    });
    expect(readRawText(findRaw(folder, "a.csv") ?? "")).toBe("plain");
    expect(readRawText(findRaw(folder, "b.csv") ?? "")).toBe("packed");
    expect(findRaw(folder, "c.csv")).toBeNull();
  });

  it("are unpacked by what they are, not by what they are called", () => {
    const folder = rawFolder({ "x.js": gzipSync("{}"), "y.gz": "not packed at all" });
    expect(readRawText(`${folder}/x.js`)).toBe("{}");
    expect(readRawText(`${folder}/y.gz`)).toBe("not packed at all");
  });

  it("lose the byte-order mark, and Latin-1 is read as such", () => {
    expect(textOf(Buffer.from(`${BOM}é`))).toBe("é");
    expect(textOf(Buffer.from("Zénith", "latin1"))).toBe("Zénith");
  });

  it("that cannot be unpacked, or hold something else, are named in the fault", () => {
    const folder = rawFolder({
      "cut.gz": gzipSync("some text that is cut off").subarray(0, 20),
      "cut.zip": zipOf({ "a.json": "{}" }).subarray(0, 30),
      "sound.zip": zipOf({ "a.json": "{}" }),
    });
    expect(() => readRaw(`${folder}/cut.gz`)).toThrow(/cut\.gz: cannot be read/);
    expect(() => readRaw(`${folder}/absent`)).toThrow(/absent: cannot be read/);
    expect(() => readZipEntry(`${folder}/cut.zip`, "a.json")).toThrow(/cut\.zip: is not a sound zip archive/);
    expect(() => readZipEntry(`${folder}/sound.zip`, "b.json")).toThrow(/sound\.zip: holds no b\.json/);
    for (const text of ["{", '{"a":1', '{"a":1}}', '{"a":1} x', '{"a":[1],"b"}'])
      expect(() => [...parseJsonEntries("f.json", text)], text).toThrow(/f\.json: is not JSON/);
    for (const text of ["null", "[]", "7", '"x"', "", "[{}]"])
      expect(() => [...parseJsonEntries("f.json", text)], text).toThrow(/f\.json: holds no JSON object/);
  });
});
