// What a build does not read is reported with a reason: rows where a better source has them, files otherwise.
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { passedOver } from "../../src/sources/passed-over.ts";
import { rawFolder, zipOf } from "./raw-folder.ts";

const folder = rawFolder({
  "ourairports/airports.csv.gz": gzipSync('"ident"\n"KATL"\n'),
  "openflights/airlines.dat": '1,"A",,,,,,\n',
  "openflights/airports.dat.gz": gzipSync('1,"Goroka Airport"\n2,"Madang Airport"\n'),
  "openflights/planes.dat": '"ATR 42","AT4","AT43"\n',
  "mictronics/indexedDB.zip": zipOf({ "types.json": '{"A320":["AIRBUS A-320","L2J","M"]}' }),
  "mictronics/icao_aircraft_types.zip": "damaged",
  "tar1090-db/db/8.js": gzipSync("{}"),
  "tar1090-db/db/7C.js": gzipSync("{}"),
  "tar1090-db/db/operators.js": gzipSync('{"DAL":{},"UAL":{}}'),
  "readsb/trace_full.json.gz": gzipSync("{}"),
  "opensky/states/opensky.json": "{}",
  "openap/aircraft/a320.yml": "",
  "somebody/else.csv": "x\n",
  "notes.txt": "",
  ".sync/state.json": "{}",
});

describe("what is passed over", () => {
  it("is counted in rows where another source has the same facts", () => {
    expect(Object.fromEntries(passedOver(folder, false).rows)).toEqual({
      "openflights/airports.dat.gz: superseded by OurAirports": 2,
      "openflights/planes.dat: superseded by the curated types and VRS model types": 1,
      "tar1090-db/db/operators.js: superseded by Mictronics, whose list it is": 2,
      "mictronics/indexedDB.zip types.json: superseded by the curated types and VRS model types": 1,
    });
  });

  it("is counted in files otherwise; a damaged file that nobody needs is one, not a fault", () => {
    expect(Object.fromEntries(passedOver(folder, false).files)).toEqual({
      "mictronics: superseded by the curated types and VRS model types": 1,
      "notes.txt: nothing here reads it": 1,
      "openap: type specifications: the curated table is checked against them, a build does not read them": 1,
      "opensky: receptions: for 'fleet observe'": 1,
      "readsb: receptions: for 'fleet observe'": 1,
      "somebody/else.csv: nothing here reads it": 1,
      "tar1090-db: no clear licence: read only with --include-unlicensed": 2,
    });
  });

  it("no longer holds what --include-unlicensed reads", () => {
    const reasons = [...passedOver(folder, true).files.keys()];
    expect(reasons.filter((reason) => reason.startsWith("tar1090-db"))).toEqual([]);
  });
});
