// The upstream files beside a checkout, and how many rows their README says each of them holds.
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const RAW = fileURLToPath(new URL("../../shared/data/raw", import.meta.url));
export const rawIsHere = existsSync(RAW);
if (!rawIsHere)
  console.log("skipped: the upstream files of ../shared/data/raw are not here, so the world is not built");

/** Rows by the name of the account that must add up to them. */
export const ROWS: Readonly<Record<string, number>> = {
  "ourairports airports": 85_836,
  "ourairports runways": 48_144,
  "ourairports countries": 249,
  "ourairports regions": 3_984,
  "openflights airlines": 6_162,
  "vrs airlines": 5_964,
  "vrs routes": 618_583,
  "vrs airframes": 16_873,
  "vrs model types": 11_084,
  "vrs code blocks": 811,
  "vrs registration prefixes": 242,
  "mictronics airframes": 446_783,
  "mictronics icao24plus": 446_783,
  "mictronics airlines": 6_310,
  "swedish-register airframes": 7_939,
  "faa-register airframes": 15,
};

export const UNLICENSED_ROWS: Readonly<Record<string, number>> = {
  "tar1090 airframes": 619_472,
  "opensky-database airframes": 10_138,
  "irish-register airframes": 122,
};

/** Rows of files that another source supersedes. */
export const PASSED_OVER: Readonly<Record<string, number>> = {
  "openflights/airports.dat.gz": 7_698,
  "openflights/routes.dat.gz": 67_663,
  "openflights/planes.dat": 246,
  "openflights/countries.dat": 261,
  "vrs-standing-data/countries/schema-01/countries.csv": 250,
  "mictronics/indexedDB.zip types.json": 2_788,
  "mictronics/icao_aircraft_types.zip": 2_788,
  "tar1090-db/db/operators.js": 6_310,
  "tar1090-db/db/icao_aircraft_types.js": 2_844,
  "tar1090-db/db/icao_aircraft_types2.js": 2_844,
};
