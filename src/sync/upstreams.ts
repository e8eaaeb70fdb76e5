// Every upstream that `fleet sync` fetches: address, path under raw/, sizes, cadence. Licences stand in
// sources/catalog.ts. Addresses are explained, and those nobody could try from here are named, in docs/sync.md.
import {
  FAA_REGISTER,
  IRISH_REGISTER,
  MICTRONICS,
  OPENFLIGHTS,
  OPENSKY_DATABASE,
  OUR_AIRPORTS,
  SWEDISH_REGISTER,
  TAR1090,
  VRS,
} from "../sources/catalog.ts";
import type { Download, Upstream } from "./upstream.ts";

const KB = 1e3;
const MB = 1e6;
const DAY = 24;
const WEEK = 7 * DAY;
const MONTH = 30 * DAY;

const CSV_NAMES = /^(?:[\w+-]+\/)*[\w+-]+\.csv$/;
const SHARD_NAMES = /^[0-9A-F]{1,5}\.js$/;

const ourAirports = (name: string, begins: RegExp, bytes: Download["bytes"]): Download => ({
  file: `ourairports/${name}`,
  url: `https://davidmegginson.github.io/ourairports-data/${name}`,
  form: { kind: "text", begins },
  bytes,
});

const mictronics = (name: string, holds: readonly string[]): Download => ({
  file: `mictronics/${name}`,
  url: `https://raw.githubusercontent.com/Mictronics/aircraft-database/main/${name}`,
  form: { kind: "zip", holds, unpackedMost: 256 * MB },
  bytes: { least: 2 * MB, usual: 3.5 * MB, most: 32 * MB },
});

