// Airlines of three databases: VRS (byte-order mark, codes that are no airline), OpenFlights (no header, \N for null) and
// Mictronics (names and countries by code).
import { describe, expect, it } from "vitest";
import { readUpstreamAirlines } from "../../../src/sources/upstream/airlines.ts";
import { BOM, type RawFiles, rawFolder, zipOf } from "../raw-folder.ts";

const VRS = "vrs-standing-data/airlines/schema-01/airlines.csv";
const VRS_HEADER = "Code,Name,ICAO,IATA,PositioningFlightPattern,CharterFlightPattern";
const OPENFLIGHTS = "openflights/airlines.dat";

function read(files: RawFiles) {
  const [reading] = readUpstreamAirlines(rawFolder(files));
  if (reading === undefined) throw new Error("no file was found");
  return reading;
}

describe("VRS airlines", () => {
  it("are read from behind a byte-order mark; a reservation system without an ICAO code is none", () => {
    const reading = read({
      [VRS]: `${BOM}${VRS_HEADER}\n1B,Abacus International,,1B,,\nDLH,Lufthansa,DLH,LH,,\nTAX,Thai AirAsia X,TAX,XJ,,\n`,
    });
    expect(reading.rows).toEqual([
      { source: "vrs", name: "Lufthansa", icao: "DLH", iata: "LH", country: null, defunct: false },
      { source: "vrs", name: "Thai AirAsia X", icao: "TAX", iata: "XJ", country: null, defunct: false },
    ]);
    expect(reading.tally.total).toBe(3);
  });
});

describe("OpenFlights airlines", () => {
  it("have no header, and \\N is null, not a name", () => {
    const reading = read({
      [OPENFLIGHTS]:
        '-1,"Unknown",\\N,"-","N/A",\\N,\\N,"Y"\n24,"American Airlines",\\N,"AA","AAL","AMERICAN","United States","Y"\n2,"135 Airways",\\N,"","GNL","GENERAL","United States","N"\n9,"\\N",\\N,"","ABC",\\N,\\N,"Y"\n10,"Somewhere Air",\\N,\\N,"SWA",\\N,\\N,"Y"\n',
    });
    expect(reading.rows).toEqual([
      {
        source: "openflights",
        name: "American Airlines",
        icao: "AAL",
        iata: "AA",
        country: "United States",
        defunct: false,
      },
      {
        source: "openflights",
        name: "135 Airways",
        icao: "GNL",
        iata: null,
        country: "United States",
        defunct: true,
      },
      {
        source: "openflights",
        name: "Somewhere Air",
        icao: "SWA",
        iata: null,
        country: null,
        defunct: false,
      },
    ]);
    expect(Object.fromEntries(reading.tally.rejected)).toEqual({
      "no ICAO code: reservation systems, railways and airlines that cannot be told apart": 1,
      "no name": 1,
    });
    expect(reading.tally.total).toBe(5);
  });

  it("leave out virtual airlines of flight simulation, and keep Virgin", () => {
    const reading = read({
      [OPENFLIGHTS]:
        '1,"Delta Virtual Airlines",\\N,"","DVA",\\N,\\N,"Y"\n411,"Virgin Atlantic Airways",\\N,"VS","VIR","VIRGIN","United Kingdom","Y"\n',
    });
    expect(reading.rows.map(({ icao }) => icao)).toEqual(["VIR"]);
    expect([...reading.tally.rejected.keys()]).toEqual(["a virtual airline of flight simulation"]);
  });
});

describe("Mictronics operators", () => {
  it("bring names and countries; entries of another shape are counted", () => {
    const operators = {
      AAB: ["Abelag Aviation", "Belgium", "ABG"],
      AAC: ["Army Air Corps", "", ""],
      XX: ["Two Letters", "", ""],
      AAD: null,
      AAE: [1, 2, 3],
      AAF: "Aigle Azur",
    };
    const reading = read({
      "mictronics/indexedDB.zip": zipOf({
        "operators.json": JSON.stringify(operators),
        "aircrafts.json": "{}",
      }),
    });
    expect(reading.rows.map(({ icao, country }) => [icao, country])).toEqual([
      ["AAB", "Belgium"],
      ["AAC", null],
    ]);
    expect(reading.tally.total).toBe(6);
  });
});

describe("the three together", () => {
  it("come in order of precedence, and an absent file is passed over", () => {
    const files = {
      [OPENFLIGHTS]: '24,"American Airlines",\\N,"AA","AAL","AMERICAN","United States","Y"\n',
      [VRS]: `${VRS_HEADER}\nDLH,Lufthansa,DLH,LH,,\n`,
    };
    expect(readUpstreamAirlines(rawFolder(files)).map(({ source }) => source)).toEqual([
      "vrs",
      "openflights",
    ]);
    expect(readUpstreamAirlines(rawFolder({}))).toEqual([]);
  });
});
