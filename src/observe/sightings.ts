// The sightings database: an LMDB environment in <data>/sightings, one writer and any number of readers in other
// processes. Commits are copy-on-write: a killed process leaves the last one, whole. Aircraft in view lie in a small
// table of their own, so that the write of every second touches a few pages and not the whole fleet's.
import { existsSync, mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Database, open, type RootDatabase, TransactionFlags } from "lmdb";
import { type ModeSAddress, toModeSAddress } from "../identifiers/mode-s-address.ts";
import type { AircraftRecord } from "./aircraft.ts";
import { type Coverage, toSourceCoverage } from "./coverage.ts";
import type { Sighting, SourceCoverage, Visit } from "./sighting.ts";
import { DAY_MS } from "./sighting.ts";
import {
  decodeAircraft,
  decodeSource,
  encodeAircraft,
  encodeSource,
  STORED_FORMAT,
  type StoredAircraft,
  type StoredSource,
} from "./sighting-codec.ts";
import { settleVisits } from "./visits.ts";
import { claimWriter, HEARTBEAT_MS, SightingsError, signIn, signOut } from "./writer-claim.ts";

export interface Sightings {
  /** Every aircraft ever heard and not expired, by address. */
  sightings(): Iterable<Sighting>;
  sighting(address: ModeSAddress): Sighting | null;
  /** A pass over all sightings: to ask for many airports, group what `sightings` yields instead. */
  visits(airportIdent: string): Iterable<{ readonly address: ModeSAddress; readonly visit: Visit }>;
  sources(): readonly SourceCoverage[];
  close(): Promise<void>;
}

export interface Batch {
  readonly inView: readonly AircraftRecord[];
  /** No longer in view. */
  readonly gone: readonly AircraftRecord[];
  readonly sources: readonly Coverage[];
}

export interface SightingsWriter extends Sightings {
  record(address: ModeSAddress): AircraftRecord | null;
  coverage(sourceId: string): Coverage | null;
  /** No room for addresses not heard before. */
  isFull(): boolean;
  /** Returns when no kill can lose the batch any more; a power cut cannot either, a second later. */
  write(batch: Batch, nowMs: number): void;
  /** Looks at some more records and removes those last heard ten years before the newest reception. */
  expireSome(): { readonly removed: number; readonly done: boolean };
  bytes(): number;
}

interface Tables {
  readonly root: RootDatabase;
  /** Undefined where a reader meets an environment that no writer has filled yet. */
  readonly aircraft: Database<StoredAircraft, number> | undefined;
  readonly view: Database<StoredAircraft, number> | undefined;
  readonly sources: Database<StoredSource, string> | undefined;
  readonly meta: Database<unknown, string> | undefined;
}

type WriterTables = { readonly [K in keyof Tables]: NonNullable<Tables[K]> };

const DATA_FILE = "data.mdb";
/** When an aircraft was last heard is worth knowing for as long as anyone might ask. */
const KEPT_MS = 10 * 365.25 * DAY_MS;
/** Twice as many as fly: the database stays below a gigabyte whatever a feed makes up. */
const MAX_AIRCRAFT = 1_000_000;
/** The disk is waited for this often. */
const SYNC_MS = 900;
/** Abortable, synchronous, and not flushed; on Windows, where lmdb does not offer that, flushed all the same. */
const COMMIT_WITHOUT_WAITING =
  TransactionFlags.ABORTABLE |
  TransactionFlags.SYNCHRONOUS_COMMIT |
  (process.platform === "win32" ? 0 : TransactionFlags.NO_SYNC_FLUSH);
const EXPIRE_AT_ONCE = 2_000;

/** For builds: reads beside the writer. A folder without sightings yields none. */
export function openSightings(folder: string): Sightings {
  if (!existsSync(join(folder, DATA_FILE))) {
    return {
      sightings: () => [],
      sighting: () => null,
      visits: () => [],
      sources: () => [],
      close: async () => undefined,
    };
  }
  const tables = openTables(folder, true);
  checkFormat(folder, tables);
  return readerOf(tables);
}

