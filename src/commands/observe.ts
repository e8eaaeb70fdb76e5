// fleet observe: receptions of files, addresses and streams into the sightings of the data folder, until told to stop;
// with --once until everything is read.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type AirportIndex, createAirportIndex } from "../observe/airport-index.ts";
import type { FeedOptions } from "../observe/feeds/feed.ts";
import type { SourceStatus } from "../observe/intake.ts";
import { renderLine, renderScreen, totalOf } from "../observe/live-view.ts";
import { createObserver, type Observer } from "../observe/observer.ts";
import type { Area } from "../observe/sighting.ts";
import { openSightingsWriter, type SightingsWriter } from "../observe/sightings.ts";
import type { SourceSpec } from "../observe/source-spec.ts";
import { SightingsError } from "../observe/writer-claim.ts";
import { AIRPORT_FILES, readAirports } from "../sources/airports.ts";
import { CommandError, type Console, EXIT } from "./console.ts";
import { giveAccount, refuseUnrecognised, tellFailure } from "./observe-account.ts";
import { resolveSources } from "./observed-sources.ts";

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
  /** Builds from what was heard and resolves with an exit code: once, when all sources have ended; null for no build. */
  readonly build: ((signal: AbortSignal) => Promise<number>) | null;
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

/** Resolves with the exit code when all sources have ended. */
export async function observe(options: ObserveOptions, console: Console): Promise<number> {
  const specs = resolveSources(options.sources, options.once);
  const stop = new AbortController();
  const ended = endOn(stop, options.signal);
  try {
    const sources = await takeIn(specs, options, stop.signal, console);
    const stopped = stop.signal.aborted;
    if (!stopped) refuseUnrecognised(sources);
    const code = sources.some(({ failure }) => failure !== null) ? EXIT.failure : EXIT.ok;
    if (options.build === null || stopped || totalOf(sources).taken === 0) return code;
    const built = await options.build(stop.signal);
    return code === EXIT.ok ? built : code;
  } finally {
    ended();
  }
}

/** Reads all sources and gives the account; the sightings are closed by then. */
async function takeIn(
  specs: readonly SourceSpec[],
  options: ObserveOptions,
  signal: AbortSignal,
  console: Console,
): Promise<readonly SourceStatus[]> {
  const nowMs = () => options.now().getTime();
  const airports = readIndex(options.airports, console);
  const writer = openWriter(join(options.data, "sightings"), nowMs());
  const screen = createScreen(options.terminal, console);
  let stopShowing: () => void = () => undefined;
  try {
    const observer = createObserver({ writer, airports, nowMs, note: screen.note, stdin: options.stdin });
    if (!options.once) stopShowing = show(observer, screen, nowMs);
    const { once, json, build } = options;
    await readAll(specs, options, signal, async (spec, area, feed) =>
      tellFailure(await observer.observe(spec, area, feed), screen.note),
    );
    observer.finish();
    stopShowing();
    screen.clear();
    const building = build !== null && !signal.aborted;
    giveAccount(observer, { once, json, bytes: writer.bytes(), building }, console);
    return observer.sources;
  } finally {
    stopShowing();
    screen.clear();
    await writer.close();
  }
}

/** Files one after another, so that what is older comes first; live sources side by side. */
async function readAll(
  specs: readonly SourceSpec[],
  options: ObserveOptions,
  signal: AbortSignal,
  observeOne: (spec: SourceSpec, area: Area, feed: FeedOptions) => Promise<void>,
): Promise<void> {
  const { once, area } = options;
  const read = (spec: SourceSpec) =>
    observeOne(spec, spec.area ?? area, { once, intervalMs: intervalOf(spec, options) * 1_000, signal });
  if (!once) return void (await Promise.all(specs.map(read)));
  for (const spec of specs) if (!signal.aborted) await read(spec);
}

function intervalOf(spec: SourceSpec, { interval, once }: ObserveOptions): number {
  if (interval !== null) return interval;
  if (spec.kind === "sbs" && once) return STREAM_ONCE_SEC;
  return spec.kind === "http" ? HTTP_INTERVAL_SEC : FILE_INTERVAL_SEC;
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
