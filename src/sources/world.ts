// Everything a raw folder holds, read: airframes by source in order of precedence, airlines, types, code blocks, routes.
// Files that are absent are passed over; sources without a clear licence are read only when asked for.
import { statSync } from "node:fs";
import type { AcceptRow } from "./airframe-row.ts";
import type { Source } from "./catalog.ts";
import { VRS } from "./catalog.ts";
import { type PassedOver, passedOver } from "./passed-over.ts";
import { SourceError } from "./source-error.ts";
import type { Tally } from "./tally.ts";
import { type AirlineReading, readUpstreamAirlines } from "./upstream/airlines.ts";
import { type CodeBlocks, readCodeBlocks } from "./upstream/code-blocks.ts";
import { faaRegister } from "./upstream/faa-register.ts";
import { irishRegister } from "./upstream/irish-register.ts";
import { mictronics } from "./upstream/mictronics.ts";
import { openskyDatabase } from "./upstream/opensky-database.ts";
import { type MarkForms, readMarkForms } from "./upstream/registration-prefixes.ts";
import { type Routes, readRoutes } from "./upstream/routes.ts";
import { swedishRegister } from "./upstream/swedish-register.ts";
import { tar1090 } from "./upstream/tar1090.ts";
import { readUpstreamTypes, type TypeReading } from "./upstream/types.ts";
import type { AirframeReading, AirframeUpstream } from "./upstream/upstream.ts";
import { vrsAircraft } from "./upstream/vrs-aircraft.ts";

/** Registers before databases, databases with more fields before those with fewer. */
export const AIRFRAME_UPSTREAMS: readonly AirframeUpstream[] = [
  faaRegister,
  irishRegister,
  swedishRegister,
  vrsAircraft,
  mictronics,
  tar1090,
  openskyDatabase,
];

export interface WorldSources {
  readonly airframes: readonly (AirframeReading & { readonly source: Source })[];
  readonly airlines: readonly AirlineReading[];
  readonly types: TypeReading | null;
  readonly codeBlocks: CodeBlocks | null;
  readonly markForms: MarkForms | null;
  readonly routes: Routes | null;
  /** What each file gave, by a name for the report. */
  readonly tallies: ReadonlyMap<string, Tally>;
  /** What lies in the folder and was not read, with the reason. */
  readonly passedOver: PassedOver;
}

export interface WorldOptions {
  readonly rawFolder: string;
  readonly includeUnlicensed: boolean;
  readonly accept: AcceptRow;
  readonly progress: (stage: string) => void;
}

export const NO_WORLD: WorldSources = {
  airframes: [],
  airlines: [],
  types: null,
  codeBlocks: null,
  markForms: null,
  routes: null,
  tallies: new Map(),
  passedOver: { rows: new Map(), files: new Map() },
};

export async function readWorld({
  rawFolder,
  includeUnlicensed,
  accept,
  progress,
}: WorldOptions): Promise<WorldSources> {
  if (statSync(rawFolder, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw new SourceError(
      rawFolder,
      null,
      "there is no such folder; run 'fleet sync' to fill one, or name another with --raw",
    );
  }
  const airframes = AIRFRAME_UPSTREAMS.filter(({ source }) => source.servable || includeUnlicensed).flatMap(
    (upstream) => {
      progress(upstream.source.name);
      const reading = upstream.read(rawFolder, accept);
      return reading === null ? [] : [{ ...reading, source: upstream.source }];
    },
  );
  progress("airlines");
  const airlines = readUpstreamAirlines(rawFolder);
  const types = readUpstreamTypes(rawFolder);
  const codeBlocks = readCodeBlocks(rawFolder);
  const markForms = readMarkForms(rawFolder);
  progress("callsign routes");
  const routes = await readRoutes(rawFolder);
  const tallies = new Map<string, Tally>();
  for (const { source, tally, also } of airframes) {
    tallies.set(`${source.id} airframes`, tally);
    for (const [name, further] of also ?? []) tallies.set(name, further);
  }
  for (const { source, tally } of airlines) tallies.set(`${source} airlines`, tally);
  if (types !== null) tallies.set(`${VRS.id} model types`, types.tally);
  if (codeBlocks !== null) tallies.set(`${VRS.id} code blocks`, codeBlocks.tally);
  if (markForms !== null) tallies.set(`${VRS.id} registration prefixes`, markForms.tally);
  if (routes !== null) tallies.set(`${VRS.id} routes`, routes.tally);
  return {
    airframes,
    airlines,
    types,
    codeBlocks,
    markForms,
    routes,
    tallies,
    passedOver: passedOver(rawFolder, includeUnlicensed),
  };
}
