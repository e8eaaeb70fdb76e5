// The cross-check itself, and what it says of the tables as they are: the `agrees` column is what it computes, and
// no disagreement is left without a word. The second part needs the open databases and is skipped without them.
import { describe, expect, it } from "vitest";
import { agreesCell, type Verdict } from "../../scripts/cross-check/agreement.ts";
import { checkTypes } from "../../scripts/cross-check/aircraft-types.ts";
import { type AirlineDatabase, readAirlineDatabases } from "../../scripts/cross-check/airline-databases.ts";
import { alikeNames } from "../../scripts/cross-check/airline-names.ts";
import { checkAirlines } from "../../scripts/cross-check/airlines.ts";
import { checkLessors, readOwnerRegisters } from "../../scripts/cross-check/lessors.ts";
import {
  readDesignators,
  readTypeDatabases,
  type TypeFigures,
} from "../../scripts/cross-check/type-databases.ts";
import { RAW, ROOT, rawFilesAreHere, tables } from "./curated-data.ts";

const airlines = tables.airlines.rows;
const types = tables.types.rows;

describe("the comparison of airline names", () => {
  it.each([
    ["Delta Air Lines", "DELTA AIRLINES INC"],
    ["easyJet", "Easy Jet Airline Co Ltd"],
    ["Azul Linhas Aéreas", "Azul Linhas Aereas Brasileiras"],
    ["SAS Scandinavian Airlines", "SAS"],
    ["Regional Air Services (Tanzania)", "Regional Air Services"],
    ["J-Air", "J-Air"],
    ["Bahamasair", "Bahamas Air Holdings"],
  ])("takes %s and %s for one", (ours, theirs) => {
    expect(alikeNames([ours], theirs)).toBe(true);
  });

  it.each([
    ["Royal Air Philippines", "Royal Aruban Airline"],
    ["National Airlines", "National Air Cargo Group"],
    ["Silk Avia", "US Airways"],
    ["British Caledonian", "British Caribbean Airways"],
    ["Air Cargo Express", "Air Transport Services"],
    ["Star Air", ""],
  ])("keeps %s and %s apart", (ours, theirs) => {
    expect(alikeNames([ours], theirs)).toBe(false);
  });
});

describe("the check of airlines", () => {
  const row = airlines.find(({ slug }) => slug === "delta-air-lines");
  if (row === undefined) throw new Error("delta-air-lines is gone");
  const database = (id: string, year: number, name: string, iata: string | null): AirlineDatabase => ({
    id,
    year,
    records: [{ name, iata, icao: "DAL" }],
  });
  const verdictOf = (...databases: readonly AirlineDatabase[]) =>
    checkAirlines([{ ...row, note: "" }], databases)[0] as Verdict;

  it("counts an equal or an absent IATA code as agreement, another one not", () => {
    expect(verdictOf(database("a", 2026, "Delta", "DL")).agrees).toEqual(["a"]);
    expect(verdictOf(database("a", 2026, "Delta", null)).agrees).toEqual(["a"]);
    expect(verdictOf(database("a", 2026, "Delta", "DD"))).toMatchObject({
      agrees: [],
      disagreements: [{ database: "a" }],
    });
  });

  it("lets a newer database settle what an older one says, and not the other way round", () => {
    const [old, fresh] = [
      database("old", 2017, "Another Airline", "DL"),
      database("new", 2026, "Delta", "DL"),
    ];
    expect(verdictOf(old, fresh).disagreements).toMatchObject([{ database: "old", settledBy: "new" }]);
    const [stale, wrong] = [
      database("old", 2017, "Delta", "DL"),
      database("new", 2026, "Another Airline", "DL"),
    ];
    expect(verdictOf(stale, wrong).disagreements).toMatchObject([{ database: "new", settledBy: null }]);
  });

  it("lets nobody settle an IATA code who knows none", () => {
    const [old, fresh] = [database("old", 2017, "Delta", "DD"), database("new", 2026, "Delta", null)];
    expect(verdictOf(old, fresh).disagreements).toMatchObject([{ database: "old", settledBy: null }]);
  });
});

