// Rows of many sources into airframes: precedence, marks that disagree, one mark under several addresses, registers
// without addresses; and no row is lost on the way.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mergeAirframes } from "../../src/model/merge.ts";
import { type AirframeRow, airframeRow } from "../../src/sources/airframe-row.ts";
import { database, usRegister } from "./parts.ts";

const swedish = (registration: string, known: Partial<AirframeRow> = {}) =>
  airframeRow({ source: "swedish-register", standing: "register", registration, ...known });

describe("one address", () => {
  it("is one airframe, its rows in order of precedence whatever the order of the addresses", () => {
    const { airframes } = mergeAirframes([
      [usRegister({ address: "AC671B", registration: "N899DN" })],
      [database("vrs", { address: "40688B", registration: "G-XLEA" })],
      [
        database("mictronics", { address: "40688B", registration: "G-XLEA" }),
        database("mictronics", { address: "AC671B", registration: "N899DN" }),
      ],
    ]);
    expect(airframes.map(({ address, rows }) => [address, rows.map(({ source }) => source)])).toEqual([
      ["AC671B", ["us-register", "mictronics"]],
      ["40688B", ["vrs", "mictronics"]],
    ]);
  });

  it("takes the first mark there is, and rows of another mark give nothing but a conflict", () => {
    const { airframes, account } = mergeAirframes([
      [database("vrs", { address: "4AC9ED", registration: null, serialNumber: "8494" })],
      [database("mictronics", { address: "4AC9ED", registration: "SE-ROM" })],
      [database("tar1090", { address: "4AC9ED", registration: "SE-DOY" })],
    ]);
    expect(airframes).toMatchObject([
      {
        registration: "SE-ROM",
        rows: [{ source: "vrs" }, { source: "mictronics" }],
        conflicting: [{ source: "tar1090" }],
      },
    ]);
    expect(account.conflictingMarks).toBe(1);
  });

  it("does not mind a hyphen left out", () => {
    const { account } = mergeAirframes([
      [database("vrs", { address: "899000", registration: "B-18901" })],
      [database("mictronics", { address: "899000", registration: "B18901" })],
    ]);
    expect(account).toMatchObject({ airframes: 1, conflictingMarks: 0 });
  });
});

describe("one mark under several addresses", () => {
  const merge = (
    first: Partial<AirframeRow>,
    second: Partial<AirframeRow>,
    isAtHome?: (mark: string, address: string) => boolean,
  ) => mergeAirframes([[database("vrs", first)], [database("mictronics", second)]], isAtHome);

  it("is one airframe where the type is the same: a database mistyped an address", () => {
    const { airframes, account } = merge(
      { address: "0080DC", registration: "ZS-ALO", typeCode: "E145" },
      { address: "00813D", registration: "ZS-ALO", typeCode: "E145" },
    );
    expect(airframes).toMatchObject([{ address: "0080DC", otherAddresses: ["00813D"] }]);
    expect(airframes[0]?.rows).toHaveLength(2);
    expect(account).toMatchObject({ airframes: 1, unitedAddresses: 1, sharedMarks: 0 });
  });

  it("stands at the address of its own country, whichever source says so", () => {
    const { airframes } = merge(
      { address: "0D2278", registration: "9H-TJD", typeCode: "B738" },
      { address: "4D2278", registration: "9H-TJD", typeCode: "B738" },
      (_mark, address) => address.startsWith("4D"),
    );
    expect(airframes).toMatchObject([{ address: "4D2278", otherAddresses: ["0D2278"] }]);
    // The order of the sources still decides between their words.
    expect(airframes[0]?.rows.map(({ source }) => source)).toEqual(["vrs", "mictronics"]);
  });

  it("stays two airframes where the types differ: the mark went from one to the other", () => {
    const { airframes, account } = merge(
      { address: "440BA9", registration: "OE-LCO", typeCode: "B789" },
      { address: "440055", registration: "OE-LCO", typeCode: "CRJ2" },
    );
    expect(airframes).toHaveLength(2);
    expect(account).toMatchObject({ unitedAddresses: 0, sharedMarks: 1 });
  });

  it("stays two where a type is unknown, and where marks only look alike without their separators", () => {
    expect(
      merge({ address: "440BA9", registration: "OE-LCO" }, { address: "440055", registration: "OE-LCO" })
        .airframes,
    ).toHaveLength(2);
    expect(
      merge(
        { address: "3F58AE", registration: "14+01", typeCode: "GL5T" },
        { address: "084003", registration: "1401", typeCode: "GL5T" },
      ).airframes,
    ).toHaveLength(2);
  });

  it("belongs to the airframe that a register lists, whatever type a database has elsewhere", () => {
    const { airframes } = mergeAirframes([
      [usRegister({ address: "A14C02", registration: "N183BZ", make: "AIRBUS", model: "BD-500-1A11" })],
      [database("mictronics", { address: "A14CD2", registration: "N183BZ", typeCode: "BCS3" })],
    ]);
    expect(airframes).toMatchObject([{ address: "A14C02", otherAddresses: ["A14CD2"] }]);
  });
});

