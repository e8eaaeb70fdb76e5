// What src/observe/readers/sbs.ts does, shown case by case.
import { describe, expect, it } from "vitest";
import { readSbsLine } from "../../../src/observe/readers/sbs.ts";

const read = (line: string, ended = true) => readSbsLine(line, ended, (ms) => ms);
const HEAD = "1,1,4CA8AA,1,2019/12/01,13:44:56.086,2019/12/01,13:44:56.086";

describe("SBS lines", () => {
  it("reads a position in the air", () => {
    expect(read(`MSG,3,${HEAD},,36000,,,47.14583,-1.61633,,,0,,0,0`)).toEqual({
      ...{
        atMs: Date.UTC(2019, 11, 1, 13, 44, 56, 86),
        address: "4CA8AA",
        callsign: null,
        registration: null,
      },
      ...{
        typeCode: null,
        latitudeDeg: 47.14583,
        longitudeDeg: -1.61633,
        positionAgeSec: 0,
        altitudeFt: 36_000,
      },
      ...{ onGround: false, groundSpeedKt: null, trackDeg: null, verticalRateFpm: null, squawk: null },
    });
  });

  it("reads callsign, speed, squawk and a position on the ground, each from its own kind of message", () => {
    expect(read(`MSG,1,${HEAD},EZY85MH ,,,,,,,,,,,0`)).toMatchObject({ callsign: "EZY85MH" });
    expect(read(`MSG,4,${HEAD},,,493,286.4,,,-64,,,,,0`)).toMatchObject({
      groundSpeedKt: 493,
      trackDeg: 286.4,
      verticalRateFpm: -64,
    });
    expect(read(`MSG,6,${HEAD},,,,,,,,7442,0,0,0,`)).toMatchObject({ squawk: "7442", onGround: null });
    expect(read(`MSG,2,${HEAD},,,4,,47.15868,-1.60308,,,,,,`)).toMatchObject({
      onGround: true,
      groundSpeedKt: 4,
    });
  });

  it("takes -1 for true and minus 1,000 feet for no altitude", () => {
    expect(read(`MSG,7,${HEAD},,-1000,,,,,,,,,,-1`)).toMatchObject({ altitudeFt: null, onGround: true });
    expect(read(`MSG,7,${HEAD},,-25,,,,,,,,,,1`)).toMatchObject({ altitudeFt: -25, onGround: true });
  });

  it("takes a short line that ended, and none that was cut off", () => {
    expect(read(`MSG,6,${HEAD},,,,,,,,2267`)).toMatchObject({ squawk: "2267" });
    expect(read(`MSG,3,${HEAD},,36000,,,47.1`, false)).toBe("line cut off");
    expect(read(`MSG,3,${HEAD},,36000,,,47.14583,-1.61633,,,0,,0,0`, false)).toMatchObject({
      altitudeFt: 36_000,
    });
    expect(read("MSG,3,1,1,4CA8AA")).toBe("line cut off");
  });

  it.each([
    [
      "SEL,,496,2286,4CA4E5,27215,2010/02/19,18:06:07.710,2010/02/19,18:06:07.710,RYR1427",
      "not a reception message",
    ],
    ["STA,,5,179,400AE7,10103,2008/11/28,14:58:51.153,2008/11/28,14:58:51.153,RM", "not a reception message"],
    ["8CAMSG,3,1,1,4CA8AA", "not an SBS line"],
    ["*8D406B909945DE10000405999BE4;", "not an SBS line"],
    [`MSG,8,1,1,000000,1,2019/12/01,13:44:56.086,2019/12/01,13:44:56.086,,,,,,,,,,,,0`, "no usable address"],
    [`MSG,8,1,1,~AC671B,1,2019/12/01,13:44:56.086,2019/12/01,13:44:56.086,,,,,,,,,,,,0`, "non-ICAO address"],
    ["MSG,8,1,1,4CA8AA,1,,,,,,,,,,,,,,,,0", "time missing or impossible"],
    [
      "MSG,8,1,1,4CA8AA,1,2019/13/01,13:44:56.086,2019/12/01,13:44:56.086,,,,,,,,,,,,0",
      "time missing or impossible",
    ],
    [
      "MSG,8,1,1,4CA8AA,1,2019/12/01,25:44:56.086,2019/12/01,13:44:56.086,,,,,,,,,,,,0",
      "time missing or impossible",
    ],
  ])("says of %s: %s", (line, reason) => {
    expect(read(line)).toBe(reason);
  });

  it("drops a field that makes no sense and keeps the rest", () => {
    expect(read(`MSG,3,${HEAD},,abc,,,47.14583,,,,0,,0,0`)).toMatchObject({
      altitudeFt: null,
      latitudeDeg: null,
      longitudeDeg: null,
    });
  });

  it("leaves the time to whoever knows the clock", () => {
    expect(readSbsLine(`MSG,8,${HEAD},,,,,,,,,,,,0`, true, (ms) => ms + 3_600_000)).toMatchObject({
      atMs: Date.UTC(2019, 11, 1, 14, 44, 56, 86),
    });
  });
});
