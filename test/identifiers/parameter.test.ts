// The rules every path parameter goes through before it becomes a key; each is a line of the contract.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  MAX_PARAMETER_LENGTH,
  normaliseIdentifier,
  parseParameter,
} from "../../src/identifiers/parameter.ts";
import { anyText } from "./any-text.ts";

const SEED = { seed: 20260907, numRuns: 2_000 };
const printable = fc.string({ unit: "grapheme-ascii", minLength: 1, maxLength: MAX_PARAMETER_LENGTH });
/** Text that has been mishandled the way URLs are: stray percent signs, half escapes, lone surrogates, controls. */
const hostileText = fc
  .array(
    fc.oneof(
      fc.constantFrom("%", "%2", "%zz", "%00", "%2F", "%252F", "%E2%80%8B", "%C3", "\\", "..", "+", "\ud800"),
      anyText(4),
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(""));

describe("parseParameter", () => {
  it.each([
    ["DL", "DL", "a clean code is itself"],
    ["delta-air-lines", "DELTA-AIR-LINES", "case never matters"],
    ["n899dn", "N899DN", "case never matters for marks"],
    ["B%2D18901", "B-18901", "percent escapes are decoded"],
    ["b%2d18901", "B-18901", "escapes in lower case too"],
    ["%4E899DN", "N899DN", "even where they were not needed"],
    ["72%2F1234", "72/1234", "an escaped slash belongs to the mark"],
    ["%2541", "%41", "decoding happens once"],
    ["%252F", "%2F", "decoding happens once for slashes"],
    ["15+30", "15+30", "a plus is a plus, not a space"],
    ["15%2B30", "15+30", "an escaped plus is a plus"],
    ["%20N1%20", "N1", "outer spaces go"],
    ["%C2%A0N1%E3%80%80", "N1", "outer no-break and ideographic spaces go"],
    ["A%201", "A 1", "inner spaces stay"],
    ["RA%E2%80%8B-24536", "RA-24536", "zero-width space"],
    ["RA-24536%EF%BB%BF", "RA-24536", "byte-order mark"],
    ["%E2%80%AAN1%E2%80%AC", "N1", "direction marks around pasted text"],
    ["N%C2%AD1", "N1", "soft hyphen"],
    ["N1%EF%B8%8F", "N1", "variation selector"],
    ["%EF%BC%AE%EF%BC%91", "N1", "full-width letters and digits"],
    ["%F0%9D%90%8D1", "N1", "mathematical bold letters"],
    ["B%EF%BC%8D18901", "B-18901", "full-width hyphen"],
    ["%EF%AC%80000", "FF000", "the ff ligature"],
    ["%2E%2E", "..", "dots are just characters"],
    ["..%5C..", "..\\..", "and so are backslashes"],
    ["a\\b", "A\\B", "escaped or not"],
    ["__proto__", "__PROTO__", "the prototype is just an unknown key"],
    ["constructor", "CONSTRUCTOR", "as is the constructor"],
    ["3E5123", "3E5123", "never a number in exponent form"],
    ["1E", "1E", "nor half of one"],
    ["007", "007", "leading zeros stay"],
    ["0x10", "0X10", "no hexadecimal either"],
    ["Infinity", "INFINITY", "nor infinity"],
    ["-0", "-0", "nor a negative zero"],
    ["null", "NULL", "null is four letters"],
  ])("reads %j as %j: %s", (raw, expected) => {
    expect(parseParameter(raw)).toBe(expected);
  });

  it.each([
    ["", "nothing"],
    ["%20", "nothing but space"],
    ["%E2%80%8B", "nothing but a zero-width space"],
    ["%", "a bare percent sign"],
    ["100%", "a percent sign at the end"],
    ["%2", "half an escape"],
    ["%ZZ", "an escape that is not hexadecimal"],
    ["%C3", "half a UTF-8 sequence"],
    ["%C0%AF", "an overlong UTF-8 slash"],
    ["%ED%A0%80", "an encoded surrogate"],
    ["\ud800", "a lone surrogate"],
    ["%00", "a zero byte"],
    ["N1%00", "a zero byte behind a mark"],
    ["N%0A1", "a line break inside"],
    ["N%7F1", "a delete character"],
    ["%C3%9F", "ß, which upper case would turn into SS"],
    ["gro%C3%9F", "ß at the end of ASCII"],
    ["d%C4%B1", "a dotless i, which upper case would turn into I"],
    ["%D0%90320", "a Cyrillic A"],
    ["%CE%9F1", "a Greek Omicron"],
    ["B%E2%80%9018901", "a typographic hyphen"],
    ["B%E2%88%9218901", "a minus sign"],
    ["A%CC%81", "a combining accent"],
    ["caf%C3%A9", "an accented letter"],
    ["%D9%A1%D9%A2", "Arabic digits"],
  ])("refuses %j: %s", (raw) => {
    expect(parseParameter(raw)).toBeNull();
  });

  it("takes 64 characters and refuses 65, counted after decoding", () => {
    const longest = "A".repeat(MAX_PARAMETER_LENGTH);
    expect(MAX_PARAMETER_LENGTH).toBe(64);
    expect(parseParameter(longest)).toBe(longest);
    expect(parseParameter(`${longest}A`)).toBeNull();
    expect(parseParameter("%41".repeat(64))).toBe(longest);
    expect(parseParameter("%41".repeat(65))).toBeNull();
    expect(parseParameter(`${longest}%20`)).toBeNull();
    expect(parseParameter("x".repeat(2_000))).toBeNull();
    // U+3382 becomes two letters: the length counts after normalisation too.
    expect(parseParameter("%E3%8E%82".repeat(33))).toBeNull();
  });

  it("never throws, and gives null or clean text, whatever comes", () => {
    fc.assert(
      fc.property(fc.oneof(anyText(100), hostileText), (raw) => {
        const parsed = parseParameter(raw);
        if (parsed === null) return;
        expect(parsed).toMatch(/^[\x21-\x60\x7b-\x7e](?:[\x20-\x60\x7b-\x7e]{0,62}[\x21-\x60\x7b-\x7e])?$/);
      }),
      SEED,
    );
  });

  it("gives back what it gave when that is asked for again, escaped", () => {
    fc.assert(
      fc.property(fc.oneof(printable, hostileText), (text) => {
        const once = parseParameter(text);
        if (once !== null) expect(parseParameter(encodeURIComponent(once))).toBe(once);
      }),
      SEED,
    );
  });

  it("reads an escaped text as the text itself", () => {
    fc.assert(
      fc.property(printable, (text) => {
        const plain = text.trim();
        expect(parseParameter(encodeURIComponent(text))).toBe(plain === "" ? null : plain.toUpperCase());
      }),
      SEED,
    );
  });

  it("cares neither for case nor for invisible characters anywhere", () => {
    const invisible = fc.constantFrom(
      ..."\u00ad\u034f\u061c\u180e\u200b\u200c\u200d\u200e\u200f\u202a\u202e\u2060\u2066\ufe0f\ufeff",
    );
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z0-9-]{1,40}$/), invisible, fc.nat(), (text, mark, place) => {
        const at = place % (text.length + 1);
        const marked = encodeURIComponent(text.slice(0, at) + mark + text.slice(at));
        const expected = text.toUpperCase();
        expect(parseParameter(marked)).toBe(expected);
        expect(parseParameter(text.toLowerCase())).toBe(expected);
        expect(parseParameter(expected)).toBe(expected);
      }),
      SEED,
    );
  });
});

describe("normaliseIdentifier", () => {
  it("does not decode: a percent sign in upstream text is a percent sign", () => {
    expect(normaliseIdentifier("%41")).toBe("%41");
    expect(normaliseIdentifier(" ra-\u200b24536 ")).toBe("RA-24536");
  });

  it("is the same applied twice", () => {
    fc.assert(
      fc.property(anyText(100), (text) => {
        const once = normaliseIdentifier(text);
        if (once !== null) expect(normaliseIdentifier(once)).toBe(once);
      }),
      SEED,
    );
  });

  it("lets no character outside ASCII become a letter by upper-casing", () => {
    for (let code = 0x80; code <= 0xffff; code++) {
      const character = String.fromCharCode(code);
      const folded = character.normalize("NFKC");
      if (/^(?:\p{ASCII}|\p{Default_Ignorable_Code_Point})*$/u.test(folded)) continue;
      if (normaliseIdentifier(`A${character}B`) !== null)
        expect.unreachable(`U+${code.toString(16)} was let through`);
    }
  });
});
