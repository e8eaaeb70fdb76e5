// What src/observe/sightings.ts does, shown case by case.
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { open } from "lmdb";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { toModeSAddress } from "../../src/identifiers/mode-s-address.ts";
import { type AircraftRecord, newAircraft, toRecord } from "../../src/observe/aircraft.ts";
import { newCoverage, noteCovered } from "../../src/observe/coverage.ts";
import { DAY_MS, type Visit } from "../../src/observe/sighting.ts";
import { type Batch, openSightings, openSightingsWriter } from "../../src/observe/sightings.ts";
import { reception, T0 } from "./made-up.ts";

const addressAt = (at: number) => toModeSAddress(0x400000 + at) as AircraftRecord["address"];
const aircraft = (at: number, seenMs = T0, more: Partial<AircraftRecord> = {}): AircraftRecord => ({
  ...toRecord(newAircraft(addressAt(at), seenMs, "roof")),
  ...more,
});
const batch = (more: Partial<Batch>): Batch => ({ inView: [], gone: [], sources: [], ...more });
const visit: Visit = {
  ...{ airportIdent: "KATL", sinceMs: T0, seenMs: T0 + 5_000, arrived: true, callsign: "DAL1" },
  ...{ onGround: true, basis: "ground" },
};

describe("the sightings database", () => {
  let folder: string;
  beforeEach(() => {
    folder = join(mkdtempSync(join(tmpdir(), "fleet-sightings-")), ".fleet", "sightings");
  });
  afterEach(() => rmSync(join(folder, "..", ".."), { recursive: true }));
  const addresses = () => [...openSightings(folder).sightings()].map(({ address }) => address);

  it("gives readers everything, in view or not, newest state first", async () => {
    const writer = openSightingsWriter(folder, T0);
    writer.write(batch({ gone: [aircraft(1), aircraft(2)] }), T0);
    writer.write(batch({ inView: [aircraft(2, T0 + 9_000), aircraft(3)] }), T0);
    const reader = openSightings(folder);
    expect([...reader.sightings()].map(({ address, lastSeenMs }) => [address, lastSeenMs - T0])).toEqual([
      ["400001", 0],
      ["400002", 9_000],
      ["400003", 0],
    ]);
    expect(reader.sighting(addressAt(3))).toMatchObject({ address: "400003", flew: false });
    expect(reader.sighting(addressAt(4))).toBeNull();
    expect(Object.keys(reader.sighting(addressAt(3)) ?? {})).not.toContain("pending");
    await writer.close();
  });

  it("finds who was at an airport, and tells what sources covered", async () => {
    const writer = openSightingsWriter(folder, T0);
    const roof = newCoverage("roof", "regional");
    noteCovered(roof, reception(0, { latitudeDeg: 50, longitudeDeg: 8 }));
    writer.write(batch({ gone: [aircraft(1, T0, { visits: [visit] }), aircraft(2)], sources: [roof] }), T0);
    await writer.close();
    const reader = openSightings(folder);
    expect([...reader.visits("KATL")]).toEqual([{ address: "400001", visit }]);
    expect([...reader.visits("KJFK")]).toEqual([]);
    expect(reader.sources()).toEqual([
      {
        ...{ id: "roof", area: "regional", format: "", firstMs: T0, lastMs: T0, messages: 1 },
        ...{ days: [{ day: Math.floor(T0 / DAY_MS), hours: 1 }], cells: ["50,5"] },
      },
    ]);
  });

  it("lands an aircraft last heard on final, once its source has moved on", async () => {
    const writer = openSightingsWriter(folder, T0);
    const roof = newCoverage("roof", "local");
    const pending = {
      kind: "final",
      airportIdent: "KATL",
      sinceMs: T0,
      atMs: T0,
      speedKt: 140,
      callsign: "DAL1",
    } as const;
    noteCovered(roof, reception(60));
    writer.write(batch({ gone: [aircraft(1, T0, { flown: true, pending })], sources: [roof] }), T0);
    expect([...writer.visits("KATL")]).toEqual([]);
    noteCovered(roof, reception(300));
    writer.write(batch({ sources: [roof] }), T0);
    expect([...writer.visits("KATL")]).toMatchObject([
      { visit: { basis: "low", arrived: true, sinceMs: T0 } },
    ]);
    expect(writer.sighting(addressAt(1))?.visits).toHaveLength(1);
    // The record itself still waits for what the aircraft does next.
    expect(writer.record(addressAt(1))?.visits).toEqual([]);
    await writer.close();
  });

  it("is empty, and stays unmade, where nobody has written", () => {
    const reader = openSightings(folder);
    expect([...reader.sightings(), ...reader.visits("KATL"), ...reader.sources()]).toEqual([]);
    expect(existsSync(folder)).toBe(false);
  });

  it("keeps what was in view when the writer ended without a word", async () => {
    const writer = openSightingsWriter(folder, T0);
    writer.write(batch({ inView: [aircraft(1), aircraft(2)] }), T0);
    // As after a kill: no close, and the next writer comes at once.
    const next = openSightingsWriter(folder, T0 + 500);
    expect(next.record(addressAt(1))).toMatchObject({ address: "400001" });
    expect([...next.sightings()]).toHaveLength(2);
    next.write(batch({ inView: [aircraft(2, T0 + 1_000)] }), T0);
    expect(next.record(addressAt(2))?.lastSeenMs).toBe(T0 + 1_000);
    await next.close();
    expect(addresses()).toEqual(["400001", "400002"]);
  });

  it("has one writer at a time", async () => {
    const writer = openSightingsWriter(folder, T0);
    const pretend = (pid: number, host: string, atMs: number) => {
      const root = open({ path: folder, noSubdir: false, maxDbs: 8, encoding: "msgpack" });
      root.openDB({ name: "meta", encoding: "msgpack" }).putSync("writer", { pid, host, atMs });
    };
    pretend(process.ppid, "elsewhere", T0);
    expect(() => openSightingsWriter(folder, T0 + 1_000)).toThrow(/Another 'fleet observe'.*--data/);
    // Not heard of for a while: its machine is gone.
    await openSightingsWriter(folder, T0 + 60_000).close();
    await writer.close();
  });

  it("forgets what nobody heard for ten years before the newest reception", async () => {
    const writer = openSightingsWriter(folder, T0);
    const roof = newCoverage("roof", "local");
    noteCovered(roof, reception(0));
    const old = Array.from({ length: 2_500 }, (_, at) => aircraft(at, T0 - 3_660 * DAY_MS));
    writer.write(batch({ gone: [...old, aircraft(9_000, T0 - 3_600 * DAY_MS)], sources: [roof] }), T0);
    expect(writer.expireSome()).toEqual({ removed: 2_000, done: false });
    expect(writer.expireSome()).toEqual({ removed: 500, done: true });
    await writer.close();
    expect(addresses()).toEqual([addressAt(9_000)]);
  });

  it("reuses the room of what it rewrites and removes", async () => {
    const writer = openSightingsWriter(folder, T0);
    const many = (seenMs: number) =>
      Array.from({ length: 2_000 }, (_, at) => aircraft(at, seenMs, { visits: Array(8).fill(visit) }));
    for (let round = 0; round < 5; round++) writer.write(batch({ inView: many(T0 + round) }), T0);
    const early = writer.bytes();
    for (let round = 5; round < 40; round++) writer.write(batch({ inView: many(T0 + round) }), T0);
    expect(writer.bytes()).toBeLessThan(early * 1.5);
    await writer.close();
  });

  it("refuses what a newer program wrote, and says so", async () => {
    await openSightingsWriter(folder, T0).close();
    const root = open({ path: folder, noSubdir: false, maxDbs: 8, encoding: "msgpack" });
    root.openDB({ name: "meta", encoding: "msgpack" }).putSync("format", 99);
    expect(() => openSightings(folder)).toThrow(/format 99.*Update/);
    expect(() => openSightingsWriter(folder, T0)).toThrow(/format 99/);
    await root.close();
  });
});
