// fleet observe: receptions of files, addresses and streams into the sightings of the data folder, until told to stop;
// with --once until everything is read.
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { type AirportIndex, createAirportIndex } from "../observe/airport-index.ts";
import { count, describeTally, renderLine, renderScreen, totalOf } from "../observe/live-view.ts";
import { createObserver, type Observer } from "../observe/observer.ts";
import type { Area } from "../observe/sighting.ts";
import { openSightingsWriter, type SightingsWriter } from "../observe/sightings.ts";
import { parseSource, type SourceSpec } from "../observe/source-spec.ts";
import { SightingsError } from "../observe/writer-claim.ts";
import { AIRPORT_FILES, readAirports } from "../sources/airports.ts";
import { CommandError, type Console, EXIT } from "./console.ts";

export interface ObserveOptions {
  readonly sources: readonly string[];
  readonly data: string;
  readonly once: boolean;
  /** What the sources hear, where they do not say it themselves (`source#worldwide`). */
  readonly area: Area;
  /** Seconds between two readings of a file or address; null for what suits each. */
  readonly interval: number | null;
  /** With `once`: the account as JSON. */
  readonly json: boolean;
  /** Folder of OurAirports' files. */
  readonly airports: string;
  readonly now: () => Date;
  /** Where the live view is drawn; null for plain lines. */
  readonly terminal: Terminal | null;
  readonly stdin: AsyncIterable<Uint8Array>;
  /** Ends it, as SIGINT and SIGTERM do. */
  readonly signal?: AbortSignal;
}

export interface Terminal {
  write(text: string): unknown;
  readonly columns?: number;
}

const FILE_INTERVAL_SEC = 1;
const HTTP_INTERVAL_SEC = 5;
/** How long a stream is listened to with --once. */
const STREAM_ONCE_SEC = 60;
const REDRAW_MS = 1_000;
const PLAIN_LINE_MS = 60_000;
const SNAPSHOT_FILES = ["aircraft.json", "data.json"];

/** Resolves with the exit code when all sources have ended. */
export async function observe(options: ObserveOptions, console: Console): Promise<number> {
  const specs = options.sources.flatMap((source) => specsOf(source, options.once));
  if (specs.length === 0)
    throw new CommandError("Nothing to observe: the folder holds no files.", EXIT.usage);
  const nowMs = () => options.now().getTime();
  const airports = readIndex(options.airports, console);
  const writer = openWriter(join(options.data, "sightings"), nowMs());
  const stop = new AbortController();
  const ended = endOn(stop, options.signal);
  const screen = createScreen(options.terminal, console);
  try {
    const observer = createObserver({ writer, airports, nowMs, note: screen.note, stdin: options.stdin });
    const stopShowing = options.once ? () => undefined : show(observer, screen, nowMs);
    await readAll(specs, observer, options, stop.signal);
    observer.finish();
    stopShowing();
    screen.clear();
    return report(observer, writer, options, console);
  } finally {
    ended();
    screen.clear();
    await writer.close();
  }
}

/** Files one after another, so that what is older comes first; live sources side by side. */
async function readAll(
  specs: readonly SourceSpec[],
  observer: Observer,
  options: ObserveOptions,
  signal: AbortSignal,
): Promise<void> {
  const read = (spec: SourceSpec) =>
    observer.observe(spec, spec.area ?? options.area, {
      once: options.once,
      intervalMs: intervalOf(spec, options) * 1_000,
      signal,
    });
  if (!options.once) return void (await Promise.all(specs.map(read)));
  for (const spec of specs) if (!signal.aborted) await read(spec);
}

function intervalOf(spec: SourceSpec, { interval, once }: ObserveOptions): number {
  if (interval !== null) return interval;
  if (spec.kind === "sbs" && once) return STREAM_ONCE_SEC;
  return spec.kind === "http" ? HTTP_INTERVAL_SEC : FILE_INTERVAL_SEC;
}

/** A folder stands for its files; live, for the snapshot that a receiver keeps writing there. */
function specsOf(source: string, once: boolean): readonly SourceSpec[] {
  const spec = parseSource(source);
  if (typeof spec === "string") throw new CommandError(spec, EXIT.usage);
  if (spec.kind !== "file") return [spec];
  const { path } = spec;
  if (!existsSync(path))
    throw new CommandError(
      `There is no file or folder ${path}. Check the path; on a receiver it is often /run/readsb or /run/dump1090-fa.`,
      EXIT.usage,
    );
  if (!statSync(path).isDirectory()) return [spec];
  const files = once
    ? readdirSync(path, { recursive: true, encoding: "utf8" })
        .map((name) => join(path, name))
        .filter((file) => statSync(file).isFile())
        .sort((a, b) => a.localeCompare(b, "en", { numeric: true }))
    : SNAPSHOT_FILES.map((name) => join(path, name))
        .filter((file) => existsSync(file))
        .slice(0, 1);
  if (files.length === 0 && !once) {
    throw new CommandError(
      `${path} holds neither ${SNAPSHOT_FILES.join(" nor ")}. Name the file, or read the folder's files with --once.`,
      EXIT.usage,
    );
  }
  return files.map((file) => ({ ...spec, path: file, label: file }));
}

