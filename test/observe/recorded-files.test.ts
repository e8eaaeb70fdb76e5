// The recorded files of the shared folder, read as a user's would be: every message accounted for, every airport found
// that a person finds.
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAggregator } from "../../src/observe/aggregator.ts";
import { type AirportIndex, createAirportIndex } from "../../src/observe/airport-index.ts";
import { distanceM } from "../../src/observe/geometry.ts";
import { createObserver } from "../../src/observe/observer.ts";
import type { Visit } from "../../src/observe/sighting.ts";
import { openSightingsWriter, type SightingsWriter } from "../../src/observe/sightings.ts";
import { parseSource, type SourceSpec } from "../../src/observe/source-spec.ts";
import { settleVisits } from "../../src/observe/visits.ts";
import { type AirportRow, readAirports } from "../../src/sources/airports.ts";
import { bundledPaths } from "../../src/sources/bundled.ts";
import { LABELS } from "./labels.ts";
import { NO_MEMORY } from "./made-up.ts";
import { readRecorded } from "./recorded.ts";

const RAW = fileURLToPath(new URL("../../../shared/data/raw", import.meta.url));
const here = existsSync(RAW);
if (!here) console.log("skipped: the recorded receptions of ../shared/data/raw are not here");
const NOW_MS = Date.UTC(2026, 10, 15, 12);
const ONCE = { once: true, intervalMs: 1, signal: new AbortController().signal } as const;

