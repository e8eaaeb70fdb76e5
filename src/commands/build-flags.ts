// Flags of build, and when a build is due without being asked for. The work is in build.ts, loaded only when needed.
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { type Command, InvalidArgumentError, Option } from "commander";
import { readCurrentManifest } from "../snapshot/folder.ts";
import { buildInThread } from "./build-in-thread.ts";
import { openDataFolder } from "./data-folder.ts";
import { describeBuild } from "./describe-build.ts";
import type { ProgramSettings } from "./program-settings.ts";

export function addBuildCommand(program: Command, settings: ProgramSettings): void {
  const { console, dataOption, paths, inputs } = settings;
  program
    .command("build")
    .description(
      "build a snapshot and make it current, from the bundled sources and from the upstream files that are there",
    )
    .addOption(dataOption())
    .option(
      "--raw <folder>",
      "read upstream files from this folder too (default: raw/ in the data folder, where 'fleet sync' filled one)",
    )
    .addOption(
      new Option("--scope <scope>", "commercial airframes only, or everything")
        .choices(["commercial", "all"])
        .default("commercial"),
    )
    .option(
      "--include-unlicensed",
      "also read sources without a clear licence: for local use, never to be published",
      false,
    )
    .option(
      "--now <time>",
      "count ages to this ISO time instead of the newest date among the inputs",
      parseTime,
    )
    .option(
      "--again",
      "with the --raw, --scope and --include-unlicensed that the current snapshot was built with",
      false,
    )
    .option("--json", "print the manifest", false)
    .action(async (options: BuildFlags) => {
      openDataFolder(options.data);
      const { now } = options;
      const before = options.again ? readCurrentManifest(options.data)?.recipe : undefined;
      const { scope, includeUnlicensed } = before ?? options;
      const raw = rawFolderOf(options.data, options.raw ?? before?.raw ?? undefined);
      // Built from a raw folder, a snapshot is not replaced by the bundled default when the program changes.
      const fingerprint = raw === undefined && scope === "commercial" ? inputs() : "own";
      const manifest = await buildInThread(
        settings.buildProgram,
        {
          data: options.data,
          paths,
          inputs: fingerprint,
          scope,
          includeUnlicensed,
          ...(raw === undefined ? {} : { raw }),
          ...(now === undefined ? {} : { now }),
        },
        console,
      );
      console.out(options.json ? JSON.stringify(manifest, null, 2) : describeBuild(manifest));
    });
}

interface BuildFlags {
  readonly data: string;
  readonly raw?: string;
  readonly scope: "commercial" | "all";
  readonly includeUnlicensed: boolean;
  readonly now?: string;
  readonly again: boolean;
  readonly json: boolean;
}

/** First start, or the program or its data changed since. A failed rebuild is no reason to stop serving what is there. */
export async function buildWhereDue(data: string, settings: ProgramSettings): Promise<void> {
  const { console, paths } = settings;
  const current = readCurrentManifest(data);
  const raw = rawFolderOf(data);
  const inputs = raw === undefined ? settings.inputs() : "own";
  if (current !== null && (current.inputs === inputs || current.inputs === "own")) return;
  openDataFolder(data);
  console.note(
    current === null
      ? `Building the snapshot from ${raw === undefined ? "the bundled data" : raw} (once)…`
      : "Program or data changed since the last build; building anew…",
  );
  try {
    console.note(
      describeBuild(
        await buildInThread(
          settings.buildProgram,
          {
            data,
            paths,
            inputs,
            scope: "commercial",
            includeUnlicensed: false,
            ...(raw === undefined ? {} : { raw }),
          },
          console,
        ),
      ),
    );
  } catch (error) {
    if (current === null) throw error;
    console.note(`${(error as Error).message}\nSnapshot ${current.snapshot} is used as it is.`);
  }
}

/** Upstream files that 'fleet sync' fetched are part of every build of the same data folder. */
function rawFolderOf(data: string, named?: string): string | undefined {
  const own = join(data, "raw");
  // A sync that never got a file leaves a folder with nothing but its own bookkeeping.
  const filled = existsSync(own) && readdirSync(own).some((name) => !name.startsWith("."));
  return named ?? (filled ? own : undefined);
}

function parseTime(text: string): string {
  const time = new Date(text);
  if (!(time.getTime() >= Date.UTC(2000, 0) && time.getTime() < Date.UTC(2100, 0)))
    throw new InvalidArgumentError("Give an ISO date or time of this century, such as 2026-11-15.");
  return `${time.toISOString().slice(0, 19)}Z`;
}
