// Airline, airport and aircraft type codes: which texts are codes, and that a code stays text.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  parseAirlineIata,
  parseAirlineIcao,
  parseAirportIata,
  parseAirportIcao,
  parseTypeDesignator,
  parseTypeIata,
} from "../../src/identifiers/codes.ts";
import { anyText } from "./any-text.ts";

const PARSERS = {
  parseAirlineIata,
  parseAirlineIcao,
  parseAirportIata,
  parseAirportIcao,
  parseTypeDesignator,
  parseTypeIata,
} as const;

const CASES: readonly [keyof typeof PARSERS, readonly string[], readonly string[]][] = [
  [
    "parseAirlineIata",
    ["DL", "9W", "W9", "1E", "0B", "U2", "3E"],
    ["00", "42", "D", "DAL", "D-", "D L", "", "DŁ"],
  ],
  ["parseAirlineIcao", ["DAL", "BAW", "INF", "NAN"], ["DL", "D1L", "DELT", "123", "", "D-L"]],
  ["parseAirportIata", ["ATL", "LHR", "NAN"], ["AT", "KATL", "AT1", "123", ""]],
  ["parseAirportIcao", ["KATL", "EGLL", "K1G4", "A1E5"], ["ATL", "1ATL", "0123", "KATLX", "KA-L", ""]],
  ["parseTypeDesignator", ["A20N", "B77L", "C1", "E3TF", "B3XM"], ["A", "320", "77W", "A320N", "A-20", ""]],
  ["parseTypeIata", ["77W", "32N", "320", "7M8", "1E5"], ["32", "A20N", "3-2", ""]],
];

describe.each(CASES)("%s", (name, codes, others) => {
  const parse = PARSERS[name];

  it.each(codes)("takes %s in either case and gives upper case", (code) => {
    expect(parse(code)).toBe(code);
    expect(parse(code.toLowerCase())).toBe(code);
    expect(parse(` ${code}\u200b `)).toBe(code);
  });

  it.each(others)("refuses %j", (text) => {
    expect(parse(text)).toBeNull();
  });

  it.each(["ß", "ßA", "Aß", "ßß", "Aı", "ıTL", "KATı", "А320", "ΑTL", "ÅTL"])(
    "refuses %s, which only upper-casing or the eye makes a code",
    (text) => {
      expect(parse(text)).toBeNull();
    },
  );

  it("gives a string of its own form or null, and takes its own answer back", () => {
    fc.assert(
      fc.property(fc.oneof(anyText(5), fc.stringMatching(/^[A-Za-z0-9]{1,5}$/)), (text) => {
        const code = parse(text);
        if (code === null) return;
        expect(code).toMatch(/^[A-Z0-9]{2,4}$/);
        expect(parse(code)).toBe(code);
        expect(parse(code.toLowerCase())).toBe(code);
      }),
      { seed: 20260907, numRuns: 2_000 },
    );
  });

  it("is not fooled by a name of the object prototype", () => {
    for (const text of ["__proto__", "constructor", "toString", "undefined"]) expect(parse(text)).toBeNull();
  });
});

describe("codes that look like numbers", () => {
  it("stay the text they are", () => {
    expect(parseAirlineIata("1e")).toBe("1E");
    expect(parseAirlineIata("0E")).toBe("0E");
    expect(parseTypeIata("007")).toBe("007");
    expect(parseTypeIata("1e5")).toBe("1E5");
    expect(parseTypeIata("320")).toStrictEqual("320");
    expect(parseAirlineIcao("inf")).toBe("INF");
  });
});
