// VRS model types: many models per ICAO designator, of which the first names it.
import { describe, expect, it } from "vitest";
import { readUpstreamTypes } from "../../../src/sources/upstream/types.ts";
import { BOM, rawFolder } from "../raw-folder.ts";

const FOLDER = "vrs-standing-data/model-type/schema-01";
const HEADER = "ICAO,Manufacturer,Model,Engines,EngineType,EnginePlacement,WakeTurbulence,Species";

describe("VRS model types", () => {
  it("give one row a designator, in the order of the files", () => {
    const reading = readUpstreamTypes(
      rawFolder({
        [`${FOLDER}/C.csv`]: `${BOM}${HEADER}\nC172,Cessna,172 Skyhawk,1,P,N,L,L\nC172,Reims,F172,1,P,N,L,L\n`,
        [`${FOLDER}/B.csv`]: `${BOM}${HEADER}\nBE20,Beech,200 Super King Air,2,T,N,L,L\n`,
        [`${FOLDER}/notes.txt`]: "C150,Cessna,150\n",
      }),
    );
    expect(reading?.rows).toEqual([
      { icaoType: "BE20", manufacturer: "Beech", model: "200 Super King Air" },
      { icaoType: "C172", manufacturer: "Cessna", model: "172 Skyhawk" },
    ]);
    expect(reading?.tally.total).toBe(3);
    expect(Object.fromEntries(reading?.tally.rejected ?? [])).toEqual({
      "a further model under a designator already read": 1,
    });
  });

  it("count rows that name nothing", () => {
    const reading = readUpstreamTypes(
      rawFolder({
        [`${FOLDER}/-.csv`]: `${HEADER}\n-,Unknown,Thing,,,,,\nC172,,172,,,,,\nC172,Cessna,,,,,,\nA320,Airbus,A320,,,,,\n`,
      }),
    );
    expect([reading?.tally.used, reading?.tally.total]).toEqual([1, 4]);
  });

  it("are absent without their folder", () => {
    expect(readUpstreamTypes(rawFolder({}))).toBeNull();
  });
});
