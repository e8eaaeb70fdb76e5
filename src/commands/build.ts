// fleet build: bundled sources to a snapshot that is current, with progress; nothing changes if anything is wrong.
import zoneOf from "@photostructure/tz-lookup";
import { type Coverage, coverageOf } from "../model/coverage.ts";
import { buildFleet } from "../model/fleet.ts";
import { buildProfiles } from "../model/profiles.ts";
import { buildPages } from "../pages/pages.ts";
import { type BundledPaths, type BundledSources, readBundledSources } from "../sources/bundled.ts";
import { CURATED, OUR_AIRPORTS, type Source, US_REGISTER } from "../sources/catalog.ts";
import { SourceError } from "../sources/source-error.ts";
import { buildSnapshot, SnapshotError } from "../snapshot/build.ts";
import type { Manifest, SourceNote } from "../snapshot/manifest.ts";
import { CommandError, type Console, EXIT } from "./console.ts";
import { attributionNotice, licenceNotice } from "./notices.ts";

export interface BuildOptions {
  readonly data: string;
  readonly paths: BundledPaths;
  readonly inputs: string;
  /** ISO second that ages are counted to; the newest date among the inputs where absent. */
  readonly now?: string;
}

export async function build(options: BuildOptions, console: Console): Promise<Manifest> {
  try {
    const sources = readBundledSources(options.paths, (stage) => console.progress(`reading ${stage}`));
    console.progress("joining the fleet");
    const now = options.now ?? `${newestDate(sources)}T00:00:00Z`;
    const fleet = buildFleet({ ...sources, now });
    const notes = sourceNotes(sources);
    const manifest = await buildSnapshot(
      options.data,
      {
        profiles: buildProfiles(fleet, zoneAt),
        sources: notes,
        dataDate: now.slice(0, 10),
        inputs: options.inputs,
        report: coverageOf(fleet, new Map([...sources.register.rejected, ...sources.airports.rejected])),
        notices: [licenceNotice(), attributionNotice(notes)],
        pages: buildPages,
      },
      (stage, done, total) => console.progress(`writing ${stage}`, done, total),
    );
    console.settle();
    return manifest;
  } catch (error) {
    console.settle();
    if (!(error instanceof SourceError || error instanceof SnapshotError)) throw error;
    throw new CommandError(
      `The build stopped: ${error.message}\nNothing was changed; a snapshot built before keeps serving. Mend the input and run 'fleet build' again.`,
      EXIT.badInput,
      { cause: error },
    );
  }
}

/** A few lines for a person: what is in the snapshot now. */
export function describeBuild(manifest: Manifest): string {
  const { known, airframes } = manifest.report as Coverage;
  const counts = Object.entries(manifest.counts).map(([name, count]) => `${count.toLocaleString("en")} ${name}`);
  const shares = Object.entries(known).map(([name, count]) => `${name.replaceAll("_", " ")} ${percent(count, airframes)}`);
  return `Snapshot ${manifest.snapshot}: ${counts.join(", ")}.\nKnown of the airframes: ${shares.join(", ")}.`;
}

export function percent(part: number, whole: number): string {
  return whole === 0 ? "none" : `${((100 * part) / whole).toFixed(1)} %`;
}

function zoneAt(latitudeDeg: number, longitudeDeg: number): string | null {
  try {
    return zoneOf(latitudeDeg, longitudeDeg);
  } catch {
    return null;
  }
}

function newestDate(sources: BundledSources): string {
  return [sources.register.date, sources.airportsDate, sources.curatedDate].reduce((a, b) => (a > b ? a : b));
}

function sourceNotes({ register, airports, tables, airportsDate, curatedDate }: BundledSources): readonly SourceNote[] {
  const note = ({ id, name, licence, attribution, url, limits }: Source, date: string, rows: number): SourceNote => ({
    id,
    name,
    licence,
    attribution,
    url,
    date,
    rows,
    limits,
  });
  const curatedRows = Object.values(tables).reduce((sum, table) => sum + table.rows.length, 0);
  return [
    note(US_REGISTER, register.date, register.rows.length),
    note(OUR_AIRPORTS, airportsDate, airports.rows.length),
    note(CURATED, curatedDate, curatedRows),
  ];
}
