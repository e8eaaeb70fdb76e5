// Runs sources side by side into one database and writes what changed twice a second. The command shows what it
// does; `serve` may run it beside the server.
import { createAggregator, type NewVisit } from "./aggregator.ts";
import type { AirportIndex } from "./airport-index.ts";
import { describeFailure } from "./feeds/failure.ts";
import type { FeedOptions, Intake } from "./feeds/feed.ts";
import { readFileFeed } from "./feeds/file-feed.ts";
import { readHttpFeed } from "./feeds/http-feed.ts";
import { readSbsFeed } from "./feeds/sbs-feed.ts";
import { readStdinFeed } from "./feeds/stdin-feed.ts";
import { createIntake, newStatus, type SourceIntake, type SourceStatus } from "./intake.ts";
import { type Area, DAY_MS } from "./sighting.ts";
import type { SightingsWriter } from "./sightings.ts";
import type { SourceSpec } from "./source-spec.ts";

export interface ObserverOptions {
  readonly writer: SightingsWriter;
  /** Null where there is no airport data: then no visits are told. */
  readonly airports: AirportIndex | null;
  readonly nowMs: () => number;
  /** Lines for people. */
  readonly note: (text: string) => void;
  readonly stdin: AsyncIterable<Uint8Array>;
}

export interface Observer {
  readonly sources: readonly SourceStatus[];
  /** Since the start: distinct aircraft, those of them that are kept and were not before, visits. */
  readonly seen: { readonly aircraft: number; readonly new: number; readonly visits: number };
  /** The newest visits, oldest first. */
  readonly newVisits: readonly NewVisit[];
  inView(): number;
  /** Reads a source to its end, or until the signal. Never rejects: what fails is in the status. */
  observe(spec: SourceSpec, area: Area, options: FeedOptions): Promise<SourceStatus>;
  /** Writes everything; the database stays open. */
  finish(): void;
}

/** Nothing older than a second is ever lost; half of that is left for a machine that is busy. */
const WRITE_MS = 500;
const MAX_NEW_VISITS = 20;

export function createObserver({ writer, airports, nowMs, note, stdin }: ObserverOptions): Observer {
  const sources: SourceStatus[] = [];
  const newVisits: NewVisit[] = [];
  const live = new Set<SourceIntake>();
  const aggregator = createAggregator(writer, airports, (visit) => {
    newVisits.push(visit);
    if (newVisits.length > MAX_NEW_VISITS) newVisits.shift();
  });
  const broken = new AbortController();
  let active = 0;
  let timer: NodeJS.Timeout | null = null;
  let expiring = true;
  let expiredMs = nowMs();

  const write = () => {
    const now = nowMs();
    writer.write(aggregator.drain(), now);
    if (Math.abs(now - expiredMs) > DAY_MS) expiring = true;
    if (!expiring) return;
    expiring = !writer.expireSome().done;
    expiredMs = now;
  };
  const tick = () => {
    try {
      write();
    } catch (error) {
      // A full disk, most likely. Going on would pretend to record.
      broken.abort(
        new Error(`the sightings cannot be written: ${(error as Error).message}`, { cause: error }),
      );
    }
    for (const intake of live) intake.watch();
  };
  const begin = () => {
    active++;
    timer ??= setInterval(tick, WRITE_MS);
  };
  const end = () => {
    active--;
    if (active > 0 || timer === null) return;
    clearInterval(timer);
    timer = null;
  };
  const readFeed = (spec: SourceSpec, intake: Intake, options: FeedOptions): Promise<void> => {
    switch (spec.kind) {
      case "file":
        return readFileFeed(spec.path, intake, options);
      case "http":
        return readHttpFeed(spec.url, intake, options);
      case "sbs":
        return readSbsFeed(spec, intake, options);
      case "stdin":
        return readStdinFeed(stdin, intake, options);
      default:
        return spec satisfies never;
    }
  };

  return {
    sources,
    seen: aggregator.seen,
    newVisits,
    inView: aggregator.inView,
    async observe(spec, area, options) {
      const status = newStatus(spec, area, nowMs());
      const intake = createIntake(status, { aggregator, nowMs, note });
      const signal = AbortSignal.any([options.signal, broken.signal]);
      sources.push(status);
      if (!options.once) live.add(intake);
      begin();
      try {
        await readFeed(spec, intake, { ...options, signal });
        if (broken.signal.aborted) throw broken.signal.reason;
      } catch (error) {
        status.failure = describeFailure(error);
      } finally {
        live.delete(intake);
        intake.end();
        end();
      }
      return status;
    },
    finish: () => writer.write(aggregator.drainAll(), nowMs()),
  };
}