function readIndex(folder: string, console: Console): AirportIndex | null {
  if (AIRPORT_FILES.some((file) => !existsSync(join(folder, file)))) {
    console.note("There is no airport data here, so airport visits are not told. 'fleet sync' fetches it.");
    return null;
  }
  console.progress("reading airports and runways");
  const index = createAirportIndex(readAirports(folder));
  console.settle();
  return index;
}

function openWriter(folder: string, nowMs: number): SightingsWriter {
  try {
    return openSightingsWriter(folder, nowMs);
  } catch (error) {
    if (error instanceof SightingsError)
      throw new CommandError(error.message, EXIT.failure, { cause: error });
    throw new CommandError(
      `The sightings in ${folder} cannot be opened: ${(error as Error).message}`,
      EXIT.failure,
      { cause: error },
    );
  }
}

/** Returns what takes the listeners off again. */
function endOn(stop: AbortController, signal: AbortSignal | undefined): () => void {
  const end = () => stop.abort();
  const signals = ["SIGINT", "SIGTERM"] as const;
  for (const name of signals) process.once(name, end);
  signal?.addEventListener("abort", end, { once: true });
  if (signal?.aborted) end();
  return () => {
    for (const name of signals) process.off(name, end);
    signal?.removeEventListener("abort", end);
  };
}

interface Screen {
  readonly live: boolean;
  readonly columns: () => number;
  draw(lines: readonly string[]): void;
  clear(): void;
  note(text: string): void;
}

function createScreen(terminal: Terminal | null, console: Console): Screen {
  let drawn = 0;
  const clear = () => {
    if (drawn > 0) terminal?.write(`\x1b[${drawn}A\x1b[J`);
    drawn = 0;
  };
  return {
    live: terminal !== null,
    columns: () => terminal?.columns ?? 80,
    draw(lines) {
      clear();
      terminal?.write(`${lines.join("\n")}\n`);
      drawn = lines.length;
    },
    clear,
    note(text) {
      clear();
      console.note(text);
    },
  };
}

/** Once a second on a terminal, a line a minute elsewhere. */
function show(observer: Observer, screen: Screen, nowMs: () => number): () => void {
  let before = 0;
  let beforeMs = nowMs();
  const draw = () => {
    const messages = totalOf(observer.sources).messages;
    const pulse = { nowMs: nowMs(), rate: (1_000 * (messages - before)) / Math.max(1, nowMs() - beforeMs) };
    before = messages;
    beforeMs = pulse.nowMs;
    if (screen.live) screen.draw(renderScreen(observer, pulse, screen.columns()));
    else screen.note(renderLine(observer, pulse));
  };
  const timer = setInterval(draw, screen.live ? REDRAW_MS : PLAIN_LINE_MS);
  return () => clearInterval(timer);
}

function report(
  observer: Observer,
  writer: SightingsWriter,
  options: ObserveOptions,
  console: Console,
): number {
  const { sources, seen } = observer;
  const failed = sources.filter(({ failure }) => failure !== null);
  if (options.json) console.out(JSON.stringify(accountOf(observer), null, 2));
  else {
    if (options.once) {
      for (const { spec, format, tally } of sources)
        console.out(`${spec.label} (${format ?? "no receptions"}): ${describeTally(tally)}`);
    }
    console.out(
      `In all ${describeTally(totalOf(sources))}; ${count(seen.aircraft)} aircraft (${count(seen.new)} new), ${count(seen.visits)} visits; sightings take ${(writer.bytes() / 1e6).toFixed(1)} MB.`,
    );
  }
  for (const { spec, failure } of failed) console.note(`${spec.label}: ${failure}`);
  return failed.length > 0 ? EXIT.failure : EXIT.ok;
}

function accountOf({ sources, seen }: Observer): unknown {
  return {
    sources: sources.map(({ spec, area, format, tally, failure }) => ({
      ...{ source: spec.label, format, area, failure },
      ...tally,
      rejected: Object.fromEntries(tally.rejected),
    })),
    ...seen,
  };
}
