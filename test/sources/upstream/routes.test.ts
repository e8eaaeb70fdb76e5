// VRS callsign routes: one CSV per airline in a tar.gz; what is kept is departures per airline and airport.
import { describe, expect, it } from "vitest";
import { readRoutes } from "../../../src/sources/upstream/routes.ts";
import { BOM, rawFolder, tarGzOf } from "../raw-folder.ts";

const FILE = "vrs-standing-data/routes-schema-01.tar.gz";
const HEADER = "Callsign,Code,Number,AirlineCode,AirportCodes";

async function read(entries: Readonly<Record<string, string>>) {
  const routes = await readRoutes(rawFolder({ [FILE]: await tarGzOf(entries) }));
  if (routes === null) throw new Error("the archive was not found");
  return routes;
}

describe("VRS routes", () => {
  it("count every stop but the last as a departure", async () => {
    const { departures } = await read({
      "routes/schema-01/Q/QFA-all.csv": `${BOM}${HEADER}\nQFA1,QFA,1,QFA,YSSY-WSSS-EGLL\nQFA2,QFA,2,QFA,EGLL-WSSS-YSSY\nQFA9,QFA,9,QFA,YPPH-EGLL\n`,
    });
    expect(Object.fromEntries(departures.get("QFA") ?? [])).toEqual({ YSSY: 1, WSSS: 2, EGLL: 1, YPPH: 1 });
  });

  it("count rows that lead nowhere, and leave other files of the archive alone", async () => {
    const { tally } = await read({
      "routes/README.md": "not,a,route,at,all\n",
      "routes/schema-01/A/AAC-all.csv": `${HEADER}\nAAC710,AAC,710,AAC,KONT-KGSO\nAAC1,AAC,1,,KONT-KGSO\nAAC2,AAC,2,AAC,KONT\nAAC3,AAC,3,AAC,\n\n`,
    });
    expect([tally.used, tally.total]).toEqual([1, 4]);
  });

  it("of another shape are refused by archive and entry", async () => {
    await expect(
      read({ "routes/schema-01/A/AAC-all.csv": "<!doctype html>\n<p>Not found\n" }),
    ).rejects.toThrow(
      /routes-schema-01\.tar\.gz\/routes\/schema-01\/A\/AAC-all\.csv:1: does not begin with Callsign/,
    );
  });

  it("are absent without their archive", async () => {
    expect(await readRoutes(rawFolder({}))).toBeNull();
  });
});
