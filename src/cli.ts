#!/usr/bin/env node
// The `fleet` command: reads flags and the environment, chooses, logs, exits. Each command's work is in commands/.
import cluster from "node:cluster";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Command, InvalidArgumentError, Option } from "commander";
import { type Companion, keepRunning } from "./commands/companions.ts";
import { CommandError, createConsole, EXIT } from "./commands/console.ts";
import { fingerprintInputs } from "./commands/inputs.ts";
import { addObserveCommand, areaOption, rebuildOption } from "./commands/observe-flags.ts";
import { addReleaseCommands } from "./commands/release-commands.ts";
import { addSyncCommand } from "./commands/sync-flags.ts";
import { readCurrentManifest } from "./snapshot/folder.ts";
import { bundledPaths } from "./sources/bundled.ts";
import { StoreError } from "./store/store.ts";

const DEFAULT_PORT = 8787;
const DEFAULT_DATA = ".fleet";
const DEFAULT_REBUILD_MINUTES = 10;
/** All packs of the bundled data, four times over. */
const DEFAULT_CACHE = 256;
// The bundle lies in dist/, one folder below package.json.
const programFolder = dirname(fileURLToPath(import.meta.url));
const programFile = join(programFolder, "fleet.js");
const paths = bundledPaths(join(programFolder, ".."));
const console = createConsole({ out: process.stdout, error: process.stderr });

const dataOption = () =>
  new Option("--data <folder>", "folder with everything a publisher has")
    .env("FLEET_DATA")
    .default(DEFAULT_DATA);

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
  fleet serve                      build the bundled data if needed, then serve it on port ${DEFAULT_PORT}
  fleet get /airlines/DL           one request through the whole handler, no server
  fleet get /airframes/N899DN -i   the same with status and headers
  fleet inspect                    counts, sources, coverage, gaps
  fleet serve --observe /run/readsb  serve, observe and rebuild in one command
  fleet sync                       fetch the open registers and databases of the world, then build
  fleet publish --to redis://cache the current snapshot to a store that several nodes share
  fleet serve --store redis://cache

