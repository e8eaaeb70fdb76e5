// Every input of a build, read: the bundled sources, and what a raw folder adds. What comes out is what the model takes.
import { join } from "node:path";
import { mergeAirlines } from "../model/airline-merge.ts";
import type { FleetInput, Scope } from "../model/fleet-input.ts";
import { createPrefilter } from "../model/prefilter.ts";
import type { SourceNote } from "../snapshot/manifest.ts";
import type { AcceptRow, AirframeRow } from "../sources/airframe-row.ts";
import { type BundledPaths, type BundledSources, readBundledSources } from "../sources/bundled.ts";
import {
  CURATED,
  FAA_REGISTER,
  OUR_AIRPORTS,
  SOURCES,
  type Source,
  US_REGISTER,
} from "../sources/catalog.ts";
import { dayOf, findRaw } from "../sources/raw-files.ts";
import { SourceError } from "../sources/source-error.ts";
import { createLookup } from "../sources/upstream/code-blocks.ts";
import { NO_WORLD, readWorld, type WorldSources } from "../sources/world.ts";
import { type Accounts, accountsOf } from "./accounts.ts";
import { type ReceptionReading, readReceptions } from "./receptions.ts";

export interface GatherOptions {
  /** Data folder; its sightings are part of the build. */
  readonly data: string;
  readonly paths: BundledPaths;
  /** Folder of upstream files; absent: the bundled sources alone. */
  readonly raw?: string;
  readonly includeUnlicensed: boolean;
  readonly scope: Scope;
  /** Only these airframe rows, whatever the scope: to look at one airframe. */
  readonly only?: AcceptRow;
  /** ISO second; the newest date among the inputs where absent. */
  readonly now?: string;
}

export interface Gathered {
  readonly input: FleetInput;
  readonly notes: readonly SourceNote[];
  /** Rows used and rows rejected with a reason, by file. */
  readonly accounts: Accounts;
  /** Where the curated tables and a database disagree. */
  readonly disagreements: readonly string[];
}

export async function gather(options: GatherOptions, progress: (stage: string) => void): Promise<Gathered> {
  const { raw } = options;
  const dropped = new Map<string, number>();
  const bundled = readBundledSources({
    paths: options.paths,
    progress,
    acceptFor: (tables) =>
      options.only ?? (options.scope === "all" ? () => true : createPrefilter(tables, dropped)),
    ...rawAirports(raw),
  });
  const world =
    raw === undefined
      ? NO_WORLD
      : await readWorld({
          rawFolder: raw,
          includeUnlicensed: options.includeUnlicensed,
          accept: bundled.accept,
          progress,
        });
  if (raw !== undefined && world.tallies.size === 0 && rawAirports(raw).airports === undefined)
    throw new SourceError(
      raw,
      null,
      "holds none of the upstream files; see docs/sync.md for how it is laid out, or run 'fleet sync' to fill one",
    );
  progress("receptions");
  const receptions = await readReceptions(options.data);
  const { tables, airports, register } = bundled;
  const airportByIcao = new Map(
    airports.rows.flatMap((row) => (row.icao === null ? [] : [[row.icao as string, row] as const])),
  );
  const merged = mergeAirlines({
    curated: tables.airlines.rows,
    upstream: world.airlines,
    routes: world.routes,
    isOpenAirport: (icao) => airportByIcao.has(icao) && airportByIcao.get(icao)?.kind !== "closed",
    countryCodeOf: countryCodes(airports.countryNames),
    flownBy: operatorNames(world),
  });
  const notes = [...sourceNotes(bundled, world), ...receptions.notes];
  const dates = Object.fromEntries(notes.map(({ id, date }) => [id, date]));
  const times = [...notes.map(({ date }) => `${date}T00:00:00Z`), receptions.newest ?? ""];
  const newest = times.reduce((a, b) => (a > b ? a : b));
  return {
    input: {
      tables,
      airports,
      airframes: [
        register.rows,
        ...world.airframes.map(({ rows }) => rows),
        receptions.rows.filter(
          (row) => bundled.accept(row) || (options.only === undefined && flownByAirline(receptions, row)),
        ),
      ],
      airlines: merged.airlines,
      upstreamTypes: world.types?.rows ?? [],
      // Upstream blocks know the military ranges too; the curated ones are ICAO's allotments alone.
      blockOf: world.codeBlocks?.of ?? createLookup(curatedBlocks(tables)),
      markForms: world.markForms,
      isCountry: (iso2) => airports.countryNames.has(iso2),
      usRegisterDay: usRegisterDay(bundled, world),
      receptions,
      scope: options.scope,
      now: options.now ?? newest,
      dates,
    },
    notes,
    accounts: accountsOf({ bundled, world, airlines: merged.account, dropped }),
    disagreements: merged.disagreements,
  };
}

