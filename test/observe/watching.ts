// An observer on a temporary folder, with everything it says, for tests of live sources.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AirportIndex } from "../../src/observe/airport-index.ts";
import type { SourceStatus } from "../../src/observe/intake.ts";
import { createObserver, type Observer } from "../../src/observe/observer.ts";
import { openSightingsWriter, type SightingsWriter } from "../../src/observe/sightings.ts";
import { parseSource, type SourceSpec } from "../../src/observe/source-spec.ts";

export interface Watching {
  readonly observer: Observer;
  readonly writer: SightingsWriter;
  readonly notes: string[];
  /** Observes in the background until `stop`. */
  start(source: string, options?: { readonly once?: boolean; readonly intervalMs?: number }): SourceStatus;
  /** Resolves with the statuses when all have ended. */
  stop(): Promise<readonly SourceStatus[]>;
  /** Without stopping: when they have ended by themselves. */
  ended(): Promise<readonly SourceStatus[]>;
}

export async function watching(
  body: (watching: Watching) => Promise<void>,
  {
    airports = null,
    nowMs = Date.now,
  }: { readonly airports?: AirportIndex | null; readonly nowMs?: () => number } = {},
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "fleet-watching-"));
  const writer = openSightingsWriter(join(folder, "sightings"), nowMs());
  const notes: string[] = [];
  const stop = new AbortController();
  const observer = createObserver({
    writer,
    airports,
    nowMs,
    note: (text) => void notes.push(text),
    stdin: nothing(),
  });
  const running: Promise<SourceStatus>[] = [];
  try {
    await body({
      observer,
      writer,
      notes,
      start(source, { once = false, intervalMs = 20 } = {}) {
        running.push(observer.observe(specOf(source), "local", { once, intervalMs, signal: stop.signal }));
        return observer.sources.at(-1) as SourceStatus;
      },
      async stop() {
        stop.abort();
        const statuses = await Promise.all(running);
        observer.finish();
        return statuses;
      },
      async ended() {
        const statuses = await Promise.all(running);
        observer.finish();
        return statuses;
      },
    });
  } finally {
    stop.abort();
    await Promise.all(running);
    await writer.close();
    rmSync(folder, { recursive: true });
  }
}

export function specOf(source: string): SourceSpec {
  const spec = parseSource(source);
  if (typeof spec === "string") throw new Error(spec);
  return spec;
}

/** Waits for something to become true; fails with what was waited for. */
export async function until(what: string, isSo: () => boolean, withinMs = 15_000): Promise<void> {
  const giveUpMs = Date.now() + withinMs;
  while (!isSo()) {
    if (Date.now() > giveUpMs) throw new Error(`waited in vain: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** One SBS line of now, or of another time. */
export function sbsLine(
  hex: string,
  more: { readonly atMs?: number; readonly altitudeFt?: number } = {},
): string {
  const iso = new Date(more.atMs ?? Date.now()).toISOString();
  const stamp = `${iso.slice(0, 10).replaceAll("-", "/")},${iso.slice(11, 23)}`;
  return `MSG,3,1,1,${hex},1,${stamp},${stamp},,${more.altitudeFt ?? 36_000},,,47.5,8.5,,,0,,0,0\r\n`;
}

async function* nothing(): AsyncIterable<Uint8Array> {}