export const UPSTREAMS: readonly Upstream[] = [
  {
    source: OUR_AIRPORTS,
    everyHours: DAY,
    downloads: [
      ourAirports("countries.csv", /^"id","code","name"/, { least: 10 * KB, usual: 25 * KB, most: MB }),
      ourAirports("regions.csv", /^"id","code"/, { least: 250 * KB, usual: 485 * KB, most: 8 * MB }),
      ourAirports("runways.csv", /^"id","airport_ref"/, { least: 2.5 * MB, usual: 4 * MB, most: 32 * MB }),
      ourAirports("airports.csv", /^"id","ident","type"/, { least: 8 * MB, usual: 12.7 * MB, most: 64 * MB }),
    ],
  },
  {
    source: VRS,
    everyHours: DAY,
    downloads: [
      {
        file: "vrs-standing-data.tar.gz",
        url: "https://codeload.github.com/vradarserver/standing-data/tar.gz/refs/heads/main",
        form: { kind: "tar.gz", unpackedMost: 512 * MB },
        bytes: { least: 3 * MB, usual: 7.5 * MB, most: 64 * MB },
        unpack: [
          {
            from: "code-blocks/schema-01/code-blocks.csv",
            to: "vrs-standing-data/code-blocks/schema-01/code-blocks.csv",
            begins: /^Start,Finish,/,
            bytes: { least: 15 * KB, most: MB },
          },
          {
            from: "registration-prefixes/schema-01/reg-prefixes.csv",
            to: "vrs-standing-data/registration-prefixes/schema-01/reg-prefixes.csv",
            begins: /^Prefix,CountryISO2,/,
            bytes: { least: 5 * KB, most: MB },
          },
          {
            from: "model-type/schema-01/",
            to: "vrs-standing-data/model-type/schema-01/",
            only: CSV_NAMES,
            begins: /^ICAO,Manufacturer,/,
            bytes: { least: 200 * KB, most: 16 * MB },
          },
          {
            from: "airlines/schema-01/airlines.csv",
            to: "vrs-standing-data/airlines/schema-01/airlines.csv",
            begins: /^Code,Name,/,
            bytes: { least: 90 * KB, most: 4 * MB },
          },
          {
            from: "routes/schema-01/",
            to: "vrs-standing-data/routes-schema-01.tar.gz",
            only: CSV_NAMES,
            packed: true,
            bytes: { least: MB, most: 64 * MB },
          },
          {
            from: "aircraft/schema-01/",
            to: "vrs-standing-data/aircraft/schema-01/",
            only: CSV_NAMES,
            begins: /^ICAO,Registration,/,
            bytes: { least: 750 * KB, most: 64 * MB },
          },
        ],
      },
    ],
  },
  {
    source: MICTRONICS,
    everyHours: WEEK,
    downloads: [
      mictronics("icao24plus.zip", ["icao24plus.txt"]),
      mictronics("indexedDB.zip", ["aircrafts.json", "operators.json"]),
    ],
  },
  {
    source: OPENFLIGHTS,
    everyHours: MONTH,
    downloads: [
      {
        file: "openflights/airlines.dat",
        url: "https://raw.githubusercontent.com/jpatokal/openflights/master/data/airlines.dat",
        form: { kind: "text", begins: /^-?\d+,"/ },
        bytes: { least: 250 * KB, usual: 397 * KB, most: 4 * MB },
        knownDays: { "39be1a432e8b04ebc12860c29281c974a9cb52169c82b2456a835d66ab1548a1": "2017-02-02" },
      },
    ],
  },
  {
    source: SWEDISH_REGISTER,
    everyHours: WEEK,
    downloads: [
      {
        file: "luftfartygsregistret-se/register.csv",
        url: "https://raw.githubusercontent.com/civictechsweden/oppna-luftfartygsregistret/master/register.csv",
        form: { kind: "text", begins: /^code,Avregistrerad,/ },
        bytes: { least: 600 * KB, usual: 1.2 * MB, most: 32 * MB },
      },
    ],
  },
  {
    source: FAA_REGISTER,
    everyHours: DAY,
    downloads: [
      {
        file: "faa/ReleasableAircraft.zip",
        url: "https://registry.faa.gov/database/ReleasableAircraft.zip",
        form: { kind: "zip", holds: [], unpackedMost: 1280 * MB },
        bytes: { least: 25 * MB, usual: 70 * MB, most: 512 * MB },
        unpack: [
          {
            from: "ACFTREF.txt",
            to: "faa/ACFTREF.txt",
            begins: /^CODE,MFR,MODEL/,
            bytes: { least: 4 * MB, most: 256 * MB },
          },
          {
            from: "MASTER.txt",
            to: "faa/MASTER.txt",
            begins: /^N-NUMBER,SERIAL NUMBER,/,
            bytes: { least: 80 * MB, most: 1024 * MB },
          },
        ],
      },
    ],
  },
  {
    source: TAR1090,
    everyHours: WEEK,
    downloads: [
      {
        file: "tar1090-db.tar.gz",
        url: "https://codeload.github.com/wiedehopf/tar1090-db/tar.gz/refs/heads/master",
        form: { kind: "tar.gz", unpackedMost: 512 * MB },
        bytes: { least: 3 * MB, usual: 8 * MB, most: 128 * MB },
        unpack: [
          {
            from: "db/",
            to: "tar1090-db/db/",
            only: SHARD_NAMES,
            bytes: { least: 2.5 * MB, most: 128 * MB },
          },
        ],
      },
    ],
  },
  {
    source: IRISH_REGISTER,
    everyHours: MONTH,
    downloads: [
      {
        file: "airframesio-registers/ireland.csv",
        url: "https://raw.githubusercontent.com/airframesio/data/master/csv/airframe-registrations/ireland.csv",
        form: { kind: "text", begins: /^All Registered Aircraft as at / },
        bytes: { least: 100 * KB, usual: 260 * KB, most: 8 * MB },
      },
    ],
  },
  {
    source: OPENSKY_DATABASE,
    everyHours: MONTH,
    downloads: [
      {
        file: "opensky/icao24_mapping_airbus.json",
        url: null,
        form: { kind: "text", begins: /^\{"icao24":/ },
        bytes: { least: 500 * KB, usual: 3 * MB, most: 512 * MB },
      },
    ],
  },
];
