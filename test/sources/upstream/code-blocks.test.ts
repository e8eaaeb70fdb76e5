// VRS code blocks: nested ranges of addresses, of which the narrowest decides.
import { describe, expect, it } from "vitest";
import { readCodeBlocks } from "../../../src/sources/upstream/code-blocks.ts";
import { BOM, rawFolder } from "../raw-folder.ts";

const FILE = "vrs-standing-data/code-blocks/schema-01/code-blocks.csv";
const HEADER = "Start,Finish,Count,Bitmask,SignificantBitmask,IsMilitary,CountryISO2";

function blocks(...rows: readonly string[]) {
  const read = readCodeBlocks(rawFolder({ [FILE]: `${BOM}${[HEADER, ...rows].join("\n")}\n` }));
  if (read === null) throw new Error("the file was not found");
  return read;
}

describe("VRS code blocks", () => {
  const world = blocks(
    "000000,7FFFFF,8388608,000000,800000,0,ZZ",
    "3C0000,3FFFFF,262144,3C0000,FC0000,0,DE",
    "3F4000,3F7FFF,16384,3F4000,FFC000,1,DE",
    "A00000,AFFFFF,1048576,A00000,F00000,0,US",
    "ADF7C8,ADF7CF,8,ADF7C8,FFFFF8,1,US",
  );

  it("let the narrowest block decide, at both of its ends", () => {
    const cases = {
      "3C0000": ["DE", false],
      "3F3FFF": ["DE", false],
      "3F4000": ["DE", true],
      "3F7FFF": ["DE", true],
      "3F8000": ["DE", false],
      "3FFFFF": ["DE", false],
      ADF7C7: ["US", false],
      ADF7C8: ["US", true],
    };
    for (const [address, [countryIso2, military]] of Object.entries(cases))
      expect([address, world.of(address)]).toMatchObject([address, { countryIso2, military }]);
  });

  it("know no country in space that nobody was given, inside a ZZ block or outside every block", () => {
    for (const address of ["000001", "400000", "800000", "B00000", "FFFFFE"])
      expect([address, world.of(address)]).toMatchObject([address, { countryIso2: null, military: false }]);
  });

  it("count rows without a range", () => {
    const read = blocks("3C0000,3FFFFF,1,,,0,DE", "7Z,3FFFFF,1,,,0,DE", "3FFFFF,3C0000,1,,,0,DE", ",,,,,,");
    expect([read.tally.used, Object.fromEntries(read.tally.rejected)]).toEqual([1, { "no range": 3 }]);
  });

  it("are absent without their file", () => {
    expect(readCodeBlocks(rawFolder({}))).toBeNull();
  });
});
