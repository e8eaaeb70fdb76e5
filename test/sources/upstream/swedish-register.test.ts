// The Swedish register: Swedish headers, decimal comma, one line per owner, persons left blank, marks struck off.
import { describe, expect, it } from "vitest";
import { swedishRegister } from "../../../src/sources/upstream/swedish-register.ts";
import { readAll, rejectedOf } from "../raw-folder.ts";

const HEADER =
  "code,Avregistrerad,Orsak,Land,Luftfartygstyp,Tillverkningsnummer,Tillverkningsår,Max startvikt (kg),Luftvärdighetshandling giltig t.o.m.,Registreringsdatum,owners_amount,owner.type,owner.id,owner.name,owner.address,owner.since";

function register(...rows: readonly string[]) {
  return { "luftfartygsregistret-se/register.csv": `${[HEADER, ...rows].join("\n")}\n` };
}

const SE_ROM =
  'SE-ROM,,,,AIRBUS-A320-251N,8494,2018,"77000,0",2027-06-04,2018-11-22,1,Registrerad ägare,503770.0,SAS Sverige AB,Sweden,2018-11-22';
const SE_RSA =
  'SE-RSA,2023-11-20,Exported,Austria,AIRBUS-A350-941,0358,2019,"268000,0",2024-05-23,2019-11-28,1,Senast registrerad ägare,503770.0,SAS Sverige AB,Sweden,2019-11-28';

describe("Swedish register", () => {
  it("keeps columns in place although weights carry a decimal comma", () => {
    const [row] = readAll(swedishRegister, register(SE_ROM)).rows;
    expect(row).toMatchObject({
      source: "swedish-register",
      standing: "register",
      address: null,
      registration: "SE-ROM",
      model: "AIRBUS-A320-251N",
      serialNumber: "8494",
      builtYear: 2018,
      owner: "SAS Sverige AB",
    });
  });

  it("tells what is struck off from what is registered", () => {
    const { rows } = readAll(swedishRegister, register(SE_ROM, SE_RSA));
    expect(rows.map(({ registration, standing }) => [registration, standing])).toEqual([
      ["SE-ROM", "register"],
      ["SE-RSA", "cancelled"],
    ]);
  });

  it("makes one row of several owners and names the company among them, whichever line it is on", () => {
    const person = 'SE-CBN,,,,PIPER-PA18,18-5365,1957,"794,0",,1957-05-02,2,,,,,';
    const company =
      'SE-CBN,,,,PIPER-PA18,18-5365,1957,"794,0",,1957-05-02,2,Registrerad delägare,1.0,Frivilliga Flygkåren,,2001-01-01';
    for (const lines of [
      [person, company],
      [company, person],
    ]) {
      const reading = readAll(swedishRegister, register(...lines));
      expect(reading.rows.map(({ owner }) => owner)).toEqual(["Frivilliga Flygkåren"]);
      expect(rejectedOf(reading)).toEqual({ "a further owner of a registration already read": 1 });
      expect(reading.tally.total).toBe(2);
    }
  });

  it("keeps a mark's former holder apart from its present one", () => {
    const former =
      'SE-ROM,1996-06-26,Scrapped,,SAAB-2000,2000-001,1991,"22500,0",,1992-03-25,1,Senast registrerad ägare,501519.0,SAAB AB,,1992-03-25';
    const { rows } = readAll(swedishRegister, register(former, SE_ROM));
    expect(rows.map(({ serialNumber, standing }) => [serialNumber, standing])).toEqual([
      ["2000-001", "cancelled"],
      ["8494", "register"],
    ]);
  });

  it("takes the year 0 for unknown and counts lines without a mark", () => {
    const reading = readAll(
      swedishRegister,
      register('SE-UAA,,,,HOMEMADE,1,0,"1,0",,,1,,,,,', ",,,,,,,,,,,,,,,"),
    );
    expect(reading.rows.map(({ builtYear }) => builtYear)).toEqual([null]);
    expect(rejectedOf(reading)).toEqual({ "no registration": 1 });
  });
});
