// VRS aircraft: small CSVs with a byte-order mark in folders by hex prefix; operator, airline code, serial, year.
import { describe, expect, it } from "vitest";
import { vrsAircraft } from "../../../src/sources/upstream/vrs-aircraft.ts";
import { BOM, readAll, rejectedOf, rowOf } from "../raw-folder.ts";

const HEADER =
  "ICAO,Registration,ModelICAO,Manufacturer,Model,ManufacturerAndModel,IsPrivateOperator,Operator,AirlineCode,SerialNumber,YearBuilt";
const FOLDER = "vrs-standing-data/aircraft/schema-01";

function shard(...rows: readonly string[]): string {
  return `${BOM}${HEADER}\n${rows.map((row) => `${row}\n`).join("")}`;
}

describe("VRS aircraft", () => {
  it("reads the first column although a byte-order mark stands before its name", () => {
    const reading = readAll(vrsAircraft, {
      [`${FOLDER}/4/4A/4AC.csv`]: shard(
        "4ACA4E,SE-RRN,B738,Boeing,737NG 8JP/W,Boeing 737NG 8JP/W,0,Norwegian Air Sweden,NSZ,39006,2011",
      ),
    });
    expect(rowOf(reading, "4ACA4E")).toMatchObject({
      source: "vrs",
      standing: "database",
      registration: "SE-RRN",
      typeCode: "B738",
      model: "Boeing 737NG 8JP/W",
      operatorCode: "NSZ",
      operatorName: "Norwegian Air Sweden",
      serialNumber: "39006",
      builtYear: 2011,
      owner: null,
    });
  });

  it("finds every CSV in every folder and nothing else", () => {
    const reading = readAll(vrsAircraft, {
      [`${FOLDER}/4/40/406.csv`]: shard(
        "40688B,G-XLEA,A388,Airbus,A380-841,Airbus A380-841,0,British Airways,BAW,95,2013",
      ),
      [`${FOLDER}/8/899.csv`]: shard(
        "899000,B-18901,A359,Airbus,A350-941,Airbus A350-941,0,China Airlines,CAL,49,2016",
      ),
      [`${FOLDER}/README.md`]: "ICAO,Registration\nA00001,N1\n",
    });
    expect(reading.rows.map(({ registration }) => registration)).toEqual(["G-XLEA", "B-18901"]);
  });

  it("names no operator where the file calls it private", () => {
    const reading = readAll(vrsAircraft, {
      [`${FOLDER}/3/3C2.csv`]: shard(
        "3C20CE,D-BPHX,E545,Embraer,Praetor 500,Embraer Praetor 500,1,Private,XYZ,55010164,2025",
      ),
    });
    expect(rowOf(reading, "D-BPHX")).toMatchObject({ operatorCode: null, operatorName: null });
  });

  it("takes what is no year, code or mark for unknown, and counts what is no address", () => {
    const reading = readAll(vrsAircraft, {
      [`${FOLDER}/0.csv`]: shard(
        "00800A,ZS=BAD,,,,,0,Somebody,12,,0",
        "XYZ,ZS-ABC,A320,,,,0,,,,",
        ",,,,,,,,,,",
        "FFFFFF,N1,A320,,,,0,,,,",
      ),
    });
    expect(rowOf(reading, "00800A")).toMatchObject({
      registration: null,
      typeCode: null,
      operatorCode: null,
      builtYear: null,
      serialNumber: null,
    });
    expect(rejectedOf(reading)).toEqual({ "not a Mode S address": 3 });
    expect(reading.tally.total).toBe(4);
    expect(Object.fromEntries(reading.tally.remarks)).toEqual({ "a mark that cannot be one": 1 });
  });

  it("reads quoted fields that hold commas, quotes and newlines", () => {
    const reading = readAll(vrsAircraft, {
      [`${FOLDER}/4.csv`]: shard(
        '4CA92D,EI-DVM,A320,Airbus,A320-214,"Airbus ""A320""",0,"Aer Lingus, Ltd.\nDublin",EIN,4634,2011',
        "40688B,G-XLEA,A388,Airbus,A380-841,Airbus A380-841,0,British Airways,BAW,95,2013",
      ),
    });
    expect(rowOf(reading, "EI-DVM").model).toBe('Airbus "A320"');
    expect(reading.tally.used).toBe(2);
  });
});
