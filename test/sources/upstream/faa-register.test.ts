// FAA MASTER.txt and ACFTREF.txt: space-padded cells, a byte-order mark, ` KIT MODEL` with its leading space, a trailing
// empty column, status codes.
import { describe, expect, it } from "vitest";
import { faaRegister } from "../../../src/sources/upstream/faa-register.ts";
import { BOM, readAll, rejectedOf, rowOf } from "../raw-folder.ts";

const HEADER =
  "N-NUMBER,SERIAL NUMBER,MFR MDL CODE,ENG MFR MDL,YEAR MFR,TYPE REGISTRANT,NAME,STREET,STREET2,CITY,STATE,ZIP CODE,REGION,COUNTY,COUNTRY,LAST ACTION DATE,CERT ISSUE DATE,CERTIFICATION,TYPE AIRCRAFT,TYPE ENGINE,STATUS CODE,MODE S CODE,FRACT OWNER,AIR WORTH DATE,OTHER NAMES(1),OTHER NAMES(2),OTHER NAMES(3),OTHER NAMES(4),OTHER NAMES(5),EXPIRATION DATE,UNIQUE ID,KIT MFR, KIT MODEL,MODE S CODE HEX,";

interface Registration {
  readonly mark: string;
  readonly serial?: string;
  readonly model?: string;
  readonly year?: string;
  readonly name?: string;
  readonly status?: string;
  readonly hex: string;
}

/** A row of the widths the FAA pads to. */
function row({
  mark,
  serial = "",
  model = "",
  year = "",
  name = "",
  status = "V",
  hex,
}: Registration): string {
  const blank = new Array<string>(11).fill("");
  return [
    mark.padEnd(5),
    serial.padEnd(30),
    model.padEnd(7),
    "     ",
    year.padEnd(4),
    "3",
    name.padEnd(50),
    ...blank,
    "5",
    "5 ",
    status.padEnd(2),
    "53063433",
    " ",
    ...new Array<string>(10).fill(" ".repeat(10)),
    hex.padEnd(10),
    "",
  ].join(",");
}

function master(...rows: readonly Registration[]): string {
  return `${BOM}${HEADER}\n${rows.map((entry) => `${row(entry)}\n`).join("")}`;
}

const N899DN = {
  mark: "899DN",
  serial: "31985",
  model: "1384968",
  year: "2018",
  name: "DELTA AIR LINES INC",
  hex: "AC671B",
};

describe("MASTER.txt", () => {
  it("is laid out here as the FAA lays it out: as many cells as names, the last one empty", () => {
    expect(row(N899DN).split(",")).toHaveLength(HEADER.split(",").length);
    expect(HEADER.split(",")).toContain(" KIT MODEL");
  });

  it("loses its padding, and the N is put back before the mark", () => {
    const reading = readAll(faaRegister, { "faa/MASTER.txt": master(N899DN) });
    expect(rowOf(reading, "AC671B")).toMatchObject({
      source: "faa-register",
      standing: "register",
      registration: "N899DN",
      serialNumber: "31985",
      builtYear: 2018,
      owner: "DELTA AIR LINES INC",
      make: null,
    });
  });

  it("is found under the excerpt's name, and the whole file comes first", () => {
    const excerpt = { "faa/MASTER.excerpt.txt": master(N899DN) };
    expect(readAll(faaRegister, excerpt).tally.used).toBe(1);
    const both = { ...excerpt, "faa/MASTER.txt": master(N899DN, { mark: "1", hex: "A00001" }) };
    expect(readAll(faaRegister, both).tally.used).toBe(2);
  });

  it("takes expired, revoked and cancelled for struck off, and notices and reported sales for registered", () => {
    const standing = (status: string) =>
      rowOf(readAll(faaRegister, { "faa/MASTER.txt": master({ ...N899DN, status }) }), "AC671B").standing;
    for (const status of ["6", "9", "13", "16", "18", "20", "22", "27", "29", "E"])
      expect([status, standing(status)]).toEqual([status, "cancelled"]);
    for (const status of ["V", "T", "M", "R", "N", "7", "14", "15", "17", "24", "25", "26", "28"])
      expect([status, standing(status)]).toEqual([status, "register"]);
  });

  it("counts numbers that are only assigned or reserved, and rows without mark or address", () => {
    const reading = readAll(faaRegister, {
      "faa/MASTER.txt": master(
        N899DN,
        { mark: "6405V", status: "2", hex: "A86856" },
        { mark: "1AB", status: "5", hex: "A00005" },
        { mark: "", hex: "A00006" },
        { mark: "2", hex: "" },
      ),
    });
    expect(rejectedOf(reading)).toEqual({
      "a number assigned or reserved, nothing registered under it": 2,
      "no registration or no Mode S address": 2,
    });
    expect(reading.tally.total).toBe(5);
  });
});

describe("ACFTREF.txt", () => {
  const reference = (...rows: readonly string[]) =>
    `${BOM}CODE,MFR,MODEL,TYPE-ACFT,TYPE-ENG,AC-CAT,BUILD-CERT-IND,NO-ENG,NO-SEATS,AC-WEIGHT,SPEED,TC-DATA-SHEET,TC-DATA-HOLDER,\n${rows.map((line) => `${line}\n`).join("")}`;

  it("turns model codes into make and model", () => {
    const reading = readAll(faaRegister, {
      "faa/MASTER.txt": master(N899DN, { mark: "1", model: "9999999", hex: "A00001" }),
      "faa/ACFTREF.txt": reference(
        "1384968,BOEING                        ,737-900ER           ,5,5,1,0,02,215,CLASS 3,0000,               ,                                                  ,",
        "       ,                              ,                    ,4,1,1,0,01,002,CLASS 1,0000,,,",
      ),
    });
    expect(rowOf(reading, "N899DN")).toMatchObject({ make: "BOEING", model: "737-900ER" });
    expect(rowOf(reading, "N1").make).toBeNull();
    expect(Object.fromEntries(reading.tally.remarks)).toEqual({ "a model code that ACFTREF lacks": 1 });
    const models = reading.also?.get("faa-register models");
    expect([models?.used, models?.total]).toEqual([1, 2]);
  });
});
