// Make and model of the US register to a type: the traps of real data, one row each. That no airliner is missed is
// tested in coverage.test.ts.
import { describe, expect, it } from "vitest";
import { createModelLookup } from "../../src/model/us-types.ts";
import { tables } from "./curated-data.ts";

const modelOf = createModelLookup(tables.usModels.rows);
const typeOf = (make: string, model: string, year: number | null) => {
  const match = modelOf(make, model, year);
  return match === null ? null : `${match.icaoType} ${match.role}`;
};

describe("make and model of the US register", () => {
  it.each([
    // MAX versions are certified as 737-7, -8, -9, -10; customer codes of the older ones begin with the same digits.
    ["BOEING", "737-7", 2023, "B37M passenger"],
    ["BOEING", "737-8", 2019, "B38M passenger"],
    ["BOEING", "737-8200", 2024, "B38M passenger"],
    ["BOEING", "737-9", 2022, "B39M passenger"],
    ["BOEING", "737-10", 2023, "B3XM passenger"],
    ["BOEING", "737-9GPER", 2012, "B739 passenger"],
    ["BOEING", "737-924ER", 2014, "B739 passenger"],
    ["BOEING", "737-823", 2012, "B738 passenger"],
    ["BOEING", "737-800", 2018, "B738 passenger"],
    ["BOEING", "737-7H4", 2004, "B737 passenger"],
    ["BOEING", "737-700", 2010, "B737 passenger"],
    // Military airframes that stand in the civil register before delivery.
    ["BOEING", "737-800A", 2021, "P8 military"],
    ["BOEING COMPANY THE", "767-2C", 2022, "B762 military"],
    ["BOEING", "737-700", 2025, "B737 military"],
    ["BOEING", "747-85M", 2017, "B748 military"],
    ["LOCKHEED", "HC-130H", 1987, "C130 military"],
    // Business versions of airliners.
    ["BOEING", "737-7BC", 1999, "B737 business"],
    ["AIRBUS INDUSTRIE", "A319-133CJ", 2004, "A319 business"],
    ["EMBRAER", "EMB-135BJ", 2006, "E35L business"],
    ["EMBRAER", "ERJ 190-100 ECJ", 2011, "E190 business"],
    ["BOMBARDIER INC", "CL-600-2B19", 2010, "CRJ2 business"],
    // One certificate, several types.
    ["BOMBARDIER INC", "CL-600-2B19", 2003, "CRJ2 passenger"],
    ["BOMBARDIER INC", "CL-600-2B19", null, "CRJ2 passenger"],
    ["CANADAIR", "CL-600-2B19", 1994, "CRJ1 passenger"],
    ["BOMBARDIER INC", "CL-600-2C10", 2004, "CRJ7 passenger"],
    ["BOMBARDIER INC", "CL-600-2C11", 2020, "CRJ7 passenger"],
    ["BOMBARDIER INC", "CL-600-2D24", 2013, "CRJ9 passenger"],
    ["EMBRAER S A", "ERJ 170-200 LR", 2011, "E75S passenger"],
    ["EMBRAER S A", "ERJ 170-200 LR", 2016, "E75L passenger"],
    ["YABORA INDUSTRIA AERONAUTICA S", "ERJ 170-200 LL", 2020, "E75L passenger"],
    ["EMBRAER", "ERJ 190-100 IGW", 2008, "E190 passenger"],
    ["EMBRAER", "EMB-135KL", 2001, "E135 passenger"],
    ["EMBRAER", "EMB-145XR", 2003, "E45X passenger"],
    ["AIRBUS S A S", "A321-271NX", 2022, "A21N passenger"],
    ["AIRBUS", "A321-253NY", 2025, "A21N passenger"],
    ["AIRBUS", "A320-251N", 2018, "A20N passenger"],
    ["AIRBUS", "A320-232", 2008, "A320 passenger"],
    ["AIRBUS CANADA LP", "BD-500-1A11", 2023, "BCS3 passenger"],
    ["C SERIES AIRCRAFT LTD PTNRSP", "BD-500-1A10", 2018, "BCS1 passenger"],
    ["AIRBUS SAS", "A350-941", 2019, "A359 passenger"],
    ["AIRBUS INDUSTRIE", "A300 F4-605R", 1995, "A306 freighter"],
    ["MCDONNELL DOUGLAS", "DC-9-83(MD-83)", 1990, "MD83 unknown"],
    ["MCDONNELL DOUGLAS AIRCRAFT CO", "MD-88", 1991, "MD88 unknown"],
    ["ATR-GIE AVIONS DE TRNSP RGNL", "ATR 72-212A", 2005, "AT75 unknown"],
    ["ATR-GIE AVIONS DE TRNSP RGNL", "ATR 72-212A", 2021, "AT76 unknown"],
    ["ATR-GIE AVIONS DE TRNSP RGNL", "ATR 42-500", 2024, "AT46 passenger"],
    ["BOEING", "777F", 2018, "B77L freighter"],
    ["BOEING CO", "777-FS2", 2012, "B77L freighter"],
    ["BOEING", "777-222ER", 2001, "B772 passenger"],
    ["BOEING", "777-323ER", 2014, "B77W passenger"],
    ["BOEING", "747-8F", 2019, "B748 freighter"],
    ["BOEING", "747-409", 1990, "BLCF freighter"],
    ["BOEING", "747-409", null, "B744 unknown"],
    ["BOEING", "767-300F", 2019, "B763 freighter"],
    ["BOEING", "DHC-8-102", 1988, "DH8A passenger"],
    ["LOCKHEED MARTIN CORP", "382J", 2019, "C30J freighter"],
  ] as const)("%s %s of %s is %s", (make, model, year, expected) => {
    expect(typeOf(make, model, year)).toBe(expected);
  });

  it.each([
    ["BOMBARDIER INC", "CL-600-2B16"],
    ["BOMBARDIER INC", "CL-600-2B16(CL-604)"],
    ["CANADAIR LTD", "CL-600-2A12"],
    ["AEROPRO CZ", "A220"],
    ["AEROPRAKT MANUFACTURING SP ZOO", "A22LS"],
    ["AEROPRAKT MFG SP Z O O", "A32"],
    ["BOEING", "75"],
    ["CAMERON BALLOONS US", "A-225"],
    ["AIRBUS HELICOPTERS", "AS332L1"],
    ["EMBRAER S A", "EMB-505"],
    ["", ""],
  ])("%s %s is no airliner", (make, model) => {
    expect(typeOf(make, model, 2010)).toBeNull();
  });

  it("does not mind the case of the text", () => {
    expect(typeOf("Boeing", "737-9gper", 2012)).toBe("B739 passenger");
  });
});
