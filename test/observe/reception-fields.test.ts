// What src/observe/reception-fields.ts does, shown case by case.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as fields from "../../src/observe/reception-fields.ts";

describe("addresses", () => {
  it.each([
    ["ac671b", "AC671B"],
    ["3C6444", "3C6444"],
    ["004000", "004000"],
  ])("takes %s", (text, address) => {
    expect(fields.parseAddress(text)).toBe(address);
  });

  it.each([
    ["~2b1f6c", "non-ICAO address"],
    ["000000", "no usable address"],
    ["FFFFFF", "no usable address"],
    ["000001", "address of no country"],
    ["003FFF", "address of no country"],
    ["", "no usable address"],
    ["12345", "no usable address"],
    ["GARBAGE", "no usable address"],
    [undefined, "no usable address"],
    [0xac671b, "no usable address"],
  ])("refuses %s as %s", (value, reason) => {
    expect(fields.parseAddress(value)).toBeNull();
    expect(fields.whyNoAddress(value)).toBe(reason);
  });
});

describe("callsigns", () => {
  it.each([
    ["DAL1812 ", "DAL1812"],
    ["C GZPT  ", "CGZPT"],
    ["n899dn", "N899DN"],
    ["BAW12_", "BAW12"],
    ["        ", null],
    ["????????", null],
    ["00000000", null],
    ["67077", null],
    ["@@@@@@@@", null],
    ["AAAAAAAA", null],
    ["X", null],
    ["", null],
    [null, null],
    [42, null],
  ])("reads %s as %s", (text, callsign) => {
    expect(fields.parseCallsign(text)).toBe(callsign);
  });

  it.each([
    ["DAL1812", "AC671B", "N899DN", "DAL"],
    ["DLH04Y", "3C66E7", null, "DLH"],
    // A mark that happens to look like a flight, known from the source or by the US arithmetic.
    ["OEA1", "440000", "OE-A1", null],
    ["N899DN", "AC671B", null, null],
    ["HBYLL", "4B4089", null, null],
    ["BA15K", "4070E6", null, null],
    ["TEST123", "40757F", null, null],
  ])("finds the airline of %s (%s, %s): %s", (callsign, address, registration, airline) => {
    expect(fields.airlineOfCallsign(callsign, address, registration)).toBe(airline);
  });
});

describe("numbers", () => {
  it("drops what no aircraft can send", () => {
    expect([-1_000, -999, 45_000, 126_750, null].map(fields.parseAltitudeFt)).toEqual([
      null,
      -999,
      45_000,
      null,
      null,
    ]);
    expect([-1, 0, 451.23, 9_999].map(fields.parseSpeedKt)).toEqual([null, 0, 451.2, null]);
    expect([-118.8, 360, 359.94, 361, -181].map(fields.parseTrackDeg)).toEqual([241.2, 0, 359.9, null, null]);
    expect([-32_640, -640.4].map(fields.parseVerticalRateFpm)).toEqual([null, -640]);
    expect([fields.parsePosition(0, 0), fields.parsePosition(91, 0), fields.parsePosition(10, null)]).toEqual(
      [null, null, null],
    );
    expect(fields.parsePosition(52.123_456_7, 190)).toEqual([52.123457, -170]);
    expect(["7700", "123", 7000, "8000", "12345", "", null].map(fields.parseSquawk)).toEqual([
      "7700",
      "0123",
      "7000",
      null,
      null,
      null,
      null,
    ]);
  });

  it("never lets anything but a number of the stated range or null through", () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        const number = fields.numberOrNull(value);
        const altitude = fields.parseAltitudeFt(number);
        expect(
          altitude === null || (Number.isInteger(altitude) && altitude > -1_000 && altitude < 100_000),
        ).toBe(true);
        const track = fields.parseTrackDeg(number);
        expect(track === null || (track >= 0 && track <= 360)).toBe(true);
        expect(fields.parseCallsign(value) ?? "AB").toMatch(/^[A-Z0-9]{2,8}$/);
      }),
      { seed: 3, numRuns: 500 },
    );
  });

  it("knows vehicles and obstacles by category and by the database's type", () => {
    expect(
      ["C1", "C2", "C3", "C0", "A3", undefined].map((category) =>
        fields.isSurfaceObject(category, undefined),
      ),
    ).toEqual([true, true, true, false, false, false]);
    expect(fields.isSurfaceObject("A3", "GND")).toBe(true);
  });
});
