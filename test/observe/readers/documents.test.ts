// The JSON formats, each with the quirks of its own.
import { describe, expect, it } from "vitest";
import type { Rejection } from "../../../src/observe/reception.ts";
import { T0 } from "../made-up.ts";
import { readBytes } from "../recorded.ts";

const NOW = T0 / 1_000;

function read(document: unknown, documentMs = T0) {
  const rejected: Rejection[] = [];
  const receptions = readBytes(
    typeof document === "string" ? document : JSON.stringify(document),
    documentMs,
    (reason) => rejected.push(reason),
  );
  return { receptions, rejected };
}

describe("aircraft.json", () => {
  const one = (aircraft: object) =>
    read({ now: NOW, messages: 1, aircraft: [{ hex: "ac671b", ...aircraft }] }).receptions[0];

  it("counts ages back from the time it was written", () => {
    expect(one({ seen: 1.5, seen_pos: 4.2, lat: 44.88, lon: -93.21, alt_baro: 36_000 })).toMatchObject({
      atMs: T0 - 1_500,
      latitudeDeg: 44.88,
      altitudeFt: 36_000,
      onGround: false,
    });
    expect(one({ seen: 1.5, seen_pos: 4.2, lat: 44.88, lon: -93.21 })?.positionAgeSec).toBeCloseTo(2.7);
  });

  it("reads a receiver's database fields, and readsb's position of a while ago", () => {
    expect(
      one({
        seen: 90,
        r: "N899DN",
        t: "B739",
        flight: "DAL1812 ",
        lastPosition: { lat: 44, lon: -93, seen_pos: 300 },
      }),
    ).toMatchObject({
      ...{
        registration: "N899DN",
        typeCode: "B739",
        callsign: "DAL1812",
        latitudeDeg: 44,
        positionAgeSec: 210,
      },
    });
  });

  it('takes "ground" for what it says, in the words of either fork', () => {
    expect(one({ seen: 0, alt_baro: "ground", gs: 15.5 })).toMatchObject({
      onGround: true,
      altitudeFt: null,
      groundSpeedKt: 15.5,
    });
    expect(one({ seen: 0, altitude: "ground", speed: 12 })).toMatchObject({
      onGround: true,
      altitudeFt: null,
      groundSpeedKt: 12,
    });
    expect(one({ seen: 0, altitude: 4_000, speed: 300, vert_rate: -64, track: 12 })).toMatchObject({
      ...{ onGround: false, altitudeFt: 4_000, groundSpeedKt: 300, verticalRateFpm: -64, trackDeg: 12 },
    });
    expect(one({ seen: 0 })).toMatchObject({ onGround: null });
  });

  it("leaves out what is no aircraft of ICAO's", () => {
    const { receptions, rejected } = read({
      now: NOW,
      aircraft: [
        { hex: "~29a1b2", seen: 0 },
        { hex: "000000", seen: 0 },
        { hex: "a6993e", category: "C2", seen: 0 },
        { seen: 0 },
        7,
        null,
        [],
      ],
    });
    expect(receptions).toEqual([]);
    expect(rejected).toEqual([
      ...["non-ICAO address", "no usable address", "surface vehicle or obstacle", "no usable address"],
      ...["malformed row", "malformed row", "malformed row"],
    ]);
  });

  it("counts from the file's time where it names none itself", () => {
    expect(read({ aircraft: [{ hex: "ac671b", seen: 2 }] }, T0 + 60_000).receptions[0]?.atMs).toBe(
      T0 + 58_000,
    );
  });
});

describe("adsb.lol answers", () => {
  it("wait for the time, which comes last and in milliseconds", () => {
    const document = {
      ac: [
        { hex: "ac671b", seen: 1 },
        { hex: "3c6444", seen: 2 },
      ],
      msg: "No error",
      now: T0,
      total: 2,
    };
    expect(read(document, 5).receptions.map(({ atMs }) => atMs)).toEqual([T0 - 1_000, T0 - 2_000]);
    expect(read({ ...document, now: NOW }, 5).receptions.map(({ atMs }) => atMs)).toEqual([
      T0 - 1_000,
      T0 - 2_000,
    ]);
  });
});

