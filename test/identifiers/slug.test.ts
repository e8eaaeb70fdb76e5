// Slugs: lower-case ASCII with single hyphens, and how names of the trade become one.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseParameter } from "../../src/identifiers/parameter.ts";
import { parseSlug, toSlug } from "../../src/identifiers/slug.ts";
import { anyText } from "./any-text.ts";

const SEED = { seed: 20260907, numRuns: 2_000 };
const name = fc.oneof(
  anyText(90),
  fc.string({ unit: fc.constantFrom(..."aZ09 -.'’&éØßłıæ™Ⅷ№"), maxLength: 90 }),
);

describe("parseSlug", () => {
  it.each([
    "klm",
    "delta-air-lines",
    "airbus-a320neo",
    "boeing-737-800",
    "3e5123",
    "1e",
    "007",
    "a".repeat(64),
  ])("takes %s as it is", (text) => {
    expect(parseSlug(text)).toBe(text);
  });

  it.each([
    "",
    "-",
    "-klm",
    "klm-",
    "air--lines",
    "KLM",
    "Klm",
    "air lines",
    "air_lines",
    "aér",
    "ß",
    "klm\n",
    "a".repeat(65),
  ])("refuses %j", (text) => {
    expect(parseSlug(text)).toBeNull();
  });
});

describe("toSlug", () => {
  it.each([
    ["Delta Air Lines", "delta-air-lines"],
    ["Azul Linhas Aéreas", "azul-linhas-aereas"],
    ["Air Côte d'Ivoire", "air-cote-divoire"],
    ["Hawai’ian", "hawaiian"],
    ["LOT Polskie Linie Lotnicze – Łódź", "lot-polskie-linie-lotnicze-lodz"],
    ["Türk Hava Yolları", "turk-hava-yollari"],
    ["İstanbul", "istanbul"],
    ["Großflugzeuge", "grossflugzeuge"],
    ["STRAẞE", "strasse"],
    ["Ørsted", "orsted"],
    ["Ǿresund Ǽro", "oresund-aero"],
    ["Þór Œuvre", "thor-oeuvre"],
    ["C C & E I", "c-c-and-e-i"],
    ["Simon＆Co", "simon-and-co"],
    ["U.S. Airways", "us-airways"],
    ["ATR 72-600", "atr-72-600"],
    ["№ 1", "no-1"],
    ["𝐀ir", "air"],
    ["  --  KLM  --  ", "klm"],
    ["__proto__", "proto"],
    ["3E5123", "3e5123"],
    ["007", "007"],
  ])("turns %j into %s", (text, slug) => {
    expect(toSlug(text)).toBe(slug);
  });

  it.each(["", " ", "---", "...", "中国国际航空", "Аэрофлот", "\u200b"])("finds no slug in %j", (text) => {
    expect(toSlug(text)).toBeNull();
  });

  it("gives null or a slug, of which it changes nothing more", () => {
    fc.assert(
      fc.property(name, (text) => {
        const slug = toSlug(text);
        if (slug === null) return;
        expect(parseSlug(slug)).toBe(slug);
        expect(toSlug(slug)).toBe(slug);
        expect(toSlug(slug.toUpperCase())).toBe(slug);
      }),
      SEED,
    );
  });

  it("cuts at 64 characters without leaving a hyphen at the end", () => {
    expect(toSlug("a".repeat(80))).toBe("a".repeat(64));
    expect(toSlug(`${"a".repeat(63)} b`)).toBe("a".repeat(63));
  });

  it("gives slugs that a request can ask for in any case", () => {
    fc.assert(
      fc.property(name, (text) => {
        const slug = toSlug(text);
        if (slug !== null) expect(parseParameter(slug)).toBe(slug.toUpperCase());
      }),
      SEED,
    );
  });
});
