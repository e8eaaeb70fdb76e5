// fleet build: sources to a snapshot that is current, with progress; nothing changes if anything is wrong.
import { resolve } from "node:path";
import zoneOf from "@photostructure/tz-lookup";
import { coverageOf } from "../model/coverage.ts";
import { buildFleet } from "../model/fleet.ts";
import { buildProfiles } from "../model/profiles.ts";
import { buildPages } from "../pages/pages.ts";
import { buildSnapshot, SnapshotError } from "../snapshot/build.ts";
import type { Manifest, Recipe } from "../snapshot/manifest.ts";
import type { OpenSnapshotFiles } from "../snapshot/snapshot-files.ts";
import { SourceError } from "../sources/source-error.ts";
import { CommandError, type Console, EXIT } from "./console.ts";
import { type GatherOptions, gather } from "./gather.ts";
import { attributionNotice, licenceNotice } from "./notices.ts";

export interface BuildOptions extends GatherOptions {
  readonly inputs: string;
}

/** By its text: an error that comes out of a thread has lost its code. */
const DISK_FULL = /\b(?:ENOSPC|EDQUOT|EFBIG)\b/;

/** `openFiles`: how the snapshot's files are written, if not right here. */
export async function build(
  options: BuildOptions,
  console: Console,
  openFiles?: OpenSnapshotFiles,
): Promise<Manifest> {
  try {
    const { fleet, notes, report } = await joinFleet(options, console);
    const profiles = buildProfiles(fleet, zoneAt);
    const manifest = await buildSnapshot(
      options.data,
      {
        profiles,
        sources: notes,
        now: fleet.now,
        inputs: options.inputs,
        // After the profiles: making them applies the corrections that the report lists.
        report: report(),
        recipe: recipeOf(options),
        notices: [licenceNotice(), attributionNotice(notes)],
        pages: buildPages,
      },
      (stage, done, total) => console.progress(`writing ${stage}`, done, total),
      openFiles,
    );
    console.settle();
    return manifest;
  } catch (error) {
    console.settle();
    if (DISK_FULL.test((error as Error).message))
      throw new CommandError(
        `The build stopped: there is no room left on the disk of ${options.data} (${(error as Error).message}).\nNothing was changed; a snapshot built before keeps serving. Make room, or name another folder with --data.`,
        EXIT.failure,
        { cause: error },
      );
    if (!(error instanceof SourceError || error instanceof SnapshotError)) throw error;
    throw new CommandError(
      `The build stopped: ${error.message}\nNothing was changed; a snapshot built before keeps serving. Mend the input and run 'fleet build' again.`,
      EXIT.badInput,
      { cause: error },
    );
  }
}

/** The raw folder of the data folder goes wherever the data folder goes. */
function recipeOf({ data, raw, scope, includeUnlicensed }: BuildOptions): Recipe {
  const own = raw === undefined || resolve(raw) === resolve(data, "raw");
  return { raw: own ? null : resolve(raw), scope, includeUnlicensed };
}

/** A function of its own, so that a million source rows are let go before the writing starts. */
async function joinFleet(options: BuildOptions, console: Console) {
  const { input, notes, accounts, disagreements } = await gather(options, (stage) =>
    console.progress(`reading ${stage}`),
  );
  console.progress("joining the fleet");
  const fleet = buildFleet(input);
  return { fleet, notes, report: () => coverageOf(fleet, accounts, disagreements) };
}

function zoneAt(latitudeDeg: number, longitudeDeg: number): string | null {
  try {
    return zoneOf(latitudeDeg, longitudeDeg);
  } catch {
    return null;
  }
}