describe.skipIf(!here)("recorded receptions", () => {
  let airports: AirportIndex;
  let rows: readonly AirportRow[];
  const folder = mkdtempSync(join(tmpdir(), "fleet-recorded-"));
  let writer: SightingsWriter;

  beforeAll(() => {
    const read = readAirports(bundledPaths(fileURLToPath(new URL("../..", import.meta.url))).airports);
    rows = read.rows;
    airports = createAirportIndex(read);
    writer = openSightingsWriter(folder, NOW_MS);
  });
  afterAll(async () => {
    await writer.close();
    rmSync(folder, { recursive: true });
  });

  it("reads every file, and each message is taken or rejected for a reason", async () => {
    const files = ["opensky", "readsb", "dump1090-legacy", "sbs"].flatMap((name) =>
      filesUnder(join(RAW, name)),
    );
    expect(files.length).toBeGreaterThanOrEqual(36);
    const observer = createObserver({
      writer,
      airports,
      nowMs: () => NOW_MS,
      note: () => undefined,
      stdin: none(),
    });
    for (const file of files) await observer.observe(specOf(file), "local", ONCE);
    observer.finish();
    const lines = observer.sources.map(({ spec, format, tally, failure }) => {
      expect(failure).toBeNull();
      const rejected = [...tally.rejected.values()].reduce((sum, count) => sum + count, 0);
      expect(tally.taken + rejected, spec.label).toBe(tally.messages);
      return `${spec.label.slice(RAW.length + 1)} ${format} ${tally.messages} = ${tally.taken} + ${rejected}, ${tally.positions} positions`;
    });
    expect(lines.filter((line) => !line.includes("dump1090-legacy"))).toEqual([
      "opensky/icao24_mapping_airbus.json.gz null 10138 = 0 + 10138, 0 positions",
      "opensky/states-bao-eng/opensky.json.gz OpenSky states 5485 = 5458 + 27, 5357 positions",
      "readsb/globe-tile-2020-03-06/aircraft.json aircraft.json 354 = 351 + 3, 340 positions",
      "readsb/trace_full_ac671b.json.gz readsb trace 2500 = 2500 + 0, 2500 positions",
      "sbs/adsb_message_stream.txt SBS 2070 = 1756 + 314, 141 positions",
      "sbs/adsb_messages_faulty.txt SBS 3 = 3 + 0, 1 positions",
      "sbs/adsb_messages_ok.txt SBS 5 = 4 + 1, 2 positions",
    ]);
    const stored = [...writer.sightings()];
    // One address of the SBS stream and one of the edge cases were heard once, without callsign or position: ghosts.
    expect(observer.seen.aircraft - stored.length).toBeLessThanOrEqual(3);
    expect(observer.seen.visits).toBeGreaterThan(400);
    const recorded = stored.map(({ address }) => writer.record(address)?.visits.length ?? 0);
    expect(recorded.reduce((sum, visits) => sum + visits, 0)).toBe(observer.seen.visits);
  });

  it("changes nothing when the same file is read again", async () => {
    const before = new Map([...writer.sightings()].map((sighting) => [sighting.address, sighting]));
    const observer = createObserver({
      writer,
      airports,
      nowMs: () => NOW_MS,
      note: () => undefined,
      stdin: none(),
    });
    await observer.observe(specOf(join(RAW, "opensky/states-bao-eng/opensky.json.gz")), "local", ONCE);
    await observer.observe(specOf(join(RAW, "readsb/trace_full_ac671b.json.gz")), "local", ONCE);
    observer.finish();
    expect(observer.seen).toEqual({ aircraft: 5459, new: 0, visits: 0 });
    const changed = [...writer.sightings()].filter(
      (sighting) => JSON.stringify(sighting) !== JSON.stringify(before.get(sighting.address)),
    );
    expect(changed).toEqual([]);
  });

  it("makes a visit of at least 95 % of OpenSky's grounded vectors near an airport of size", () => {
    const found = visitsOf("opensky/states-bao-eng/opensky.json.gz", airports);
    const sizeable = rows.filter(({ kind }) => kind === "large_airport" || kind === "medium_airport");
    let near = 0;
    let right = 0;
    for (const reception of readRecorded(join(RAW, "opensky/states-bao-eng/opensky.json.gz"))) {
      const { latitudeDeg, longitudeDeg, onGround, address } = reception;
      if (onGround !== true || latitudeDeg === null || longitudeDeg === null) continue;
      const [airport, metres] = nearest(sizeable, { latitudeDeg, longitudeDeg });
      if (metres > 5_000) continue;
      near++;
      if (found.get(address)?.some(({ airportIdent }) => airportIdent === airport.ident)) right++;
    }
    expect(near).toBe(363);
    expect(right / near).toBeGreaterThanOrEqual(0.95);
  });

  it("follows N899DN from Minneapolis by Spokane and Minneapolis to Denver", () => {
    const visits = visitsOf("readsb/trace_full_ac671b.json.gz", airports).get("AC671B") ?? [];
    expect(visits.map(({ airportIdent, arrived, basis }) => `${airportIdent} ${arrived} ${basis}`)).toEqual([
      "KMSP true ground",
      // Lost at 8,450 ft on the way down to Spokane at night, found climbing out of it eight hours later.
      "KGEG true gap",
      "KMSP true ground",
      "KDEN true ground",
    ]);
    expect(visits.map(({ sinceMs }) => new Date(sinceMs).toISOString().slice(0, 16))).toEqual([
      "2025-02-05T01:12",
      "2025-02-05T06:23",
      "2025-02-05T17:00",
      "2025-02-05T19:54",
    ]);
  });

  it("agrees with a person about where aircraft were, but for the share the docs state", () => {
    const errors: string[] = [];
    let labels = 0;
    for (const [file, labelled] of LABELS) {
      const found = visitsOf(file, airports);
      for (const { address, airport } of labelled) {
        labels++;
        const said = found.get(address)?.at(-1)?.airportIdent ?? null;
        if (said !== airport) errors.push(`${address}: ${airport ?? "none"}, told as ${said ?? "none"}`);
      }
    }
    expect(labels).toBe(158);
    // Told in docs/receiver.md: never a visit that was none, never the wrong airport; these were missed.
    expect(errors).toEqual([
      "C04687: CYKZ, told as none",
      "C006DB: CES2, told as none",
      "400FF4: GB-1212, told as none",
      "A837B1: KCLT, told as none",
      "40753B: EGLF, told as none",
      "A4F6BB: KTYS, told as none",
      "C00444: CYYT, told as none",
      "4D21A8: GCRR, told as none",
      "A869BC: TJSJ, told as none",
    ]);
  });

  /** The visits of every aircraft of a file, if nothing more were heard of any. */
  function visitsOf(file: string, index: AirportIndex): ReadonlyMap<string, readonly Visit[]> {
    const aggregator = createAggregator(NO_MEMORY, index);
    const run = aggregator.start("test", "local", false);
    for (const reception of readRecorded(join(RAW, file))) aggregator.add(run, reception);
    const { gone } = aggregator.drainAll();
    return new Map(
      gone.map(({ address, visits, flown, pending, lastSeenMs }) => [
        address as string,
        settleVisits({ visits, flown, pending }, lastSeenMs + 600_000).visits,
      ]),
    );
  }
});

function specOf(path: string): SourceSpec {
  const spec = parseSource(path);
  if (typeof spec === "string") throw new Error(spec);
  return spec;
}

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
}

function nearest(
  airports: readonly AirportRow[],
  point: Pick<AirportRow, "latitudeDeg" | "longitudeDeg">,
): [AirportRow, number] {
  let best = airports[0] as AirportRow;
  let least = Number.POSITIVE_INFINITY;
  for (const airport of airports) {
    if (Math.abs(airport.latitudeDeg - point.latitudeDeg) > 1) continue;
    const metres = distanceM(airport, point);
    if (metres < least) [best, least] = [airport, metres];
  }
  return [best, least];
}

async function* none(): AsyncIterable<Uint8Array> {}
