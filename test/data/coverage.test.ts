// How far the tables reach into the US register: issue figures that must not sink, and corrections that still bite.
import { describe, expect, it } from "vitest";
import { createOperatorLookup } from "../../src/model/operators.ts";
import { createOwnerLookup } from "../../src/model/owners.ts";
import { createModelLookup } from "../../src/model/us-types.ts";
import { readUsRegister } from "../../src/sources/us-register.ts";
import { PATHS, tables } from "./curated-data.ts";

const AIRLINERS = new Set(["narrowbody", "widebody", "regional_jet", "turboprop", "freighter"]);
const PROVEN = new Set(["airline", "airline_affiliate", "lessor", "trustee", "manufacturer", "government"]);

const classOf = new Map<string, string>(tables.types.rows.map((row) => [row.icao_type, row.class]));
const modelOf = createModelLookup(tables.usModels.rows);
const ownerOf = createOwnerLookup(tables.owners.rows);
const operatorOf = createOperatorLookup(tables.usOperators.rows, tables.usMarks.rows);
const register = readUsRegister(PATHS.register).rows;

const commercial = register.flatMap(({ registration, make, model, owner: name, builtYear }) => {
  const match = modelOf(make ?? "", model ?? "", builtYear);
  if (match === null || match.role === "military" || match.role === "business") return [];
  const owner = ownerOf(name);
  const operator = operatorOf(owner, registration ?? "", match.icaoType).airline;
  const counts = operator !== null || AIRLINERS.has(classOf.get(match.icaoType) ?? "");
  return counts ? [{ registration, icaoType: match.icaoType, owner, operator }] : [];
});

describe("the tables over the US register", () => {
  it("find at least 9,000 commercial airframes", () => {
    expect(commercial.length).toBeGreaterThanOrEqual(9_000);
  });

  it("leave no airliner without a type", () => {
    const models =
      /^(?:7[0-8]7-|A3[0-9]{2}-|BD-500|DC-?[89]-|DC-?10|MD-?[189]|CL-600-2[CDE]|CL-600-2B19|ERJ |EMB-1[24]|DHC-[78]|ATR|L-?1011)/;
    const makers =
      /^(?:THE )?BOEING|AIRBUS(?! HELI)|MCDONNELL|^DOUGLAS|EMBRAER|YABORA|BOMBARDIER|CANADAIR|HAVILLAND|^ATR|C SERIES|LOCKHEED/;
    const airliners = register.filter(
      ({ make, model }) => makers.test(make ?? "") && models.test(model ?? ""),
    );
    expect(airliners.length).toBeGreaterThan(9_000);
    const missed = airliners.filter(
      ({ make, model, builtYear }) => modelOf(make ?? "", model ?? "", builtYear) === null,
    );
    expect(missed.map(({ make, model }) => `${make} ${model}`)).toEqual([]);
  });

  it("know who owns at least 91 % of them, museums and companies of no known trade not counted", () => {
    const proven = commercial.filter(({ owner }) => PROVEN.has(owner.class));
    expect(proven.length / commercial.length).toBeGreaterThanOrEqual(0.91);
  });

  it.each([
    ["united-airlines", 1_100],
    ["delta-air-lines", 950],
    ["american-airlines", 1_000],
    ["southwest-airlines", 800],
    ["skywest-airlines", 570],
    ["fedex-express", 450],
    ["jetblue", 280],
    ["ups-airlines", 260],
    ["alaska-airlines", 240],
    ["frontier-airlines", 150],
    ["republic-airways", 160],
    ["allegiant-air", 110],
    ["ameriflight", 110],
    ["denver-air-connection", 40],
  ])("give %s a fleet of at least %i", (airline, least) => {
    expect(commercial.filter(({ operator }) => operator === airline).length).toBeGreaterThanOrEqual(least);
  });

  it("count no regional jet as flown by the mainline that owns it", () => {
    const mainline = new Set(["united-airlines", "delta-air-lines", "american-airlines"]);
    const regional = commercial.filter(
      ({ operator, icaoType }) => mainline.has(operator ?? "") && classOf.get(icaoType) === "regional_jet",
    );
    expect(regional).toEqual([]);
  });
});

describe("the corrections", () => {
  it("name airframes of the register, types of the table, and something the register has wrong", () => {
    const byMark = new Map<string | null, (typeof register)[number]>(
      register.map((row) => [row.registration, row]),
    );
    for (const { collection, identifier, field, value, line } of tables.corrections.rows) {
      if (collection !== "airframes") continue;
      const row = byMark.get(identifier);
      expect(row?.registration, `line ${line}`).toBe(identifier);
      const match = modelOf(row?.make ?? "", row?.model ?? "", row?.builtYear ?? null);
      if (field === "type") {
        expect(classOf.has(value), value).toBe(true);
        expect(match?.icaoType, `${identifier} needs no correction any more`).not.toBe(value);
      }
      if (field === "role") expect(match?.role).not.toBe(value);
    }
  });
});
