// Flags of sync, and where they lead. The work is in sync.ts, loaded only when it is asked for.
import { type Command, Option } from "commander";
import { buildInThread } from "./build-in-thread.ts";
import type { ProgramSettings } from "./program-settings.ts";

interface SyncFlags {
  readonly data: string;
  readonly from?: string;
  readonly only?: readonly string[];
  readonly scope: "commercial" | "all";
  readonly includeUnlicensed: boolean;
  readonly build: boolean;
  readonly json: boolean;
}

export function addSyncCommand(program: Command, settings: ProgramSettings): void {
  const { console, dataOption, paths, inputs, now, exit } = settings;
  program
    .command("sync")
    .description(
      "fetch the upstream files that are due into <data>/raw, then build from them; a file is only replaced by a sound one",
    )
    .addOption(dataOption())
    .option(
      "--from <mirror>",
      "fetch from this folder or http(s) address, laid out like raw/, instead of the upstreams",
    )
    .option("--only <ids>", "only these upstreams, separated by commas, due or not", (text) =>
      text.split(","),
    )
    .addOption(
      new Option("--scope <scope>", "build commercial airframes only, or everything")
        .choices(["commercial", "all"])
        .default("commercial"),
    )
    .option(
      "--include-unlicensed",
      "also fetch and read sources without a clear licence: for local use, never to be published",
      false,
    )
    .option("--no-build", "fetch only")
    .option("--json", "print what changed as JSON", false)
    .action(async (options: SyncFlags) => {
      const { syncCommand } = await import("./sync.ts");
      const { UPSTREAMS } = await import("../sync/upstreams.ts");
      exit(
        await syncCommand(
          {
            ...options,
            catalogue: UPSTREAMS,
            paths,
            inputs: inputs(),
            now: () => now().getTime(),
            buildWith: (build, console) => buildInThread(settings.buildProgram, build, console),
          },
          console,
        ),
      );
    });
}
