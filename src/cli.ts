#!/usr/bin/env node
// The `fleet` command: reads flags and the environment, chooses, logs, exits. Each command's work is in commands/.
import cluster from "node:cluster";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Command, InvalidArgumentError, Option } from "commander";
import { addBuildCommand, buildWhereDue } from "./commands/build-flags.ts";
import { CommandError, createConsole, EXIT } from "./commands/console.ts";
import { fingerprintInputs } from "./commands/inputs.ts";
import { addInspectCommand } from "./commands/inspect-flags.ts";
import { addObserveCommand } from "./commands/observe-flags.ts";
import type { ProgramSettings } from "./commands/program-settings.ts";
import { addReleaseCommands } from "./commands/release-commands.ts";
import { addServeCommand } from "./commands/serve-flags.ts";
import { addSyncCommand } from "./commands/sync-flags.ts";
import { bundledPaths } from "./sources/bundled.ts";
import { StoreError } from "./store/store.ts";

const DEFAULT_DATA = ".fleet";
// The bundle lies in dist/, one folder below package.json.
const programFolder = dirname(fileURLToPath(import.meta.url));
const paths = bundledPaths(join(programFolder, ".."));
const console = createConsole({ out: process.stdout, error: process.stderr });

const dataOption = () =>
  new Option("--data <folder>", "folder with everything a publisher has")
    .env("FLEET_DATA")
    .default(DEFAULT_DATA)
    .argParser(parseFolder);

function parseFolder(text: string): string {
  if (text.trim() === "") throw new InvalidArgumentError("Give the name of a folder.");
  return text;
}

const program = new Command("fleet")
  .description(
    "Look up an airline, aircraft type, airframe, airport or lessor; get JSON.\nBuilds the data, serves it, asks it.",
  )
  .version("0.1.0", "-V, --version", "print the version")
  .helpOption("-h, --help", "print help")
  .showHelpAfterError("(fleet --help lists the commands)")
  .addHelpText(
    "after",
    `
Examples:
  fleet serve                      build the bundled data if needed, then serve it on port 8787
  fleet get /airlines/DL           one request through the whole handler, no server
  fleet get /airframes/N899DN -i   the same with status and headers
  fleet inspect                    counts, sources, coverage, gaps
  fleet inspect N899DN             which source said what of one airframe, and which word counts
  fleet serve --observe /run/readsb  serve, observe and rebuild in one command
  fleet sync                       fetch the open registers and databases of the world, then build
  fleet publish --to redis://cache the current snapshot to a store that several nodes share
  fleet serve --store redis://cache

Exit codes: 0 done · 1 failure · 2 wrong usage · 3 bad input data · 4 no snapshot · 5 nothing found`,
  );

const settings: ProgramSettings = {
  console,
  dataOption,
  paths,
  program: join(programFolder, "fleet.js"),
  buildProgram: join(programFolder, "build-thread.js"),
  airports: paths.airports,
  inputs: () => fingerprintInputs(paths, programFolder),
  now: () => new Date(),
  exit(code) {
    process.exitCode = code;
  },
  out: process.stdout,
  terminal: process.stderr.isTTY ? process.stderr : null,
  stdin: process.stdin,
  cloudflare: {
    accountId: process.env.CLOUDFLARE_ACCOUNT_ID,
    apiToken: process.env.CLOUDFLARE_API_TOKEN,
    baseUrl: process.env.CLOUDFLARE_API_BASE_URL,
  },
};

addBuildCommand(program, settings);
addServeCommand(program, settings);

program
  .command("get")
  .description(
    "answer one request without a server; builds the bundled data first where there is no snapshot",
  )
  .argument("<path>", "such as /airlines/DL, /airframes/N899DN or /status")
  .addOption(dataOption())
  .option("-i, --include", "print status and headers too", false)
  .option("--raw", "print the body as it is, not indented", false)
  .action(async (path: string, options: { data: string; include: boolean; raw: boolean }) => {
    await buildWhereDue(options.data, settings);
    const { get } = await import("./commands/get.ts");
    process.exitCode = await get({ ...options, path }, console);
  });

addInspectCommand(program, settings);
addObserveCommand(program, settings);
addSyncCommand(program, settings);
addReleaseCommands(program, settings);

program.exitOverride((error) => {
  process.exit(error.exitCode === 0 ? EXIT.ok : EXIT.usage);
});
for (const command of program.commands) command.copyInheritedSettings(program);
try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommandError) {
    console.note(`fleet: ${error.message}`);
    process.exitCode = error.exitCode;
  } else if (error instanceof StoreError) {
    console.note(`fleet: ${error.message}`);
    process.exitCode = EXIT.noSnapshot;
  } else {
    console.note(`fleet: unexpected failure: ${(error as Error).stack ?? error}`);
    process.exitCode = EXIT.failure;
  }
}
// The channel to the primary would keep a worker alive for ever, and closing it would end the worker with 0.
if (cluster.isWorker) process.exit();
