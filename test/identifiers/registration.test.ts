// Registration marks: what is one, its compact spelling, and the keys that keep marks and addresses apart.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseModeSAddress } from "../../src/identifiers/mode-s-address.ts";
import {
  compactMark,
  hasSeparator,
  parseRegistration,
  registrationOnlyKey,
} from "../../src/identifiers/registration.ts";
import { anyText } from "./any-text.ts";

const SEED = { seed: 20260907, numRuns: 2_000 };
const SEPARATORS = ["-", "+", ".", "/", " "] as const;
const mark = fc.stringMatching(/^[A-Z0-9][A-Z0-9+./ -]{0,14}[A-Z0-9]$/);

describe("parseRegistration", () => {
  it.each([
    ["n899dn", "N899DN"],
    ["G-XLEA", "G-XLEA"],
    ["b-18901", "B-18901"],
    [" D-AIMA ", "D-AIMA"],
    ["RA-\u200b24536", "RA-24536"],
    ["15+30", "15+30"],
    ["MM62209", "MM62209"],
    ["A97-442", "A97-442"],
    ["72/1234", "72/1234"],
    ["UP.51-01", "UP.51-01"],
    ["CC AA", "CC AA"],
    ["3E5123", "3E5123"],
    ["1E", "1E"],
    ["00123", "00123"],
    ["Ｇ－ＸＬＥＡ", "G-XLEA"],
  ])("reads %j as %s", (text, expected) => {
    expect(parseRegistration(text)).toBe(expected);
  });

  it.each([
    "",
    " ",
    "N",
    "-",
    "--",
    "-+./ ",
    "D-AIßA",
    "ß",
    "Д-123",
    "G_XLEA",
    "N1\u0000",
    "N1;DROP",
    "__proto__",
    "X".repeat(17),
  ])("refuses %j", (text) => {
    expect(parseRegistration(text)).toBeNull();
  });

  it("gives null or a mark that it takes back unchanged, in any case", () => {
    fc.assert(
      fc.property(fc.oneof(mark, anyText(20)), (text) => {
        const parsed = parseRegistration(text);
        if (parsed === null) return;
        expect(parsed).toMatch(/^[A-Z0-9+./ -]{2,16}$/);
        expect(parseRegistration(parsed)).toBe(parsed);
        expect(parseRegistration(parsed.toLowerCase())).toBe(parsed);
      }),
      SEED,
    );
  });
});

describe("separators", () => {
  it.each(SEPARATORS)("%j makes a text a registration and nothing else", (separator) => {
    expect(hasSeparator(`A97${separator}442`)).toBe(true);
    expect(parseModeSAddress(`A97${separator}442`)).toBeNull();
    expect(compactMark(`A${separator}97${separator}442`)).toBe("A97442");
  });

  it.each(["N899DN", "A97442", "_", "A,B", "A:B"])("%j has none", (text) => {
    expect(hasSeparator(text)).toBe(false);
    expect(compactMark(text)).toBe(text);
  });

  it("are all gone from the compact spelling, and nothing else is", () => {
    fc.assert(
      fc.property(mark, (text) => {
        const compact = compactMark(text);
        expect(hasSeparator(compact)).toBe(false);
        expect(compactMark(compact)).toBe(compact);
        expect(compact).toBe([...text].filter((character) => /[A-Z0-9]/.test(character)).join(""));
      }),
      SEED,
    );
  });

  it("may stand anywhere: GXLEA, GX-LEA and G-XLEA share one compact spelling", () => {
    const compact = fc.stringMatching(/^[A-Z0-9]{2,10}$/);
    fc.assert(
      fc.property(compact, fc.constantFrom(...SEPARATORS), fc.nat(), (text, separator, place) => {
        const at = place % (text.length + 1);
        const spelled = text.slice(0, at) + separator + text.slice(at);
        expect(compactMark(spelled)).toBe(text);
        expect(registrationOnlyKey(spelled)).toBe(registrationOnlyKey(text));
      }),
      SEED,
    );
  });
});

describe("registrationOnlyKey", () => {
  it("keeps a mark with a separator apart from the Mode S address of the same six characters", () => {
    for (const [spelled, address] of [
      ["B-18901", "B18901"],
      ["A97-442", "A97442"],
    ] as const) {
      expect(parseModeSAddress(address)).toBe(address);
      expect(compactMark(spelled)).toBe(address);
      expect(registrationOnlyKey(spelled)).not.toBe(address);
    }
  });

  it("never equals anything that could be an address, a code or a compact mark", () => {
    fc.assert(
      fc.property(mark, (text) => {
        const key = registrationOnlyKey(text);
        expect(hasSeparator(key)).toBe(true);
        expect(parseModeSAddress(key)).toBeNull();
        expect(compactMark(key)).toBe(compactMark(text));
        expect(registrationOnlyKey(key)).toBe(key);
      }),
      SEED,
    );
  });
});
