// One merged airframe: for each field the first source that has it, then the rules of type, role, operator and status.
import { describe, expect, it } from "vitest";
import { airframeRow } from "../../src/sources/airframe-row.ts";
import { airframeOf, airline, database, fleetOf, tables, usRegister } from "./parts.ts";

const n899dn = usRegister({
  address: "AC671B",
  registration: "N899DN",
  make: "BOEING",
  model: "737-900ER",
  builtYear: 2018,
  owner: "DELTA AIR LINES INC",
});

describe("fields", () => {
  it("come from the first source that has them; every source that spoke is named", () => {
    const airframe = airframeOf([
      n899dn,
      database("vrs", {
        address: "AC671B",
        registration: "N899DN",
        serialNumber: "31985",
        builtYear: 2017,
        typeCode: "B738",
      }),
      database("mictronics", {
        address: "AC671B",
        registration: "N899DN",
        serialNumber: "1",
        typeCode: "B738",
      }),
    ]);
    expect(airframe).toMatchObject({
      builtYear: 2018,
      serialNumber: "31985",
      model: "737-900ER",
      type: { icao_type: "B739" },
      countryIso2: "US",
      status: "active",
      statusBasis: "register",
      sources: ["us-register", "vrs", "mictronics", "curated"],
      updatedAt: "2026-09-07T00:00:00Z",
    });
  });

  it("pass over a year that the type cannot have, and count it", () => {
    const fleet = fleetOf([
      [database("vrs", { address: "40688B", registration: "G-XLEA", typeCode: "A388", builtYear: 1975 })],
      [
        database("mictronics", {
          address: "40688B",
          registration: "G-XLEA",
          typeCode: "A388",
          builtYear: 2013,
        }),
      ],
    ]);
    expect(fleet.airframes[0]?.builtYear).toBe(2013);
    expect([...fleet.gaps.impossibleYears.keys()]).toEqual(["G-XLEA: 1975, Airbus A380-800"]);
  });

  it("show a register's text for the model, never a database's", () => {
    const text = { address: "40688B", registration: "G-XLEA", typeCode: "A388", model: "Airbus A380-841" };
    expect(airframeOf([database("mictronics", text)]).model).toBeNull();
  });

  it("name organisations as owners, never a person", () => {
    const owner = (name: string) => airframeOf([{ ...n899dn, owner: name }]).owner.name;
    expect(owner("DELTA AIR LINES INC")).toBe("DELTA AIR LINES INC");
    expect(owner("DOE JANE Q")).toBeNull();
  });
});

describe("the type", () => {
  it("of a register that is no airliner is not overruled by a database that lags", () => {
    const { airframes, gaps } = fleetOf([
      [usRegister({ address: "A00001", registration: "N1", make: "CESSNA", model: "172S" })],
      [database("mictronics", { address: "A00001", registration: "N1", typeCode: "B738" })],
    ]);
    expect(airframes).toEqual([]);
    expect(Object.fromEntries(gaps.outOfScope)).toEqual({ "no airliner type": 1 });
  });

  it("of a register that is no airliner may be any light one that a database names", () => {
    const airframe = airframeOf(
      [
        usRegister({ address: "A00001", registration: "N1", make: "CESSNA", model: "208B GRAND CARAVAN EX" }),
        database("mictronics", { address: "A00001", registration: "N1", typeCode: "C208" }),
      ],
      { scope: "all" },
    );
    expect(airframe.type?.icao_type).toBe("C208");
  });

  it("of a register that is not American comes from the databases", () => {
    const irish = airframeRow({
      source: "irish-register",
      standing: "register",
      address: "4CAC62",
      registration: "EI-AZA",
      make: "THE BOEING COMPANY",
      model: "BOEING 737-86N",
    });
    const airframe = airframeOf([
      irish,
      database("mictronics", { address: "4CAC62", registration: "EI-AZA", typeCode: "B738" }),
    ]);
    expect(airframe).toMatchObject({ type: { icao_type: "B738" }, model: "BOEING 737-86N" });
  });
});