Exit codes: 0 done · 1 failure · 2 wrong usage · 3 bad input data · 4 no snapshot · 5 nothing found`,
  );

program
  .command("build")
  .description(
    "build a snapshot and make it current, from the bundled sources and, with --raw, from upstream files",
  )
  .addOption(dataOption())
  .option(
    "--raw <folder>",
    "read upstream files from this folder too (such as the raw/ that 'fleet sync' fills)",
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
  .option("--json", "print the manifest", false)
  .action(async (options: BuildFlags) => {
    const { build, describeBuild } = await import("./commands/build.ts");
    const { now, scope, includeUnlicensed } = options;
    const raw = rawFolderOf(options.data, options.raw);
    // Built from a raw folder, a snapshot is not replaced by the bundled default when the program changes.
    const inputs = raw === undefined && scope === "commercial" ? currentInputs() : "own";
    const manifest = await build(
      {
        data: options.data,
        paths,
        inputs,
        scope,
        includeUnlicensed,
        ...(raw === undefined ? {} : { raw }),
        ...(now === undefined ? {} : { now }),
      },
      console,
    );
    console.out(options.json ? JSON.stringify(manifest, null, 2) : describeBuild(manifest));
  });

program
  .command("serve")
  .description(
    "serve the current snapshot (built first where there is none, or where program or data changed)",
  )
  .addOption(dataOption())
  .addOption(
    new Option("--port <number>", "port to listen on").env("PORT").default(DEFAULT_PORT).argParser(parsePort),
  )
  .option("--host <address>", "address to listen on", "0.0.0.0")
  .option("--workers <number>", "processes that share the port", parseWorkers, 1)
  .option("--in-memory", "hold the whole snapshot in memory", false)
  .addOption(
    new Option(
      "--store <address>",
      "serve what was published to this Redis or Valkey instead: redis://host:6379 or redis-cluster://host:port,…",
    ).env("FLEET_STORE"),
  )
  .option("--cache <megabytes>", "memory for what was read from the store", parseCache, DEFAULT_CACHE)
  .option("--no-build", "never build; fail where there is no snapshot")
  .option(
    "--observe <source...>",
    "observe these sources too (see 'fleet observe') and rebuild as they speak",
  )
  .addOption(areaOption())
  .addOption(rebuildOption().default(DEFAULT_REBUILD_MINUTES))
  .addOption(
    new Option("--log <format>", "access log to standard output: json, text or off").choices([
      "json",
      "text",
      "off",
    ]),
  )
  .option("--tls-cert <file>", "certificate (PEM): serve https")
  .option("--tls-key <file>", "its key (PEM)")
  .action(async (options: ServeFlags) => {
    if (cluster.isPrimary && options.build && options.store === undefined) await buildWhereDue(options.data);
    const { serve } = await import("./commands/serve.ts");
    const observer = cluster.isPrimary ? startObserver(options) : null;
    const log = options.log ?? (process.stdout.isTTY ? "text" : "json");
    process.exitCode = await serve(
      { ...options, log, writeLog: (block) => void process.stdout.write(block), now: () => new Date() },
      console,
    );
    await observer?.stop();
  });

program
  .command("get")
  .description("answer one request without a server")
  .argument("<path>", "such as /airlines/DL, /airframes/N899DN or /status")
  .addOption(dataOption())
  .option("-i, --include", "print status and headers too", false)
  .option("--raw", "print the body as it is, not indented", false)
  .action(async (path: string, options: { data: string; include: boolean; raw: boolean }) => {
    await buildWhereDue(options.data);
    const { get } = await import("./commands/get.ts");
    process.exitCode = await get({ ...options, path }, console);
  });

program
  .command("inspect")
  .description("show counts, sources, coverage, gaps and shared identifiers of the current snapshot")
  .addOption(dataOption())
  .option("--json", "print the whole manifest", false)
  .action(async (options: { data: string; json: boolean }) => {
    const { inspect } = await import("./commands/inspect.ts");
    process.exitCode = inspect(options, console);
  });

addObserveCommand(program, {
  console,
  dataOption,
  program: programFile,
  airports: paths.airports,
  now: () => new Date(),
  terminal: process.stderr.isTTY ? process.stderr : null,
  stdin: process.stdin,
  exit(code) {
    process.exitCode = code;
  },
});

addSyncCommand(program, {
  console,
  dataOption,
  paths,
  inputs: currentInputs,
  now: () => new Date(),
  exit(code) {
    process.exitCode = code;
  },
});

addReleaseCommands(program, {
  console,
  dataOption,
  cloudflare: {
    accountId: process.env.CLOUDFLARE_ACCOUNT_ID,
    apiToken: process.env.CLOUDFLARE_API_TOKEN,
    baseUrl: process.env.CLOUDFLARE_API_BASE_URL,
  },
  now: () => new Date(),
  exit(code) {
    process.exitCode = code;
  },
});

interface BuildFlags {
  readonly data: string;
  readonly raw?: string;
  readonly scope: "commercial" | "all";
  readonly includeUnlicensed: boolean;
  readonly now?: string;
  readonly json: boolean;
}

interface ServeFlags {
  readonly data: string;
  readonly port: number;
  readonly host: string;
  readonly workers: number;
  readonly inMemory: boolean;
  readonly store?: string;
  readonly cache: number;
  readonly build: boolean;
  readonly observe?: readonly string[];
  readonly area: string;
  readonly rebuildEvery: number;
  readonly log?: "json" | "text" | "off";
  readonly tlsCert?: string;
  readonly tlsKey?: string;
}

/** Observing and building happen in processes of their own: no request waits for them. */
function startObserver({ observe, area, rebuildEvery, data }: ServeFlags): Companion | null {
  if (observe === undefined) return null;
  const flags = ["--data", data, "--area", area, "--rebuild-every", `${rebuildEvery}`];
  return keepRunning(programFile, ["observe", ...observe, ...flags], console);
}

function currentInputs(): string {
  return fingerprintInputs(paths, programFolder);
}

/** First start, or the program or its data changed since. A failed rebuild is no reason to stop serving what is there. */
async function buildWhereDue(data: string): Promise<void> {
  const current = readCurrentManifest(data);
  const raw = rawFolderOf(data);
  const inputs = raw === undefined ? currentInputs() : "own";
  if (current !== null && (current.inputs === inputs || current.inputs === "own")) return;
  const { build, describeBuild } = await import("./commands/build.ts");
  console.note(
    current === null
      ? "Building the snapshot from the bundled data (once)…"
      : "Program or data changed since the last build; building anew…",
  );
  try {
    console.note(
      describeBuild(
        await build(
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
  return named ?? (existsSync(own) ? own : undefined);
}

function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new InvalidArgumentError("A port is a number from 0 to 65535.");
  return port;
}

function parseWorkers(text: string): number {
  const workers = Number(text);
  if (!/^\d+$/.test(text) || workers < 1 || workers > 256)
    throw new InvalidArgumentError("Give a number from 1 to 256.");
  return workers;
}

function parseCache(text: string): number {
  const megabytes = Number(text);
  if (!/^\d+$/.test(text) || megabytes < 1 || megabytes > 65_536)
    throw new InvalidArgumentError("Give megabytes, from 1 to 65536.");
  return megabytes;
}

function parseTime(text: string): string {
  const time = new Date(text);
  if (Number.isNaN(time.getTime()))
    throw new InvalidArgumentError("Give an ISO date or time, such as 2026-11-15.");
  return `${time.toISOString().slice(0, 19)}Z`;
}

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
// The channel to the primary would keep a worker alive for ever.
if (cluster.isWorker) process.disconnect();
