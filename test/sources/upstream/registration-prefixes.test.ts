// VRS registration prefixes: forms of marks by country, as regular expressions written for another language.
import { describe, expect, it } from "vitest";
import { readMarkForms } from "../../../src/sources/upstream/registration-prefixes.ts";
import { BOM, rawFolder } from "../raw-folder.ts";

const FILE = "vrs-standing-data/registration-prefixes/schema-01/reg-prefixes.csv";
const HEADER = "Prefix,CountryISO2,HasHyphen,DecodeFullRegex,DecodeNoHyphenRegex,FormatTemplate";

function forms(...rows: readonly string[]) {
  const read = readMarkForms(rawFolder({ [FILE]: `${BOM}${[HEADER, ...rows].join("\n")}\n` }));
  if (read === null) throw new Error("the file was not found");
  return read;
}

const world = forms(
  'B,CN,1,"B-(?<code>[^HKLM][\\dA-Z]{3,4})","B(?<code>[^HKLM][\\dA-Z]{3,4})",B-{code}',
  "B,HK,1,B-(?<code>[HKL][\\dA-Z]{2}),B(?<code>[HKL][\\dA-Z]{2}),B-{code}",
  "VP,BM,1,VP-B(?<code>[A-Z]{2}),VPB(?<code>[A-Z]{2}),VP-B{code}",
  "VP,KY,1,VP-C(?<code>[A-Z]{2}),VPC(?<code>[A-Z]{2}),VP-C{code}",
  "V8,BN,1,V8-(?<code>[\\dA-Z]{3}),V8(?<code>[\\dA-Z]{3}),V8-{code}",
  "UK,UZ,0,UK(?<code>\\d{5}),UK(?<code>\\d{5}),UK{code}",
  "EK,AM,0,EK(?<code>\\d{5}),EK(?<code>\\d{5}),EK{code}",
);

describe("VRS registration prefixes", () => {
  it.each([
    ["B-18901", "CN"],
    ["B-LRA", "HK"],
    ["VP-BEE", "BM"],
    ["VP-CSM", "KY"],
    ["UK67000", "UZ"],
    ["UK-67000", "UZ"],
    ["V8-DLA", "BN"],
  ])("know whose mark %s is", (mark, country) => {
    expect(world.countryOf(mark)).toBe(country);
  });

  it.each(["357", "14+01", "A97-442", "CG790", "B-", "EK-FOA", "BEE"])("know no form of %s", (mark) => {
    expect(world.countryOf(mark)).toBeNull();
  });

  it("can still tell that a mark begins like those of a country", () => {
    expect(world.beginsLike("EK-FOA", "AM")).toBe(true);
    expect(world.beginsLike("CG790", "AM")).toBe(false);
    expect(world.beginsLike("CG790", "XX")).toBe(false);
  });

  it("count patterns that cannot be read, and rows without prefix or country", () => {
    const read = forms(
      "3A,MC,1,3A-(?<code>[A-Z]{3}),3A(?<code>[A-Z]{3}),",
      "3B,MU,1,3B-(,3B,",
      ",MU,1,x,x,",
      "3C,,1,x,x,",
    );
    expect([read.tally.used, Object.fromEntries(read.tally.rejected)]).toEqual([
      1,
      { "a pattern that cannot be read": 1, "no prefix or no country": 2 },
    ]);
  });
});