describe("a register without addresses", () => {
  const known = [database("mictronics", { address: "4AC9ED", registration: "SE-ROM", typeCode: "A20N" })];

  it("joins the airframe of the same mark, at its own place in the order of sources", () => {
    const { airframes } = mergeAirframes([[swedish("SE-ROM", { serialNumber: "8494" })], known]);
    expect(airframes).toMatchObject([
      { address: "4AC9ED", rows: [{ source: "swedish-register" }, { source: "mictronics" }] },
    ]);
  });

  it("stands alone where nobody knows the mark", () => {
    const { airframes, account } = mergeAirframes([[swedish("SE-001")], known]);
    expect(airframes.map(({ address, registration }) => [address, registration])).toEqual([
      ["4AC9ED", "SE-ROM"],
      [null, "SE-001"],
    ]);
    expect(account.byMarkOnly).toBe(1);
  });

  it("speaks of the mark's present holder, wherever the former one stands in the file", () => {
    const former = swedish("SE-ROM", { standing: "cancelled", serialNumber: "2000-001" });
    const present = swedish("SE-ROM", { serialNumber: "8494" });
    for (const rows of [
      [former, present],
      [present, former],
    ]) {
      const { airframes, account } = mergeAirframes([rows, known]);
      expect(airframes[0]?.rows[0]).toMatchObject({ standing: "register", serialNumber: "8494" });
      expect(account.formerHolders).toBe(1);
    }
  });
});

describe("no row", () => {
  it("is lost or doubled, whatever the sources say", () => {
    const address = fc.option(fc.constantFrom("A00001", "A00002", "A00003", "A00004"));
    const registration = fc.option(fc.constantFrom("N1", "N-1", "SE-ROM", "14+01", "1401"));
    const typeCode = fc.option(fc.constantFrom("A20N", "B738"));
    const row = fc
      .record({ address, registration, typeCode })
      .filter((known) => known.address !== null || known.registration !== null);
    fc.assert(
      fc.property(fc.array(row, { maxLength: 8 }), fc.array(row, { maxLength: 8 }), (first, second) => {
        const { airframes, account } = mergeAirframes([
          first.map((known) => swedish("X1", known)),
          second.map((known) => database("mictronics", known)),
        ]);
        const kept = airframes.flatMap(({ rows, conflicting }) => [...rows, ...conflicting]);
        expect(new Set(kept).size).toBe(kept.length);
        expect(kept.length + account.formerHolders).toBe(account.rows);
        const addresses = airframes.flatMap((airframe) => [airframe.address, ...airframe.otherAddresses]);
        const given = new Set(
          [...first, ...second].map((known) => known.address).filter((known) => known !== null),
        );
        expect(addresses.filter((known) => known !== null).sort()).toEqual([...given].sort());
      }),
      { seed: 11, numRuns: 300 },
    );
  });
});