describe("the check of aircraft types", () => {
  const row = types.find(({ icao_type }) => icao_type === "A20N");
  if (row === undefined) throw new Error("A20N is gone");
  const verdictOf = (figures: TypeFigures, note = "") =>
    checkTypes(
      [{ ...row, seats_typical: 180, range_km: 6_000, mtow_kg: 80_000, note }],
      [{ id: "openap", figures: new Map([["A20N", figures]]) }],
    )[0] as Verdict;

  it.each([
    [{ mtowKg: 75_000 }, true],
    [{ mtowKg: 73_500 }, false],
    [{ rangeKm: 5_100 }, true],
    [{ rangeKm: 4_900 }, false],
    [{ seats: [150, 150] }, true],
    [{ seats: [149, 149] }, false],
    [{ seats: [140, 194] }, true],
    [{ mtowKg: 80_000, rangeKm: 3_000 }, false],
  ] as const)("judges %j by the tolerance: %s", (figures, agreed) => {
    expect(verdictOf(figures).agrees).toEqual(agreed ? ["openap"] : []);
  });

  it("says nothing where there is nothing to compare", () => {
    expect(agreesCell(verdictOf({}))).toBe("unchecked");
  });

  it("takes only a note that names the database for an answer", () => {
    const wide = { mtowKg: 60_000 };
    expect(verdictOf(wide, "openap gives the lightest version").disagreements[0]?.settledBy).not.toBeNull();
    expect(verdictOf(wide, "out of production").disagreements[0]?.settledBy).toBeNull();
  });
});

if (!rawFilesAreHere)
  console.log("skipped: the open databases are not in ../shared/data/raw, so agreement is not tested");

describe.skipIf(!rawFilesAreHere)("the tables against the open databases", () => {
  const compare = (verdicts: readonly Verdict[], rows: readonly { slug: string; agrees: string }[]) => {
    const written = new Map(rows.map(({ slug, agrees }) => [slug, agrees]));
    return verdicts
      .filter((verdict) => written.get(verdict.row) !== agreesCell(verdict))
      .map(
        (verdict) =>
          `${verdict.row}: ${written.get(verdict.row)} is written, ${agreesCell(verdict)} is right`,
      );
  };
  const open = (verdicts: readonly Verdict[]) =>
    verdicts
      .flatMap(({ disagreements }) => disagreements)
      .filter(({ settledBy }) => settledBy === null)
      .map(({ row, database, ours, theirs }) => `${row}: ours ${ours}, ${database} has ${theirs}`);

  it("agree as the airline table says, and every difference is settled", () => {
    const verdicts = checkAirlines(airlines, readAirlineDatabases(RAW));
    expect(compare(verdicts, airlines), "run scripts/cross-check.ts --write").toEqual([]);
    expect(open(verdicts)).toEqual([]);
    const confirmed = verdicts.filter(({ agrees }) => agrees.length > 0);
    expect(confirmed.length / verdicts.length).toBeGreaterThan(0.9);
  });

  it("agree as the type table says, and every figure outside the tolerance carries a note", () => {
    const verdicts = checkTypes(types, readTypeDatabases(RAW));
    expect(compare(verdicts, types), "run scripts/cross-check.ts --write").toEqual([]);
    expect(open(verdicts)).toEqual([]);
  });

  it("list every type designator of ours", () => {
    const listed = readDesignators(RAW);
    expect(types.filter(({ icao_type }) => !listed.has(icao_type)).map(({ icao_type }) => icao_type)).toEqual(
      [],
    );
  });

  it("agree as the lessor table says", () => {
    const verdicts = checkLessors(tables.lessors.rows, tables.owners.rows, readOwnerRegisters(ROOT, RAW));
    expect(compare(verdicts, tables.lessors.rows), "run scripts/cross-check.ts --write").toEqual([]);
  });
});
