// No file crashes a reader: cut off, empty, of another kind or random, each gives a SourceError that names the file, or
// rows that are all accounted for.

import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SourceError } from "../../../src/sources/source-error.ts";
import { readUpstreamAirlines } from "../../../src/sources/upstream/airlines.ts";
import { readCodeBlocks } from "../../../src/sources/upstream/code-blocks.ts";
import { readMarkForms } from "../../../src/sources/upstream/registration-prefixes.ts";
import { readRoutes } from "../../../src/sources/upstream/routes.ts";
import { readUpstreamTypes } from "../../../src/sources/upstream/types.ts";
import { AIRFRAME_UPSTREAMS } from "../../../src/sources/world.ts";
import { BOM, type RawFiles, rawFolder, tarGzOf, zipOf } from "../raw-folder.ts";

/** Every reader there is; each passes over what is not there. */
async function readEverything(folder: string): Promise<void> {
  for (const upstream of AIRFRAME_UPSTREAMS) upstream.read(folder, () => true);
  readUpstreamAirlines(folder);
  readUpstreamTypes(folder);
  readCodeBlocks(folder);
  readMarkForms(folder);
  await readRoutes(folder);
}

async function faultOf(files: RawFiles): Promise<unknown> {
  // icao24plus only adds to what the archive beside it holds.
  const beside = "mictronics/indexedDB.zip";
  const all = {
    ...("mictronics/icao24plus.zip" in files ? { [beside]: SOUND[beside] ?? "" } : {}),
    ...files,
  };
  return readEverything(rawFolder(all)).then(
    () => null,
    (error: unknown) => error,
  );
}

const AIRCRAFT_CSV = `${BOM}ICAO,Registration,ModelICAO,Manufacturer,Model,ManufacturerAndModel,IsPrivateOperator,Operator,AirlineCode,SerialNumber,YearBuilt
899000,B-18901,A359,Airbus,A350-941,Airbus A350-941,0,China Airlines,CAL,49,2016
40688B,G-XLEA,A388,Airbus,A380-841,Airbus A380-841,0,British Airways,BAW,95,2013
`;

/** Sound files, by path; a file of every form that an upstream has. */
const SOUND: Readonly<Record<string, Uint8Array>> = {
  "mictronics/indexedDB.zip": zipOf({
    "aircrafts.json": JSON.stringify({
      "899000": ["B-18901", "A359", "00"],
      "40688B": ["G-XLEA", "A388", "00"],
    }),
    "operators.json": JSON.stringify({ CAL: ["China Airlines", "Taiwan", "DYNASTY"] }),
  }),
  "mictronics/icao24plus.zip": zipOf({
    "icao24plus.txt": "000000\t19.07.2026\t01:05:01\r\n899000\tB-18901\tA359\tAirbus A350-941\r\n",
  }),
  "tar1090-db/db/8.js": gzipSync(JSON.stringify({ "99000": ["B-18901", "A359", "00", null] })),
  "vrs-standing-data/aircraft/schema-01/8.csv": Buffer.from(AIRCRAFT_CSV),
  "vrs-standing-data/airlines/schema-01/airlines.csv": Buffer.from(
    `${BOM}Code,Name,ICAO,IATA,PositioningFlightPattern,CharterFlightPattern\nDLH,Lufthansa,DLH,LH,,\n`,
  ),
  "vrs-standing-data/model-type/schema-01/A.csv": Buffer.from(
    `${BOM}ICAO,Manufacturer,Model,Engines,EngineType,EnginePlacement,WakeTurbulence,Species\nA388,Airbus,A380-800,4,J,W,H,L\n`,
  ),
  "vrs-standing-data/code-blocks/schema-01/code-blocks.csv": Buffer.from(
    `${BOM}Start,Finish,Count,Bitmask,SignificantBitmask,IsMilitary,CountryISO2\n899000,8993FF,1024,899000,FFFC00,0,TW\n`,
  ),
  "vrs-standing-data/registration-prefixes/schema-01/reg-prefixes.csv": Buffer.from(
    "Prefix,CountryISO2,HasHyphen,DecodeFullRegex,DecodeNoHyphenRegex,FormatTemplate\n3A,MC,1,3A-(?<code>[A-Z]{3}),3A(?<code>[A-Z]{3}),3A-{code}\n",
  ),
  "luftfartygsregistret-se/register.csv.gz": gzipSync(
    'code,Avregistrerad,Orsak,Land,Luftfartygstyp,Tillverkningsnummer,Tillverkningsår,Max startvikt (kg),owner.name\nSE-ROM,,,,AIRBUS-A320-251N,8494,2018,"77000,0",SAS Sverige AB\n',
  ),
  "openflights/airlines.dat": Buffer.from(
    '24,"American Airlines",\\N,"AA","AAL","AMERICAN","United States","Y"\n',
  ),
  "opensky/icao24_mapping_airbus.json.gz": gzipSync(
    '{"icao24":"40688b","typecode":"A388","operatoricao":"BAW"}\n',
  ),
  "airframesio-registers/ireland.csv": Buffer.from(
    "All Registered Aircraft as at 31 August 2022 - Total 1,,,,,,\nRegistration Mark,Aircraft producer,Aircraft Model,Aircraft Serial Number,Mode S,Registered Owner,Aircraft Charge Lodged\nEI-AZA,THE BOEING COMPANY,BOEING 737-86N,28655,4CAC62,ASL AIRLINES (IRELAND) LIMITED,\n",
  ),
  "faa/MASTER.txt": Buffer.from(
    `${BOM}N-NUMBER,SERIAL NUMBER,MFR MDL CODE,YEAR MFR,NAME,STATUS CODE, KIT MODEL,MODE S CODE HEX,\n899DN,31985     ,1384968,2018,DELTA AIR LINES INC   ,V ,        ,AC671B    ,\n`,
  ),
  "vrs-standing-data/routes-schema-01.tar.gz": await tarGzOf({
    "routes/schema-01/Q/QFA-all.csv":
      "Callsign,Code,Number,AirlineCode,AirportCodes\nQFA9,QFA,9,QFA,YPPH-EGLL\n",
  }),
};
const PATHS = Object.keys(SOUND);
/** Of many small files some faults name the folder. */
const folderOf = (path: string) => path.replace(/\/[^/]+$/, "");

