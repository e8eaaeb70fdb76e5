// Flags of serve, and where they lead. The work is in serve.ts, loaded only when it is asked for.
import cluster from "node:cluster";
import { type Command, InvalidArgumentError, Option } from "commander";
import { buildWhereDue } from "./build-flags.ts";
import { type Companion, keepRunning } from "./companions.ts";
import { CommandError, EXIT } from "./console.ts";
import { areaOption, rebuildOption } from "./observe-flags.ts";
import { resolveSources } from "./observed-sources.ts";
import type { ProgramSettings } from "./program-settings.ts";

const DEFAULT_PORT = 8787;
const DEFAULT_REBUILD_MINUTES = 10;
/** All packs of the bundled data, four times over. */
const DEFAULT_CACHE = 256;

export function addServeCommand(program: Command, settings: ProgramSettings): void {
  const { console, dataOption, now, out, exit } = settings;
  program
    .command("serve")
    .description(
      "serve the current snapshot (built first where there is none, or where program or data changed)",
    )
    .addOption(dataOption())
    .addOption(
      new Option("--port <number>", "port to listen on")
        .env("PORT")
        .default(DEFAULT_PORT)
        .argParser(parsePort),
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
      if (cluster.isPrimary && options.observe !== undefined) refuseUnobservable(options.observe);
      if (cluster.isPrimary && options.build && options.store === undefined)
        await buildWhereDue(options.data, settings);
      const { serve } = await import("./serve.ts");
      const observer = cluster.isPrimary ? startObserver(options, settings) : null;
      const log = options.log ?? (out.isTTY ? "text" : "json");
      try {
        exit(await serve({ ...options, log, writeLog: (block) => void out.write(block), now }, console));
      } finally {
        await observer?.stop();
      }
    });
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

/** Before anything is built or served: what is mistyped here would be tried again for ever beside the server. */
function refuseUnobservable(sources: readonly string[]): void {
  if (resolveSources(sources, false).every(({ kind }) => kind !== "stdin")) return;
  throw new CommandError(
    "Standard input cannot be observed beside a server. Run 'fleet observe -' on the same data folder instead.",
    EXIT.usage,
  );
}

/** Observing and building happen in processes of their own: no request waits for them. */
function startObserver(
  { observe, area, rebuildEvery, data }: ServeFlags,
  { program, console }: ProgramSettings,
): Companion | null {
  if (observe === undefined) return null;
  const flags = ["--data", data, "--area", area, "--rebuild-every", `${rebuildEvery}`];
  return keepRunning(program, ["observe", ...observe, ...flags], console);
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
