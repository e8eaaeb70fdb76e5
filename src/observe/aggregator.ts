// Receptions of all sources, put together aircraft by aircraft. Holds those in view and nothing else: however many
// messages come, memory grows with the aircraft heard at the same time, up to a bound.

import type { ModeSAddress } from "../identifiers/mode-s-address.ts";
import {
  type Aircraft,
  type AircraftRecord,
  hear,
  isRepetition,
  newAircraft,
  restoreAircraft,
  toRecord,
} from "./aircraft.ts";
import type { AirportIndex } from "./airport-index.ts";
import { type Coverage, newCoverage, noteCovered, trimCoverage } from "./coverage.ts";
import type { Reception, Rejection } from "./reception.ts";
import type { Area, Visit } from "./sighting.ts";
import type { Batch } from "./sightings.ts";
import { settleVisits } from "./visits.ts";

/** One source while it is read. Its newest message is its clock: files of other years run beside a live receiver. */
export interface Run {
  readonly coverage: Coverage;
  /** Whether each reception is one radio message (SBS), and not the sum of many (snapshots, traces). */
  readonly singleMessages: boolean;
  clockMs: number;
  /** Nothing more will come: its aircraft need not be waited for. */
  ended: boolean;
}

export interface NewVisit {
  readonly address: ModeSAddress;
  readonly visit: Visit;
}

export interface Memory {
  record(address: ModeSAddress): AircraftRecord | null;
  coverage(sourceId: string): Coverage | null;
  isFull(): boolean;
}

export interface Aggregator {
  start(sourceId: string, area: Area, singleMessages: boolean): Run;
  /** Why the message is not wanted, or null if it was taken in. */
  add(run: Run, reception: Reception): Rejection | null;
  /** What has changed since the last time, and what fell silent. */
  drain(): Batch;
  /** Everything still held; for the end. */
  drainAll(): Batch;
  inView(): number;
  /** Distinct addresses since the start, and those of them that are kept and were not before. */
  readonly seen: { aircraft: number; new: number; visits: number };
}

/** Snapshots give times and ages to a tenth of a second each: the same message comes out this far apart. */
const ROUNDING_MS = 250;
/** Silent for so long is out of view; its approach, if it was on one, is decided by then. */
const VIEW_MS = 10 * 60_000;
/** A ghost need not wait that long. */
const GHOST_MS = 30_000;
/** Twice what the whole world has in the air at its busiest; more is a flood of invented addresses. */
const MAX_IN_VIEW = 50_000;

interface Entry {
  readonly one: Aircraft;
  /** The source that heard it last. */
  run: Run;
  /** Not kept so far, and not counted as new: a ghost never is. */
  unknown: boolean;
}

export function createAggregator(
  memory: Memory,
  airports: AirportIndex | null,
  onVisit: (visit: NewVisit) => void = () => undefined,
): Aggregator {
  const entries = new Map<ModeSAddress, Entry>();
  const coverages = new Map<string, Coverage>();
  const seen = { aircraft: 0, new: 0, visits: 0 };

  const heardBefore = createAddressSet();

  const meet = (reception: Reception, run: Run): Entry | null => {
    if (entries.size >= MAX_IN_VIEW) return null;
    const record = memory.record(reception.address);
    if (record === null && memory.isFull()) return null;
    const one =
      record === null
        ? newAircraft(reception.address, reception.atMs, run.coverage.id)
        : restoreAircraft(record);
    const entry = { one, run, unknown: record === null };
    entries.set(reception.address, entry);
    if (heardBefore.add(Number.parseInt(reception.address, 16))) seen.aircraft++;
    return entry;
  };
  const noteVisits = (one: Aircraft, before: readonly Visit[]) => {
    const { visits } = one.visits;
    const newest = visits.at(-1);
    if (newest === undefined) return;
    const last = before.at(-1);
    if (last?.airportIdent === newest.airportIdent && last.sinceMs === newest.sinceMs) return;
    seen.visits++;
    onVisit({ address: one.address, visit: newest });
  };
  const settle = (one: Aircraft, nowMs: number) => {
    const before = one.visits;
    one.visits = settleVisits(before, nowMs);
    if (one.visits === before) return;
    one.dirty = true;
    noteVisits(one, before.visits);
  };
  const dirtySources = (): Coverage[] => {
    const dirty = [...coverages.values()].filter((coverage) => coverage.dirty);
    for (const coverage of dirty) {
      trimCoverage(coverage);
      coverage.dirty = false;
    }
    return dirty;
  };
  const take = (isGone: (entry: Entry) => boolean): Batch => {
    const inView: AircraftRecord[] = [];
    const gone: AircraftRecord[] = [];
    for (const [address, entry] of entries) {
      const { one, run } = entry;
      settle(one, run.clockMs);
      const left = isGone(entry);
      if (left) entries.delete(address);
      if (!one.confirmed || !(one.dirty || left)) continue;
      one.dirty = false;
      (left ? gone : inView).push(toRecord(one));
    }
    return { inView, gone, sources: dirtySources() };
  };

  return {
    start(sourceId, area, singleMessages) {
      const coverage = coverages.get(sourceId) ?? memory.coverage(sourceId) ?? newCoverage(sourceId, area);
      coverage.area = area;
      coverages.set(sourceId, coverage);
      return { coverage, singleMessages, clockMs: Number.NEGATIVE_INFINITY, ended: false };
    },
    add(run, reception) {
      const entry = entries.get(reception.address) ?? meet(reception, run);
      if (entry === null) return "too many aircraft";
      const { one } = entry;
      if (isRepetition(one, reception, run.singleMessages ? 0 : ROUNDING_MS)) return "duplicate";
      const before = one.visits.visits;
      hear(one, reception, run.coverage.id, airports);
      if (!run.singleMessages) one.confirmed = true;
      if (entry.unknown && one.confirmed) {
        entry.unknown = false;
        seen.new++;
      }
      entry.run = run;
      if (reception.atMs > run.clockMs) run.clockMs = reception.atMs;
      noteCovered(run.coverage, reception);
      if (one.visits.visits !== before) noteVisits(one, before);
      return null;
    },
    drain: () =>
      take(
        ({ one, run }) => run.ended || run.clockMs - one.lastSeenMs > (one.confirmed ? VIEW_MS : GHOST_MS),
      ),
    drainAll: () => take(() => true),
    inView: () => entries.size,
    seen,
  };
}

/** A bit for each of the 16.7 million addresses: two megabytes, however long it runs. */
function createAddressSet(): { add(address: number): boolean } {
  const bits = new Uint8Array(2 ** 21);
  return {
    add(address) {
      const at = address >> 3;
      const bit = 1 << (address & 7);
      const byte = bits[at] ?? 0;
      bits[at] = byte | bit;
      return (byte & bit) === 0;
    },
  };
}
