// What src/observe/aggregator.ts does, shown case by case.
import { describe, expect, it } from "vitest";
import { toModeSAddress } from "../../src/identifiers/mode-s-address.ts";
import { type Aggregator, createAggregator } from "../../src/observe/aggregator.ts";
import type { AircraftRecord } from "../../src/observe/aircraft.ts";
import type { Reception } from "../../src/observe/reception.ts";
import { FIELD, indexOf, NO_MEMORY, reception, spot, T0 } from "./made-up.ts";

const index = indexOf(FIELD);
const addressAt = (at: number) => toModeSAddress(0x400000 + at) as Reception["address"];

function feed(aggregator: Aggregator, singleMessages: boolean, ...list: readonly Reception[]) {
  const run = aggregator.start("roof", "local", singleMessages);
  return list.map((one) => aggregator.add(run, one));
}

function only(aggregator: Aggregator): AircraftRecord {
  const { gone } = aggregator.drainAll();
  expect(gone).toHaveLength(1);
  return gone[0] as AircraftRecord;
}

describe("receptions put together", () => {
  it("make one aircraft of what SBS sends piece by piece", () => {
    const aggregator = createAggregator(NO_MEMORY, index);
    feed(
      aggregator,
      true,
      reception(0, { callsign: "DLH1AB" }),
      reception(1, { groundSpeedKt: 440, trackDeg: 88, verticalRateFpm: -64 }),
      reception(2, { squawk: "1000" }),
      reception(3, { ...spot(-50_000), positionAgeSec: 0, altitudeFt: 30_000, onGround: false }),
    );
    expect(only(aggregator)).toMatchObject({
      ...{
        firstSeenMs: T0,
        lastSeenMs: T0 + 3_000,
        callsign: "DLH1AB",
        squawk: "1000",
        source: "roof",
        flew: true,
      },
      position: {
        atMs: T0 + 3_000,
        altitudeFt: 30_000,
        groundSpeedKt: 440,
        trackDeg: 88,
        verticalRateFpm: -64,
        onGround: false,
      },
    });
  });

  it("do not dress a position in the speed of minutes ago", () => {
    const aggregator = createAggregator(NO_MEMORY, index);
    feed(
      aggregator,
      true,
      reception(0, { groundSpeedKt: 440, trackDeg: 88 }),
      reception(60, { ...spot(-50_000), positionAgeSec: 0 }),
    );
    expect(only(aggregator).position).toMatchObject({ groundSpeedKt: null, trackDeg: null });
  });

  it("are duplicates when nothing differs, to the millisecond or to a snapshot's rounding", () => {
    const line = reception(0, { altitudeFt: 30_000 });
    expect(
      feed(createAggregator(NO_MEMORY, null), true, line, { ...line }, { ...line, atMs: T0 + 1 }),
    ).toEqual([null, "duplicate", null]);
    expect(
      feed(
        createAggregator(NO_MEMORY, null),
        false,
        line,
        { ...line, atMs: T0 + 200 },
        { ...line, atMs: T0 + 300 },
      ),
    ).toEqual([null, "duplicate", null]);
    expect(feed(createAggregator(NO_MEMORY, null), true, line, { ...line, altitudeFt: 30_025 })).toEqual([
      null,
      null,
    ]);
  });

  it("leave no trace of an address heard once that says nothing, unless it stands in a snapshot", () => {
    const ghost = createAggregator(NO_MEMORY, null);
    feed(ghost, true, reception(0));
    expect(ghost.drainAll().gone).toEqual([]);
    const heardTwice = createAggregator(NO_MEMORY, null);
    feed(heardTwice, true, reception(0), reception(5));
    expect(heardTwice.drainAll().gone).toHaveLength(1);
    const listed = createAggregator(NO_MEMORY, null);
    feed(listed, false, reception(0));
    expect(listed.drainAll().gone).toHaveLength(1);
  });

  it("ignore a position that cannot be reached, until it insists", () => {
    const aggregator = createAggregator(NO_MEMORY, null);
    const near = { ...spot(0), positionAgeSec: 0 };
    const far = { latitudeDeg: 10, longitudeDeg: 100, positionAgeSec: 0 };
    feed(aggregator, true, reception(0, near), reception(1, far));
    expect(aggregator.drain().inView[0]?.position?.latitudeDeg).toBe(50);
    feed(aggregator, true, reception(2, near), reception(3, far), reception(4, far), reception(5, far));
    expect(only(aggregator).position?.latitudeDeg).toBe(10);
  });

  it("are kept in order: old news changes the first time and no more", () => {
    const aggregator = createAggregator(NO_MEMORY, index);
    const there = { ...spot(0), positionAgeSec: 0, onGround: true, groundSpeedKt: 0 };
    feed(
      aggregator,
      false,
      reception(600, { ...spot(90_000), positionAgeSec: 0 }),
      reception(0, { ...there, callsign: "DLH7" }),
    );
    expect(only(aggregator)).toMatchObject({
      ...{ firstSeenMs: T0, lastSeenMs: T0 + 600_000, visits: [], callsign: null },
      position: { atMs: T0 + 600_000 },
      callsigns: [{ callsign: "DLH7" }],
    });
  });

  it("put the touchdown where the aircraft just was, if SBS tells of it without a position", () => {
    const aggregator = createAggregator(NO_MEMORY, index);
    const run = aggregator.start("roof", "local", true);
    aggregator.add(
      run,
      reception(0, { ...spot(-1_000), positionAgeSec: 0, altitudeFt: 125, onGround: false }),
    );
    aggregator.add(run, reception(8, { onGround: true }));
    aggregator.add(run, { ...reception(400), address: addressAt(1) });
    const { inView } = aggregator.drain();
    expect(inView.find(({ address }) => address === "3C6444")?.visits).toMatchObject([
      { airportIdent: "XFLD", arrived: true },
    ]);
  });

  it("settle an approach by the silence of the aircraft, not of the source", () => {
    const told: string[] = [];
    const aggregator = createAggregator(
      NO_MEMORY,
      index,
      ({ address, visit }) => void told.push(`${address} ${visit.airportIdent}`),
    );
    const run = aggregator.start("roof", "local", true);
    aggregator.add(run, reception(0, { groundSpeedKt: 140, trackDeg: 90, verticalRateFpm: -700 }));
    aggregator.add(
      run,
      reception(1, { ...spot(-3_000), positionAgeSec: 0, altitudeFt: 400, onGround: false }),
    );
    aggregator.drain();
    expect(told).toEqual([]);
    aggregator.add(run, { ...reception(300, { callsign: "DLH2" }), address: addressAt(1) });
    aggregator.drain();
    expect(told).toEqual(["3C6444 XFLD"]);
  });

  it("do not land an aircraft twice when its last position is read again", () => {
    const stored = new Map<string, AircraftRecord>();
    const visits = [1, 2].map(() => {
      const aggregator = createAggregator(
        { ...NO_MEMORY, record: (address) => stored.get(address) ?? null },
        index,
      );
      const run = aggregator.start("file", "local", false);
      const final = {
        ...spot(-3_000),
        positionAgeSec: 0,
        altitudeFt: 400,
        onGround: false,
        groundSpeedKt: 140,
        trackDeg: 90,
      };
      aggregator.add(run, reception(0, { ...final, verticalRateFpm: -700 }));
      aggregator.add(run, { ...reception(400), address: addressAt(1) });
      for (const record of aggregator.drainAll().gone) stored.set(record.address, record);
      return stored.get("3C6444")?.visits;
    });
    expect(visits[0]).toHaveLength(1);
    expect(visits[1]).toEqual(visits[0]);
  });

  it("let an aircraft go after ten minutes of silence and take up where it was when it comes back", () => {
    const stored = new Map<string, AircraftRecord>();
    const aggregator = createAggregator(
      { ...NO_MEMORY, record: (address) => stored.get(address) ?? null },
      index,
    );
    const ground = { ...spot(0), positionAgeSec: 0, onGround: true, groundSpeedKt: 0 };
    const run = aggregator.start("roof", "local", false);
    aggregator.add(run, reception(0, ground));
    aggregator.add(run, { ...reception(700), address: addressAt(1) });
    const { gone, inView } = aggregator.drain();
    expect([gone.length, inView.length, aggregator.inView()]).toEqual([1, 1, 1]);
    for (const record of gone) stored.set(record.address, record);
    aggregator.add(run, reception(800, ground));
    expect(aggregator.seen).toEqual({ aircraft: 2, new: 2, visits: 1 });
    expect(aggregator.drainAll().gone.find(({ address }) => address === "3C6444")?.visits).toMatchObject([
      { sinceMs: T0, seenMs: T0 + 800_000 },
    ]);
  });

  it("count an address as new only once it is kept, and once", () => {
    const aggregator = createAggregator(NO_MEMORY, null);
    const run = aggregator.start("roof", "local", true);
    aggregator.add(run, reception(0));
    expect(aggregator.seen).toMatchObject({ aircraft: 1, new: 0 });
    aggregator.add(run, reception(1, { callsign: "DLH1AB" }));
    aggregator.add(run, reception(2, { callsign: "DLH1AB" }));
    expect(aggregator.seen).toMatchObject({ aircraft: 1, new: 1 });
  });

  it("do not wait for aircraft of a source that has ended", () => {
    const aggregator = createAggregator(NO_MEMORY, null);
    const run = aggregator.start("file", "local", false);
    aggregator.add(run, reception(0));
    run.ended = true;
    expect(aggregator.drain().gone).toHaveLength(1);
    expect(aggregator.inView()).toBe(0);
  });

  it("write only what has changed", () => {
    const aggregator = createAggregator(NO_MEMORY, null);
    const run = aggregator.start("roof", "local", false);
    aggregator.add(run, reception(0));
    expect(aggregator.drain()).toMatchObject({ inView: [{}], sources: [{ id: "roof" }] });
    expect(aggregator.drain()).toEqual({ inView: [], gone: [], sources: [] });
  });

  it("are bounded in a flood of invented addresses, and recover from it", () => {
    const aggregator = createAggregator(NO_MEMORY, null);
    const run = aggregator.start("roof", "local", true);
    let refused = 0;
    for (let at = 0; at < 60_000; at++) {
      if (aggregator.add(run, { ...reception(at / 10_000), address: addressAt(at) }) === "too many aircraft")
        refused++;
    }
    expect(aggregator.inView()).toBe(50_000);
    expect(refused).toBe(10_000);
    // Half a minute on the ghosts are gone, and a real aircraft is heard again.
    aggregator.add(run, { ...reception(60), address: addressAt(1) });
    aggregator.drain();
    expect(aggregator.inView()).toBe(1);
    expect(aggregator.add(run, reception(61))).toBeNull();
  });

  it("take no new address once the database has no room", () => {
    const aggregator = createAggregator({ ...NO_MEMORY, isFull: () => true }, null);
    expect(feed(aggregator, false, reception(0))).toEqual(["too many aircraft"]);
  });

  it("tell of an aircraft that was never in the air", () => {
    const truck = createAggregator(NO_MEMORY, null);
    feed(
      truck,
      false,
      reception(0, { onGround: true, groundSpeedKt: 40 }),
      reception(9, { onGround: false, groundSpeedKt: 50, altitudeFt: 300 }),
    );
    expect(only(truck).flew).toBe(false);
  });
});
