// Parts that tests of the model put together: the fixture's curated tables, rows of sources, the input of a fleet.
import { fileURLToPath } from "node:url";
import { buildFleet, type Fleet } from "../../src/model/fleet.ts";
import type { FleetAirframe } from "../../src/model/fleet-airframe.ts";
import { type FleetInput, NO_RECEPTIONS } from "../../src/model/fleet-input.ts";
import { type AirframeRow, airframeRow } from "../../src/sources/airframe-row.ts";
import type { Airports } from "../../src/sources/airports.ts";
import { type AirlineRow, readCuratedTables, type TypeRow } from "../../src/sources/curated.ts";

export const tables = readCuratedTables(fileURLToPath(new URL("../fixtures/data", import.meta.url)));

export function typeOf(code: string): TypeRow {
  const row = tables.types.rows.find(({ icao_type }) => icao_type === code);
  if (row === undefined) throw new Error(`${code} is not in the fixture`);
  return row;
}

export function airlineOf(slug: string): AirlineRow {
  const row = tables.airlines.rows.find((candidate) => candidate.slug === slug);
  if (row === undefined) throw new Error(`${slug} is not in the fixture`);
  return row;
}

/** An airline that only databases know, unless `line` says otherwise. */
export function airline(known: {
  readonly name: string;
  readonly icao: string;
  readonly status?: AirlineRow["status"];
  readonly kind?: AirlineRow["kind"];
  readonly line?: number;
}): AirlineRow {
  const slug = known.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
  const row = { status: "unknown", kind: "unknown", hubs: [], aliases: [], line: 0, ...known, slug };
  return { ...airlineOf("delta-air-lines"), ...row, iata: null } as unknown as AirlineRow;
}

export const database = (source: string, known: Partial<AirframeRow>): AirframeRow =>
  airframeRow({ source, standing: "database", ...known });

export const usRegister = (known: Partial<AirframeRow>): AirframeRow =>
  airframeRow({ source: "us-register", standing: "register", ...known });

const AIRPORTS: Airports = {
  rows: [],
  runwaysByIdent: new Map(),
  countryNames: new Map([
    ["US", "United States"],
    ["CN", "China"],
    ["TW", "Taiwan"],
    ["HK", "Hong Kong"],
    ["GB", "United Kingdom"],
    ["BM", "Bermuda"],
    ["DE", "Germany"],
    ["SE", "Sweden"],
    ["IE", "Ireland"],
    ["MT", "Malta"],
  ]),
  regionNames: new Map(),
  tallies: new Map(),
};

export function fleetInput(known: Partial<FleetInput>): FleetInput {
  return {
    tables,
    airports: AIRPORTS,
    airframes: [],
    airlines: tables.airlines.rows,
    upstreamTypes: [],
    blockOf: () => ({ countryIso2: null, military: false }),
    markForms: null,
    isCountry: (iso2) => AIRPORTS.countryNames.has(iso2),
    usRegisterDay: null,
    receptions: NO_RECEPTIONS,
    scope: "commercial",
    now: "2026-09-30T00:00:00Z",
    dates: {
      "us-register": "2026-09-07",
      vrs: "2026-08-19",
      mictronics: "2026-07-19",
      curated: "2026-09-01",
    },
    ...known,
  };
}

/** The fleet that these rows make, each source in its own list, in order of precedence. */
export function fleetOf(
  airframes: readonly (readonly AirframeRow[])[],
  known: Partial<FleetInput> = {},
): Fleet {
  return buildFleet(fleetInput({ ...known, airframes }));
}

/** The one airframe that these rows make. */
export function airframeOf(rows: readonly AirframeRow[], known: Partial<FleetInput> = {}): FleetAirframe {
  const { airframes, gaps } = fleetOf(
    rows.map((row) => [row]),
    known,
  );
  const [airframe] = airframes;
  if (airframe === undefined || airframes.length > 1)
    throw new Error(`${airframes.length} airframes; left out: ${[...gaps.outOfScope.keys()].join()}`);
  return airframe;
}
