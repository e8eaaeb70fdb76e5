// Mode S addresses: six hex digits, nothing more and nothing less, and never a number on the way.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseModeSAddress, toModeSAddress } from "../../src/identifiers/mode-s-address.ts";
import { anyText } from "./any-text.ts";

const LAST_VALUE = 0xffffff;

describe("parseModeSAddress", () => {
  it.each([
    ["AC671B", "AC671B"],
    ["ac671b", "AC671B"],
    [" 4ca2d1\n", "4CA2D1"],
    ["3E5123", "3E5123"],
    ["1e9999", "1E9999"],
    ["000001", "000001"],
    ["004002", "004002"],
    ["FFFFFE", "FFFFFE"],
    ["123456", "123456"],
    ["B18901", "B18901"],
    ["\u200bA00001", "A00001"],
    ["Ａ００００１", "A00001"],
  ])("reads %j as %s", (text, address) => {
    expect(parseModeSAddress(text)).toBe(address);
  });

  it.each([
    ["", "nothing"],
    ["AC671", "five digits"],
    ["AC671B0", "seven digits"],
    ["0xAC67", "a prefix"],
    ["0xAC671B", "a prefix and six digits"],
    ["AC671G", "a letter beyond F"],
    ["AC-671", "a separator"],
    ["AC 671", "a space"],
    ["+C671B", "a sign"],
    ["~AC671", "a tilde, which feeds put before made-up addresses"],
    ["AC671B;", "something behind it"],
    ["АC671B", "a Cyrillic A"],
    ["AC67ß", "a letter that upper case would double"],
    ["000000", "the address of nobody"],
    ["FFFFFF", "the address of everybody"],
    ["ffffff", "the same in lower case"],
  ])("refuses %j: %s", (text) => {
    expect(parseModeSAddress(text)).toBeNull();
  });

  it("gives null or six upper-case hex digits that it takes back", () => {
    fc.assert(
      fc.property(fc.oneof(anyText(8), fc.stringMatching(/^[0-9a-fA-F]{5,7}$/)), (text) => {
        const address = parseModeSAddress(text);
        if (address === null) return;
        expect(address).toMatch(/^[0-9A-F]{6}$/);
        expect(parseModeSAddress(address)).toBe(address);
      }),
      { seed: 20260907, numRuns: 2_000 },
    );
  });
});

describe("toModeSAddress", () => {
  it("spells every 24-bit number with leading zeros, and reads back as the same number", () => {
    expect(toModeSAddress(1)).toBe("000001");
    expect(toModeSAddress(0xa00001)).toBe("A00001");
    fc.assert(
      fc.property(fc.integer({ min: 1, max: LAST_VALUE - 1 }), (value) => {
        const address = toModeSAddress(value);
        expect(address).not.toBeNull();
        expect(Number.parseInt(address ?? "", 16)).toBe(value);
        expect(parseModeSAddress(address ?? "")).toBe(address);
      }),
      { seed: 20260907, numRuns: 2_000 },
    );
  });

  it.each([0, LAST_VALUE, LAST_VALUE + 1, -1, 1.5, 2 ** 32 + 1, Number.NaN, Number.POSITIVE_INFINITY])(
    "refuses %d",
    (value) => {
      expect(toModeSAddress(value)).toBeNull();
    },
  );
});
