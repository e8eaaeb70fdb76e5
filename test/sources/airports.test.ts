// OurAirports as its editors leave it: codes in the wrong column, notes to each other in names, ends on the other
// hemisphere.
import { describe, expect, it } from "vitest";
import { type Airports, readAirports } from "../../src/sources/airports.ts";
import { rawFolder } from "./raw-folder.ts";

const AIRPORT_COLUMNS =
  "ident,type,name,latitude_deg,longitude_deg,elevation_ft,iso_country,iso_region,municipality,scheduled_service,icao_code,iata_code,gps_code,local_code";
const RUNWAY_COLUMNS =
  "airport_ident,length_ft,width_ft,surface,lighted,closed,le_ident,le_latitude_deg,le_longitude_deg,he_ident,he_latitude_deg,he_longitude_deg";

function read(airports: readonly string[], runways: readonly string[] = []): Airports {
  return readAirports(
    rawFolder({
      "airports.csv": `${[AIRPORT_COLUMNS, ...airports].join("\n")}\n`,
      "runways.csv": `${[RUNWAY_COLUMNS, "ZZZZ,100,10,ASP,1,0,01,,,19,,", ...runways].join("\n")}\n`,
      "countries.csv": "code,name\nBR,Brazil\n",
      "regions.csv": "code,name\nBR-RN,Rio Grande do Norte\n",
    }),
  );
}

const natal = (codes: string, name = "Natal", type = "large_airport") =>
  `SBSG,${type},${name},-5.77,-35.37,272,BR,BR-RN,Natal,yes,${codes},RN0001`;

describe("an airport", () => {
  const codesOf = (row: string, ...others: string[]) => {
    const [{ icao, iata } = { icao: null, iata: null }] = read([row, ...others]).rows;
    return [icao, iata];
  };

  it("has the ICAO code of its column, or that of navigation databases where airlines know it", () => {
    expect(codesOf(natal("SBSG,NAT,SBSG"))).toEqual(["SBSG", "NAT"]);
    expect(codesOf(natal(",NAT,SBSG"))).toEqual(["SBSG", "NAT"]);
    expect(codesOf(natal("SBSG,NAT,SBXX"))).toEqual(["SBSG", "NAT"]);
  });

  it("has no ICAO code where the other one is no such code, belongs to another, or nobody flies there", () => {
    expect(codesOf(natal(",NAT,"))).toEqual([null, "NAT"]);
    expect(codesOf(natal(",NAT,RN01"))).toEqual([null, "NAT"]);
    expect(codesOf(natal(",,SBSG"))).toEqual([null, null]);
    const other = "XX,small_airport,Other,1,1,1,BR,BR-RN,,no,SBSG,,,";
    expect(codesOf(natal(",NAT,SBSG"), other)).toEqual([null, "NAT"]);
  });

  it("has a name without what editors tell each other, and without doubled blanks", () => {
    const named = (name: string) => read([natal("SBSG,NAT,", name)]).rows[0];
    expect(named("[Duplicate] Natal  Airport")?.name).toBe("Natal Airport");
    expect(named("Natal Airport [UNUSABLE]")).toMatchObject({ name: "Natal Airport", kind: "large_airport" });
    expect(named("Natal Airport [CLOSED]")).toMatchObject({ name: "Natal Airport", kind: "closed" });
  });
});

describe("a runway", () => {
  const runwaysOf = (...runways: string[]) => read([natal("SBSG,NAT,")], runways);

  it("has ends near its airport, or ends without a position", () => {
    const { runwaysByIdent } = runwaysOf("SBSG,9843,197,ASP,1,0,12,-5.76,-35.38,30,5.78,-35.36");
    const [runway] = runwaysByIdent.get("SBSG") ?? [];
    expect(
      runway?.ends.map(({ ident, latitudeDeg, longitudeDeg }) => [ident, latitudeDeg, longitudeDeg]),
    ).toEqual([
      ["12", -5.76, -35.38],
      ["30", null, null],
    ]);
  });

  it("of two feet has no length, and one marked for deletion is counted and dropped", () => {
    const { runwaysByIdent, tallies } = runwaysOf(
      "SBSG,2,197,ASP,1,0,12,,,30,,",
      "SBSG,9843,197,Delete duplicate,1,0,12,,,30,,",
    );
    expect(runwaysByIdent.get("SBSG")?.map(({ lengthFt }) => lengthFt)).toEqual([null]);
    expect(Object.fromEntries(tallies.get("ourairports runways")?.rejected ?? [])).toEqual({
      "of an airport that was not used": 1,
      "marked for deletion": 1,
    });
  });
});