describe("sound files", () => {
  it("are read without a fault, all together", async () => {
    expect(await faultOf(SOUND)).toBeNull();
  });
});

describe("a file that was cut off", () => {
  it.each(PATHS)("is refused by name: %s", async (path) => {
    const whole = SOUND[path] as Uint8Array;
    // In the middle, and a little before the end: a row short of its last cells, an archive short of its directory.
    for (const length of [Math.ceil(whole.length / 2), whole.length - 30]) {
      const fault = await faultOf({ [path]: whole.subarray(0, length) });
      expect(fault, `${length} of ${whole.length} bytes`).toBeInstanceOf(SourceError);
      expect((fault as SourceError).message).toContain(folderOf(path));
    }
  });
});

describe("a file of another kind", () => {
  const page = "<!doctype html>\n<html><body><h1>404: Not Found</h1></body></html>\n";
  it.each(PATHS)("is refused by name: %s", async (path) => {
    for (const content of [page, "", "null", "[]", "{}", "\u0000".repeat(64)]) {
      const fault = await faultOf({ [path]: content });
      expect(fault, JSON.stringify(content.slice(0, 20))).toBeInstanceOf(SourceError);
      expect((fault as SourceError).message).toContain(folderOf(path));
    }
  });
});

describe("random bytes", () => {
  it.each(PATHS)("in the place of any file are a SourceError, never a crash: %s", async (path) => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), fc.boolean(), async (bytes, packed) => {
        const fault = await faultOf({ [path]: packed ? gzipSync(bytes) : bytes });
        expect(fault === null || fault instanceof SourceError).toBe(true);
      }),
      { seed: 7, numRuns: 12 },
    );
  });

  it("strewn over a sound file are a SourceError or counted rows, never a crash", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...PATHS),
        fc.nat(),
        fc.uint8Array({ minLength: 1, maxLength: 4 }),
        async (path, at, noise) => {
          const bytes = Uint8Array.from(SOUND[path] as Uint8Array);
          bytes.set(noise, at % Math.max(1, bytes.length - noise.length));
          const fault = await faultOf({ [path]: bytes });
          expect(fault === null || fault instanceof SourceError).toBe(true);
        },
      ),
      { seed: 7, numRuns: 120 },
    );
  });
});
