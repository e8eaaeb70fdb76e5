// OpenSky database rows: JSON lines, every field a text, many of them empty.
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { openskyDatabase } from "../../../src/sources/upstream/opensky-database.ts";
import { readAll, rejectedOf, rowOf } from "../raw-folder.ts";

const FILE = "opensky/icao24_mapping_airbus.json";

function lines(...rows: readonly unknown[]): string {
  return rows.map((row) => `${typeof row === "string" ? row : JSON.stringify(row)}\n`).join("");
}

describe("OpenSky aircraft database", () => {
  it("reads lower-case addresses, the year out of a date, and empty texts as unknown", () => {
    const reading = readAll(openskyDatabase, {
      [`${FILE}.gz`]: gzipSync(
        lines(
          {
            icao24: "40688b",
            registration: "",
            model: "A380 841",
            typecode: "a388",
            operator: "British Airways",
            operatoricao: "BAW",
            built: "2013-01-01",
          },
          {
            icao24: "899000",
            typecode: "A359",
            operator: "",
            operatorcallsign: "DYNASTY",
            operatoricao: "CAL",
            built: "",
          },
        ),
      ),
    });
    expect(rowOf(reading, "40688B")).toMatchObject({
      source: "opensky-database",
      standing: "database",
      registration: null,
      typeCode: "A388",
      model: "A380 841",
      operatorCode: "BAW",
      operatorName: "British Airways",
      builtYear: 2013,
    });
    expect(rowOf(reading, "899000")).toMatchObject({
      operatorCode: "CAL",
      operatorName: "DYNASTY",
      builtYear: null,
    });
  });

  it("counts garbage lines and goes on", () => {
    const reading = readAll(openskyDatabase, {
      [FILE]: lines(
        "not json",
        "null",
        "[1,2]",
        "",
        { icao24: 17 },
        { icao24: "06a0d" },
        { icao24: "06a0d6", built: 2009, typecode: null, operatoricao: "FI5" },
      ),
    });
    expect(rejectedOf(reading)).toEqual({ "not a JSON line": 3, "not a Mode S address": 2 });
    expect(reading.tally.total).toBe(6);
    expect(rowOf(reading, "06A0D6")).toMatchObject({ builtYear: null, typeCode: null, operatorCode: null });
  });
});