export function openSightingsWriter(folder: string, nowMs: number): SightingsWriter {
  mkdirSync(folder, { recursive: true });
  const tables = openTables(folder, false);
  const { root, aircraft, view, sources, meta } = tables;
  if (aircraft === undefined || view === undefined || sources === undefined || meta === undefined) {
    throw new SightingsError(`The sightings in ${folder} cannot be opened for writing.`);
  }
  try {
    checkFormat(folder, tables);
    takeOver(folder, { root, aircraft, view, meta }, nowMs);
  } catch (error) {
    void root.close();
    throw error;
  }
  root.readerCheck();
  let signedMs = nowMs;
  let unsynced = false;
  let cursor = 0;
  let full = entriesOf(aircraft) >= MAX_AIRCRAFT;

  return {
    ...readerOf(tables),
    record: (address) => recordOf(tables, address),
    coverage(id) {
      const stored = sources.get(id);
      return stored === undefined ? null : decodeSource(id, stored);
    },
    isFull: () => full,
    write(batch, atMs) {
      // Synchronous commits: a failure (a full disk) is an exception here and not a lost promise. The first is visible
      // and outlives this process before the disk is waited for, however slow that is; signing in waits for the disk.
      root.transactionSync(() => {
        for (const record of batch.inView) void view.put(keyOf(record.address), encodeAircraft(record));
        for (const record of batch.gone) {
          void aircraft.put(keyOf(record.address), encodeAircraft(record));
          void view.remove(keyOf(record.address));
        }
        for (const source of batch.sources) void sources.put(source.id, encodeSource(source));
      }, COMMIT_WITHOUT_WAITING);
      unsynced ||= batch.inView.length + batch.gone.length > 0;
      if (Math.abs(atMs - signedMs) < (unsynced ? SYNC_MS : HEARTBEAT_MS)) return;
      signedMs = atMs;
      unsynced = false;
      full = entriesOf(aircraft) + entriesOf(view) >= MAX_AIRCRAFT;
      signIn(meta, atMs);
    },
    expireSome() {
      const newestMs = [...sources.getRange()].reduce((newest, { value }) => Math.max(newest, value[3]), 0);
      const oldestMs = newestMs - KEPT_MS;
      const some = [...aircraft.getRange({ start: cursor, limit: EXPIRE_AT_ONCE })];
      const expired = some.filter(({ value }) => value[1] < oldestMs);
      if (expired.length > 0) {
        root.transactionSync(() => {
          for (const { key } of expired) void aircraft.remove(key);
        });
      }
      cursor = some.length < EXPIRE_AT_ONCE ? 0 : (some.at(-1)?.key ?? 0) + 1;
      return { removed: expired.length, done: cursor === 0 };
    },
    bytes: () => statSync(join(folder, DATA_FILE)).size,
    async close() {
      signOut(meta);
      await root.close();
    },
  };
}

function takeOver(
  folder: string,
  { root, aircraft, view, meta }: Pick<WriterTables, "root" | "aircraft" | "view" | "meta">,
  nowMs: number,
): void {
  root.transactionSync(() => {
    claimWriter(folder, meta, nowMs);
    meta.putSync("format", STORED_FORMAT);
    // What was in view when the last writer ended, by signal or by accident, is history now.
    for (const { key, value } of view.getRange()) aircraft.putSync(key, value);
    view.clearSync();
  });
}

function openTables(folder: string, readOnly: boolean): Tables {
  // Told explicitly, as a folder named .fleet would pass for a file with an ending.
  const root = open({
    path: folder,
    noSubdir: false,
    readOnly,
    maxDbs: 8,
    encoding: "msgpack",
  });
  const byAddress = { keyEncoding: "uint32", encoding: "msgpack" } as const;
  return {
    root,
    aircraft: root.openDB<StoredAircraft, number>({ name: "aircraft", ...byAddress }),
    view: root.openDB<StoredAircraft, number>({ name: "view", ...byAddress }),
    sources: root.openDB<StoredSource, string>({ name: "sources", encoding: "msgpack" }),
    meta: root.openDB<unknown, string>({ name: "meta", encoding: "msgpack" }),
  };
}

function readerOf(tables: Tables): Sightings {
  const { root, aircraft, view, sources } = tables;
  // What silence decides is decided here too: the writer may have ended, or look in only now and then.
  const clocks = () => new Map([...(sources?.getRange() ?? [])].map(({ key, value }) => [key, value[3]]));
  function* all(): Generator<Sighting> {
    const clockOf = clocks();
    const toSighting = (key: number, stored: StoredAircraft) =>
      settled(decodeAircraft(toModeSAddress(key) as ModeSAddress, stored), clockOf);
    const inView = new Map<number, StoredAircraft>();
    for (const { key, value } of view?.getRange() ?? []) inView.set(key, value);
    for (const { key, value } of aircraft?.getRange() ?? []) {
      const newer = inView.get(key);
      inView.delete(key);
      yield toSighting(key, newer ?? value);
    }
    for (const [key, value] of inView) yield toSighting(key, value);
  }
  return {
    sightings: all,
    sighting(address) {
      const record = recordOf(tables, address);
      return record === null ? null : settled(record, clocks());
    },
    *visits(airportIdent) {
      for (const { address, visits } of all()) {
        for (const visit of visits) if (visit.airportIdent === airportIdent) yield { address, visit };
      }
    },
    sources: () =>
      [...(sources?.getRange() ?? [])].map(({ key, value }) => toSourceCoverage(decodeSource(key, value))),
    close: () => root.close(),
  };
}

function recordOf({ aircraft, view }: Tables, address: ModeSAddress): AircraftRecord | null {
  const key = keyOf(address);
  const stored = view?.get(key) ?? aircraft?.get(key);
  return stored === undefined ? null : decodeAircraft(address, stored);
}

function settled(record: AircraftRecord, clockOf: ReadonlyMap<string, number>): Sighting {
  const { flown, pending, ...sighting } = record;
  if (pending === null) return sighting;
  const { visits } = settleVisits({ visits: record.visits, flown, pending }, clockOf.get(record.source) ?? 0);
  return { ...sighting, visits };
}

function keyOf(address: ModeSAddress): number {
  return Number.parseInt(address, 16);
}

function entriesOf(table: Database<StoredAircraft, number>): number {
  return (table.getStats() as { readonly entryCount: number }).entryCount;
}

function checkFormat(folder: string, { meta }: Tables): void {
  const format = meta?.get("format");
  if (format === undefined || format === STORED_FORMAT) return;
  throw new SightingsError(
    `The sightings in ${folder} have format ${format}; this program reads format ${STORED_FORMAT}. Update the program, or choose another folder with --data.`,
  );
}