describe("the role", () => {
  const roles = (rows: Parameters<typeof airframeOf>[0]) => airframeOf(rows, { scope: "all" }).role;
  const vrs = { address: "40688B", registration: "G-XLEA", typeCode: "B738" };

  it("is the first that any source's text tells, if it speaks of the same type", () => {
    expect(
      roles([database("vrs", vrs), database("mictronics", { ...vrs, model: "Boeing 737-86N(BCF)" })]),
    ).toBe("freighter");
    expect(
      roles([
        database("vrs", vrs),
        database("mictronics", { ...vrs, typeCode: "A320", model: "Airbus ACJ320 214" }),
      ]),
    ).toBe("unknown");
  });

  it("follows from an operator that only flies cargo, or only carries guests", () => {
    const airlines = [
      ...tables.airlines.rows,
      airline({ name: "Royal Flight", icao: "QRF", status: "active", kind: "business", line: 1 }),
    ];
    const flown = (operatorCode: string) =>
      airframeOf([database("vrs", { ...vrs, operatorCode })], { airlines, scope: "all" }).role;
    expect(flown("FDX")).toBe("freighter");
    expect(flown("QRF")).toBe("business");
    expect(flown("DAL")).toBe("unknown");
  });

  it("of business variants keeps them out of the commercial scope", () => {
    const { gaps } = fleetOf([[database("vrs", { ...vrs, model: "Boeing 737-8ZE(BBJ2)" })]]);
    expect(Object.fromEntries(gaps.outOfScope)).toEqual({ "business variant of an airliner": 1 });
  });
});

describe("the operator", () => {
  const row = { address: "40688B", registration: "G-XLEA", typeCode: "A388" };

  it("is the airline of a database's code and name", () => {
    const airframe = airframeOf([
      database("vrs", { ...row, operatorCode: "BAW", operatorName: "British Airways" }),
    ]);
    expect(airframe).toMatchObject({ operator: { slug: "british-airways" }, operatorBasis: "database" });
  });

  it("is nobody where the code's airline has ceased, and that is counted; a later source may still know", () => {
    const gone = database("vrs", { ...row, operatorCode: "CRX", operatorName: "Crossair" });
    const fleet = fleetOf([[gone]]);
    expect(fleet.airframes[0]).toMatchObject({ operator: null, operatorBasis: "unknown" });
    expect(Object.fromEntries(fleet.gaps.doubtfulOperators)).toEqual({ "CRX: Crossair has ceased": 1 });
    const later = database("opensky-database", { ...row, operatorCode: "BAW" });
    expect(airframeOf([gone, later]).operator?.slug).toBe("british-airways");
  });

  it("is read from the registrant where no database names one", () => {
    expect(airframeOf([n899dn])).toMatchObject({
      operator: { slug: "delta-air-lines" },
      operatorBasis: "register",
    });
  });
});

describe("military airframes", () => {
  it("are left out by flag of any source or by block", () => {
    const row = { address: "7CF832", registration: "A97-442", typeCode: "B738" };
    const reasons = (known: Parameters<typeof fleetOf>[1], military: boolean) =>
      Object.fromEntries(fleetOf([[database("mictronics", { ...row, military })]], known).gaps.outOfScope);
    expect(reasons({}, true)).toEqual({ military: 1 });
    expect(reasons({ blockOf: () => ({ countryIso2: "AU", military: true }) }, false)).toEqual({
      military: 1,
    });
    expect(
      fleetOf([[database("mictronics", { ...row, military: true })]], { scope: "all" }).airframes,
    ).toHaveLength(1);
  });
});

describe("one mark under several addresses", () => {
  const rows = [
    database("vrs", { address: "0080DC", registration: "ZS-ALO", typeCode: "A320" }),
    database("mictronics", { address: "00813D", registration: "ZS-ALO", typeCode: "A320" }),
  ];

  it("is one airframe that keeps all its addresses", () => {
    expect(airframeOf(rows)).toMatchObject({ address: "0080DC", otherAddresses: ["00813D"] });
  });
});