/** The FAA lists some 300,000 aircraft: a register of fewer is an excerpt, and what it lacks proves nothing. */
const WHOLE_US_REGISTER = 200_000;

function usRegisterDay({ register }: BundledSources, { airframes }: WorldSources): string | null {
  const days = airframes
    .filter(({ source, tally }) => source === FAA_REGISTER && tally.used >= WHOLE_US_REGISTER)
    .map(({ date }) => date);
  if (register.rowCount >= WHOLE_US_REGISTER) days.push(register.date);
  return days.sort().at(-1) ?? null;
}

/** What databases call the operators of airframes, by airline code. */
function operatorNames({ airframes }: WorldSources): ReadonlyMap<string, ReadonlySet<string>> {
  const names = new Map<string, Set<string>>();
  for (const { rows, source } of airframes) {
    // An old list proves nothing about today; those that may be served are current.
    if (!source.servable) continue;
    for (const { operatorCode, operatorName } of rows) {
      if (operatorCode === null || operatorName === null) continue;
      names.set(operatorCode, (names.get(operatorCode) ?? new Set()).add(operatorName));
    }
  }
  return names;
}

/** OurAirports' own files in the raw folder are newer than the bundled copy. */
function rawAirports(raw: string | undefined): { airports?: { folder: string; date: string } } {
  const folder = raw === undefined ? "" : join(raw, "ourairports");
  const file = folder === "" ? null : findRaw(folder, "airports.csv");
  return file === null ? {} : { airports: { folder, date: dayOf(file) } };
}

function sourceNotes(
  { register, airports, tables, airportsDate, curatedDate }: BundledSources,
  world: WorldSources,
): SourceNote[] {
  const curatedRows = Object.values(tables).reduce((sum, table) => sum + table.rows.length, 0);
  const notes = [
    note(US_REGISTER, register.date, register.rowCount),
    note(OUR_AIRPORTS, airportsDate, airports.rows.length),
    note(CURATED, curatedDate, curatedRows),
    ...world.airframes.map(({ source, date, tally }) => note(source, date, tally.used)),
  ];
  for (const { source, date, rows } of world.airlines) {
    const known = SOURCES.find(({ id }) => id === source);
    if (known !== undefined && !notes.some(({ id }) => id === source))
      notes.push(note(known, date, rows.length));
  }
  return notes;
}

function note(
  { id, name, licence, attribution, url, limits }: Source,
  date: string,
  rows: number,
): SourceNote {
  return { id, name, licence, attribution, url, date, rows, limits };
}

/** Heard under an airline's callsign: the model decides, whatever the type. */
function flownByAirline({ byAddress }: ReceptionReading, { address }: AirframeRow): boolean {
  return (byAddress.get(address ?? "")?.flights.length ?? 0) > 0;
}

// Spellings of databases that differ from OurAirports' list.
const OTHER_NAMES: Readonly<Record<string, string>> = {
  burma: "MM",
  "czech republic": "CZ",
  "congo (brazzaville)": "CG",
  "congo (kinshasa)": "CD",
  "cote d'ivoire": "CI",
  "ivory coast": "CI",
  macedonia: "MK",
  "republic of korea": "KR",
  "russian federation": "RU",
  swaziland: "SZ",
  "syrian arab republic": "SY",
  turkey: "TR",
  "united republic of tanzania": "TZ",
  "viet nam": "VN",
};

function countryCodes(names: ReadonlyMap<string, string>): (name: string) => string | null {
  const codes = new Map([...names].map(([code, name]) => [name.toLowerCase(), code]));
  return (name) => codes.get(name.toLowerCase()) ?? OTHER_NAMES[name.toLowerCase()] ?? null;
}

function curatedBlocks({ codeBlocks }: BundledSources["tables"]) {
  return codeBlocks.rows.map(({ start, finish, country_iso2 }) => ({
    start,
    finish,
    countryIso2: country_iso2,
    military: false,
  }));
}
