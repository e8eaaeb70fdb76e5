// Mictronics: indexedDB.zip (JSON by address) and icao24plus.zip (date stamp, tabs, CRLF, Latin-1).
import { describe, expect, it } from "vitest";
import { mictronics } from "../../../src/sources/upstream/mictronics.ts";
import { rawFolder, readAll, rejectedOf, rowOf, zipOf } from "../raw-folder.ts";

const AIRCRAFT = {
  "899000": ["B-18901", "A359", "00"],
  "4851AD": ["PH-BHA", "B789", "00"],
  "7CF832": ["A97-442", "C30J", "10"],
  "40688B": ["G-XLEA", "A388", "110"],
};

function files(aircraft: unknown, plus?: string | Uint8Array) {
  return {
    "mictronics/indexedDB.zip": zipOf({ "aircrafts.json": JSON.stringify(aircraft), "operators.json": "{}" }),
    ...(plus === undefined ? {} : { "mictronics/icao24plus.zip": zipOf({ "icao24plus.txt": plus }) }),
  };
}

describe("indexedDB.zip", () => {
  it("gives address, mark and type of every airframe, and nothing a database does not know", () => {
    const reading = readAll(mictronics, files(AIRCRAFT));
    expect(rowOf(reading, "899000")).toEqual({
      source: "mictronics",
      standing: "database",
      address: "899000",
      registration: "B-18901",
      typeCode: "A359",
      make: null,
      model: null,
      serialNumber: null,
      builtYear: null,
      operatorCode: null,
      operatorName: null,
      owner: null,
      military: false,
    });
    expect(reading.tally.used).toBe(4);
  });

  it("takes the first flag for military, however many flags there are", () => {
    const reading = readAll(mictronics, files({ ...AIRCRAFT, "4AC9ED": ["SE-ROM", "A20N", "0101"] }));
    expect(rowOf(reading, "A97-442").military).toBe(true);
    expect(rowOf(reading, "G-XLEA").military).toBe(true);
    expect(rowOf(reading, "SE-ROM").military).toBe(false);
  });

  it("survives short, null and alien entries, and counts what is no airframe", () => {
    const reading = readAll(
      mictronics,
      files({
        ...AIRCRAFT,
        "4CA92D": ["EI-DVM"],
        "86E7BC": [null, null, null],
        "3C6701": [7, { a: 1 }, ["x"]],
        "000000": ["X", "A320", "00"],
        HELLO: ["X", "A320", "00"],
        "780A9B": null,
        "7C4920": "VH-OQA",
        "1059D9": ["TWR", "TWR", "00", ""],
        ABCDEF: ["FOLLOWME", "GND", "00"],
      }),
    );
    expect(rejectedOf(reading)).toEqual({
      "not a Mode S address": 2,
      "not an entry": 2,
      "a tower, a ground vehicle or a service, no airframe": 2,
    });
    expect(reading.tally.total).toBe(13);
    expect(rowOf(reading, "4CA92D")).toMatchObject({
      registration: "EI-DVM",
      typeCode: null,
      military: false,
    });
    for (const address of ["86E7BC", "3C6701"])
      expect(rowOf(reading, address)).toMatchObject({ registration: null, typeCode: null });
  });

  it("keeps an airframe whose mark cannot be one, without the mark, and says so", () => {
    const reading = readAll(
      mictronics,
      files({
        C06A80: ["C-GO_IP", "C172", "00"],
        C035F6: ["c035f6", "B38M", "00"],
        A7E05B: ["B-", "B38M", "00"],
      }),
    );
    expect(reading.rows.map(({ registration }) => registration)).toEqual([null, null, null]);
    expect(Object.fromEntries(reading.tally.remarks)).toEqual({
      "a mark that cannot be one": 2,
      "an address in the place of the mark": 1,
    });
    expect(reading.tally.used).toBe(3);
  });

  it("passes every row to the filter and keeps those it accepts, without losing count", () => {
    const folder = rawFolder(files(AIRCRAFT));
    const reading = mictronics.read(folder, ({ typeCode }) => typeCode === "A388");
    expect(reading?.rows.map(({ registration }) => registration)).toEqual(["G-XLEA"]);
    expect(reading?.tally.used).toBe(4);
  });

  it("is passed over where it is not there", () => {
    expect(mictronics.read(rawFolder({ "mictronics/readme.txt": "" }), () => true)).toBeNull();
  });
});

describe("icao24plus.zip", () => {
  const plus =
    "000000\t19.07.2026\t01:05:01\r\n899000\tB-18901\tA359\tAirbus A350-941\r\n4851AD\tPH-BHA\tB789\t\r\n40688B\tG-XLEA\r\n";

  it("adds the model in words, and its date stamp is the date of the data", () => {
    const reading = readAll(mictronics, files(AIRCRAFT, plus));
    expect(reading.date).toBe("2026-07-19");
    expect(rowOf(reading, "B-18901").model).toBe("Airbus A350-941");
    expect(rowOf(reading, "PH-BHA").model).toBeNull();
  });

  it("keeps its own account: CRLF line by CRLF line, date stamp and last line end apart", () => {
    const { also } = readAll(mictronics, files(AIRCRAFT, plus));
    const tally = also?.get("mictronics icao24plus");
    expect(tally?.used).toBe(1);
    expect(Object.fromEntries(tally?.rejected ?? [])).toEqual({
      "no model in words": 1,
      "fewer than four columns": 1,
    });
  });

  it("is read as Latin-1 where it is no UTF-8", () => {
    const text = "000000\t19.07.2026\t01:05:01\r\n384B5C\t01PM\tCH60\tZénith CH 601\r\n";
    const entries = { "384B5C": ["01PM", "CH60", "00"] };
    for (const bytes of [Buffer.from(text, "latin1"), Buffer.from(text, "utf8")])
      expect(rowOf(readAll(mictronics, files(entries, bytes)), "01PM").model).toBe("Zénith CH 601");
  });

  it("without a date stamp is another file", () => {
    expect(() => readAll(mictronics, files(AIRCRAFT, "899000\tB-18901\tA359\tAirbus\r\n"))).toThrow(
      /icao24plus\.zip:1: does not begin with a date stamp/,
    );
  });
});
