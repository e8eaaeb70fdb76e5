// The arithmetic between N-numbers and addresses, against the FAA's own order of marks and its whole register.
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toModeSAddress } from "../../src/identifiers/mode-s-address.ts";
import { addressOfUsRegistration, usRegistrationOfAddress } from "../../src/identifiers/us-registration.ts";
import { anyText } from "./any-text.ts";

/** Data file of a development dependency; the package itself is never imported. */
const REGISTER = new URL(
  "../../node_modules/@squawk/icao-registry-data/data/icao-registry.json.gz",
  import.meta.url,
);
const REGISTERED_PAIRS = 316_483;
const FIRST = 0xa00001;
const LAST = 0xadf7c7;
const LETTERS = [..."ABCDEFGHJKLMNPQRSTUVWXYZ"];

describe("known pairs", () => {
  it.each([
    ["N1", "A00001"],
    ["N1A", "A00002"],
    ["N1AA", "A00003"],
    ["N1AZ", "A0001A"],
    ["N1B", "A0001B"],
    ["N1ZZ", "A00259"],
    ["N10", "A0025A"],
    ["N100", "A004B3"],
    ["N1000", "A0070C"],
    ["N1000Z", "A00724"],
    ["N10000", "A00725"],
    ["N10009", "A0072E"],
    ["N1001", "A0072F"],
    ["N899DN", "AC671B"],
    ["N99999", "ADF7C7"],
  ])("%s is %s", (mark, address) => {
    expect(addressOfUsRegistration(mark)).toBe(address);
    expect(usRegistrationOfAddress(address)).toBe(mark);
  });
});

describe("the whole space", () => {
  it("runs through every mark in the FAA's order, one address each, from A00001 to ADF7C7", () => {
    let value = FIRST;
    const wrong: string[] = [];
    for (const mark of marksInOrder()) {
      const address = toModeSAddress(value++);
      if (
        address === null ||
        addressOfUsRegistration(mark) !== address ||
        usRegistrationOfAddress(address) !== mark
      )
        wrong.push(`${mark} ${address}`);
    }
    expect(wrong).toEqual([]);
    expect(value - 1).toBe(LAST);
  });

  it("comes back from any address and any mark", () => {
    fc.assert(
      fc.property(fc.integer({ min: FIRST, max: LAST }), (value) => {
        const address = toModeSAddress(value) ?? "";
        expect(addressOfUsRegistration(usRegistrationOfAddress(address) ?? "")).toBe(address);
        expect(usRegistrationOfAddress(address.toLowerCase())).toBe(usRegistrationOfAddress(address));
      }),
      { seed: 20260907, numRuns: 2_000 },
    );
  });

  it("ends where it ends: no mark for any other address", () => {
    for (const value of [1, 0x100000, 0x9fffff, FIRST - 1, LAST + 1, 0xadf7ff, 0xae0000, 0xafffff, 0xfffffe])
      expect(usRegistrationOfAddress(toModeSAddress(value) ?? "")).toBeNull();
    fc.assert(
      fc.property(
        fc.oneof(fc.integer({ min: 1, max: FIRST - 1 }), fc.integer({ min: LAST + 1, max: 0xfffffe })),
        (value) => {
          expect(usRegistrationOfAddress(toModeSAddress(value) ?? "")).toBeNull();
        },
      ),
      { seed: 20260907, numRuns: 500 },
    );
  });
});

describe("texts that are no N-number or no address", () => {
  it.each([
    "",
    "N",
    "N0",
    "N01",
    "NA",
    "N1I",
    "N1O",
    "N1AI",
    "N1OA",
    "N123456",
    "N12345A",
    "N1234AB",
    "N123ABC",
    "N1A1",
    "N-1",
    "n1",
    "N1 ",
    "1N",
    "NX1",
    "C1",
    "N1e5",
    "N1ß",
    "N１",
  ])("%j has no address", (text) => {
    expect(addressOfUsRegistration(text)).toBeNull();
  });

  it.each([
    "",
    "A0000",
    "A000011",
    "0xA00001",
    "A00001 and more",
    "A0000G",
    "N1",
    "10485761",
    "-A00001",
    "Infinity",
  ])("%j has no mark", (text) => {
    expect(usRegistrationOfAddress(text)).toBeNull();
  });

  it("never throw, and what has a partner is the partner of its partner", () => {
    const text = fc.oneof(
      anyText(8),
      fc.stringMatching(/^N[0-9]{0,5}[A-Z]{0,3}$/),
      fc.stringMatching(/^[Aa][0-9A-Fa-f]{4,6}$/),
    );
    fc.assert(
      fc.property(text, (text) => {
        const address = addressOfUsRegistration(text);
        if (address !== null) expect(usRegistrationOfAddress(address)).toBe(text);
        const mark = usRegistrationOfAddress(text);
        if (mark !== null) expect(addressOfUsRegistration(mark)).toBe(text.toUpperCase());
      }),
      { seed: 20260907, numRuns: 5_000 },
    );
  });
});

describe("the FAA register", () => {
  it(`agrees with the arithmetic for all ${REGISTERED_PAIRS} aircraft, both ways`, () => {
    const { records } = JSON.parse(gunzipSync(readFileSync(REGISTER)).toString("utf8")) as {
      readonly records: readonly { readonly icaoHex: string; readonly registration: string }[];
    };
    const wrong = records.filter(
      ({ icaoHex, registration }) =>
        addressOfUsRegistration(registration) !== icaoHex ||
        usRegistrationOfAddress(icaoHex) !== registration,
    );
    expect(wrong).toEqual([]);
    expect(records).toHaveLength(REGISTERED_PAIRS);
  });
});

/** The rule itself, written as a walk instead of as arithmetic: suffixes first, then the next digit. */
function* marksInOrder(): Generator<string> {
  for (const digit of "123456789") yield* marksFrom(`N${digit}`);
}

function* marksFrom(stem: string): Generator<string> {
  yield stem;
  const room = 6 - stem.length;
  if (room === 0) return;
  for (const first of LETTERS) {
    yield stem + first;
    if (room > 1) for (const second of LETTERS) yield stem + first + second;
  }
  for (const digit of "0123456789") yield* marksFrom(stem + digit);
}