describe("OpenSky states", () => {
  const vector = (more: Record<number, unknown> = {}) =>
    Object.assign(
      [
        "4b1812",
        "SWR252  ",
        "Switzerland",
        NOW - 7,
        NOW - 2,
        16.6419,
        45.505,
        11_285.22,
        false,
        236.32,
        117.62,
        -5.2,
        null,
        11_475,
        "3020",
        false,
        0,
      ],
      more,
    );

  it("come in metres and metres per second, each with its own times", () => {
    expect(read({ time: NOW, states: [vector()] }).receptions[0]).toEqual({
      ...{ atMs: T0 - 2_000, address: "4B1812", callsign: "SWR252", registration: null, typeCode: null },
      ...{
        latitudeDeg: 45.505,
        longitudeDeg: 16.6419,
        positionAgeSec: 5,
        altitudeFt: 37_025,
        onGround: false,
      },
      ...{ groundSpeedKt: 459.4, trackDeg: 117.6, verticalRateFpm: -1_024, squawk: "3020" },
    });
  });

  it("are refused from FLARM devices, vehicles, and when they are too short", () => {
    expect(
      read({ time: NOW, states: [vector({ 16: 3 }), [...vector(), 17], ["4b1812"], "x"] }).rejected,
    ).toEqual([...["non-ICAO address", "surface vehicle or obstacle", "malformed row", "malformed row"]]);
  });

  it("may have no callsign, no position, or be none at all", () => {
    expect(
      read({ time: NOW, states: [vector({ 1: "        ", 3: null, 5: null, 6: null, 7: null })] })
        .receptions[0],
    ).toMatchObject({
      ...{ callsign: null, latitudeDeg: null, longitudeDeg: null, positionAgeSec: null, altitudeFt: null },
    });
    expect(read({ time: NOW, states: null })).toEqual({ receptions: [], rejected: [] });
  });

  it("have no altitude on the ground, whatever lingers in the field", () => {
    expect(read({ time: NOW, states: [vector({ 8: true, 7: 160 })] }).receptions[0]).toMatchObject({
      onGround: true,
      altitudeFt: null,
    });
  });
});

describe("readsb traces", () => {
  const trace = (...points: unknown[]) =>
    read({ icao: "ac671b", r: "N899DN", t: "B739", timestamp: NOW, trace: points });

  it("count seconds from their start and tell the callsign now and then", () => {
    const { receptions } = trace(
      [0, 16.77, -88.03, 32_000, 478.6, 327.8, 1, 0, null, "adsb_icao"],
      [26.89, 16.83, -88.05, "ground", 12.5, 340.7, 0, null, { flight: "DAL1812 ", squawk: "4637" }],
    );
    expect(receptions).toMatchObject([
      {
        atMs: T0,
        registration: "N899DN",
        typeCode: "B739",
        altitudeFt: 32_000,
        onGround: false,
        callsign: null,
      },
      {
        atMs: T0 + 26_890,
        altitudeFt: null,
        onGround: true,
        callsign: "DAL1812",
        squawk: "4637",
        groundSpeedKt: 12.5,
      },
    ]);
  });

  it("are not taken for barometric where they say they are not", () => {
    expect(trace([0, 16, -88, 32_000, null, null, 8, null]).receptions[0]).toMatchObject({
      altitudeFt: null,
      onGround: false,
    });
  });

  it("lose a point without a place, and all points of a vehicle or a non-ICAO address", () => {
    expect(trace([0, null, null, 32_000, null, null, 0, null], "x").rejected).toEqual([
      "malformed row",
      "malformed row",
    ]);
    expect(read({ icao: "~ac671b", timestamp: NOW, trace: [[0, 1, 1]] }).rejected).toEqual([
      "non-ICAO address",
    ]);
    expect(read({ icao: "ac671b", t: "SERV", timestamp: NOW, trace: [[0, 1, 1]] }).rejected).toEqual([
      "surface vehicle or obstacle",
    ]);
  });
});

describe("data.json of the first dump1090", () => {
  const row = {
    hex: "40688a",
    squawk: "2053",
    flight: "BAW734  ",
    lat: 48.69,
    lon: 2.34,
    validposition: 1,
    altitude: 31_000,
    vert_rate: 64,
    track: 142,
    validtrack: 1,
    speed: 432,
    messages: 254,
    seen: 3,
  };

  it("counts from the file's time", () => {
    expect(read([row]).receptions[0]).toMatchObject({
      ...{ atMs: T0 - 3_000, callsign: "BAW734", latitudeDeg: 48.69, altitudeFt: 31_000, onGround: null },
      ...{ groundSpeedKt: 432, trackDeg: 142, verticalRateFpm: 64, squawk: "2053" },
    });
  });

  it("means nothing by its zeros", () => {
    expect(
      read([
        {
          ...row,
          lat: 0,
          lon: 0,
          validposition: 0,
          altitude: 0,
          validtrack: 0,
          speed: 0,
          track: 0,
          squawk: "0000",
          flight: "",
        },
      ]).receptions[0],
    ).toMatchObject({
      latitudeDeg: null,
      altitudeFt: null,
      groundSpeedKt: null,
      trackDeg: null,
      squawk: null,
      callsign: null,
    });
  });

  it("is an array of objects and nothing else", () => {
    expect(read([[1], 2, { hex: "zz" }]).rejected).toEqual([
      "malformed row",
      "malformed row",
      "no usable address",
    ]);
  });
});
