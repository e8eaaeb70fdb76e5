// The Irish register: a title line that holds the date, quoted fields with newlines, N/A for no Mode S address.
import { describe, expect, it } from "vitest";
import { irishRegister } from "../../../src/sources/upstream/irish-register.ts";
import { readAll, rejectedOf, rowOf } from "../raw-folder.ts";

const TITLE = "All Registered Aircraft as at 31 August 2022 - Total 1287,,,,,,,,,,,,,,";
const HEADER =
  "Registration Mark,Aircraft producer,Aircraft Model,Category,Registration date,MTOW (KGs),Year of Manufacture,Aircraft Serial Number,Mode S,Engine Manufacturer,Engine Model,No. of Engines,Registered Owner,Address,Aircraft Charge Lodged";

function register(...rows: readonly string[]) {
  return {
    "airframesio-registers/ireland.csv": `${[TITLE, HEADER, ...rows].join("\n")}\n`,
  };
}

const EI_AZA =
  'EI-AZA,THE BOEING COMPANY,BOEING 737-86N,LAND AEROPLANE,25/08/2021,79015,2001,28655,4CAC62,CFM,"CFM56-7B24\nCFM56-7B26",2,"ASL AIRLINES\n(IRELAND)   LIMITED","SWORDS, CO. DUBLIN, ",';

describe("Irish register", () => {
  it("skips the title line, takes the date from it, and reads fields that hold newlines", () => {
    const reading = readAll(irishRegister, register(EI_AZA));
    expect(reading.date).toBe("2022-08-31");
    expect(rowOf(reading, "EI-AZA")).toMatchObject({
      source: "irish-register",
      standing: "register",
      address: "4CAC62",
      make: "THE BOEING COMPANY",
      model: "BOEING 737-86N",
      serialNumber: "28655",
      builtYear: 2001,
      owner: "ASL AIRLINES (IRELAND) LIMITED",
      typeCode: null,
    });
    expect(reading.tally.total).toBe(1);
  });

  it("reads N/A as no address", () => {
    const reading = readAll(
      irishRegister,
      register(
        "EI-AYN,BRITTEN-NORMAN LTD,BN2A-8 ISLANDER,LAND AEROPLANE,30/12/1993,2858,1974,704,N/A,LYCOMING,O-540-E4C5,2,GALWAY AVIATION SERVICES LIMITED,,",
      ),
    );
    expect(rowOf(reading, "EI-AYN").address).toBeNull();
  });

  it("never lets the address of an owner into a row", () => {
    expect(JSON.stringify(readAll(irishRegister, register(EI_AZA)).rows)).not.toContain("SWORDS");
  });

  it("counts rows without a mark", () => {
    const reading = readAll(irishRegister, register(EI_AZA, ",,,,,,,,,,,,,,", "??,,,,,,,,,,,,,,"));
    expect(rejectedOf(reading)).toEqual({ "no registration": 2 });
    expect(reading.tally.total).toBe(3);
  });
});
