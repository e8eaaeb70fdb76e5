// Flags of observe, and where they lead. The work is in observe.ts, loaded only when it is asked for.
import { type Command, InvalidArgumentError, Option } from "commander";
import { AREAS, type Area } from "../observe/sighting.ts";
import { runBuild, runEvery } from "./companions.ts";
import type { Console } from "./console.ts";
import type { Terminal } from "./observe.ts";

export interface ObserveFlagSettings {
  readonly console: Console;
  readonly dataOption: () => Option;
  /** File of this program, to start it again for a build. */
  readonly program: string;
  /** Folder of OurAirports' files. */
  readonly airports: string;
  readonly now: () => Date;
  readonly terminal: Terminal | null;
  readonly stdin: AsyncIterable<Uint8Array>;
  readonly exit: (code: number) => void;
}

interface ObserveFlags {
  readonly data: string;
  readonly once: boolean;
  readonly area: Area;
  readonly interval?: number;
  readonly rebuildEvery?: number;
  readonly json: boolean;
}

export const areaOption = () =>
  new Option("--area <area>", "how much of the sky the sources hear: silence of a local one says nothing")
    .choices([...AREAS])
    .default("local");

export const rebuildOption = () =>
  new Option(
    "--rebuild-every <minutes>",
    "build a new snapshot this often, and when all sources have ended; a server on the same data folder swaps to it",
  ).argParser(parseMinutes);

export function addObserveCommand(program: Command, settings: ObserveFlagSettings): void {
  const { console, dataOption, airports, now, terminal, stdin, exit } = settings;
  program
    .command("observe")
    .description(
      "take receptions in: files, folders, addresses to poll, SBS streams; the format is recognised",
    )
    .argument(
      "<source...>",
      "such as /run/readsb, http://pi/data/aircraft.json, sbs://pi:30003, - (standard input)",
    )
    .addOption(dataOption())
    .option("--once", "read everything there is, then end (for files and cron)", false)
    .addOption(areaOption())
    .option("--interval <seconds>", "time between two readings of a file or address", parseSeconds)
    .addOption(rebuildOption())
    .option("--json", "with --once: print the account as JSON", false)
    .action(async (sources: string[], options: ObserveFlags) => {
      const { observe } = await import("./observe.ts");
      const { data, once, area, json, interval = null, rebuildEvery: minutes } = options;
      const rebuilds =
        minutes === undefined || once
          ? null
          : runEvery(minutes * 60_000, settings.program, ["build", "--again", "--data", data], console);
      const build = async (signal: AbortSignal) => {
        await rebuilds?.stop();
        return runBuild(settings.program, data, console, signal);
      };
      const work = { sources, data, once, area, interval, json, airports, now, terminal, stdin };
      try {
        exit(await observe({ ...work, build: minutes === undefined ? null : build }, console));
      } finally {
        await rebuilds?.stop();
      }
    });
}

function parseSeconds(text: string): number {
  const seconds = Number(text);
  if (!(seconds >= 0.1 && seconds <= 86_400))
    throw new InvalidArgumentError("Give seconds, from 0.1 to 86400.");
  return seconds;
}

function parseMinutes(text: string): number {
  const minutes = Number(text);
  if (!(minutes >= 0.05 && minutes <= 10_080))
    throw new InvalidArgumentError("Give minutes, from 0.05 to 10080 (a week).");
  return minutes;
}
