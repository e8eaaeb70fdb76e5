// The aircraft-type table and its value curves: form, sense of the figures, identifiers people use, valuation.
import { describe, expect, it } from "vitest";
import { toSlug } from "../../src/identifiers/slug.ts";
import { createValuation } from "../../src/model/valuation.ts";
import type { TypeRow } from "../../src/sources/curated.ts";
import { tables } from "./curated-data.ts";

const types = tables.types.rows;
const byCode = new Map<string, TypeRow>(types.map((row) => [row.icao_type, row]));
const valueAt = createValuation(tables.valueCurves.rows);

type Bounds = readonly [number, number];

/** What a type of the class weighs at least and at most, and how many seats it has, in round figures. */
const CLASS_BOUNDS: ReadonlyMap<string, { readonly kg: Bounds; readonly seats: Bounds | null }> = new Map([
  ["narrowbody", { kg: [40_000, 190_000], seats: [70, 250] }],
  ["widebody", { kg: [125_000, 590_000], seats: [190, 570] }],
  ["regional_jet", { kg: [15_000, 62_000], seats: [30, 140] }],
  ["turboprop", { kg: [4_000, 100_000], seats: [12, 100] }],
  ["freighter", { kg: [20_000, 650_000], seats: null }],
  ["piston", { kg: [4_000, 65_000], seats: [8, 100] }],
  ["utility", { kg: [1_500, 6_000], seats: [5, 17] }],
]);

describe("the aircraft-type table", () => {
  it("holds at least 220 types, some of every class and none without one", () => {
    expect(types.length).toBeGreaterThanOrEqual(220);
    for (const name of CLASS_BOUNDS.keys()) {
      expect(types.filter((row) => row.class === name).length, name).toBeGreaterThan(5);
    }
    expect(types.filter((row) => !CLASS_BOUNDS.has(row.class))).toEqual([]);
  });

  it("has the maker in every slug", () => {
    const without = types.filter(({ slug, manufacturer }) => {
      const [maker = ""] = toSlug(manufacturer)?.split("-") ?? [];
      return !slug.startsWith(maker);
    });
    expect(without.map(({ slug }) => slug)).toEqual([]);
  });

  it("gives an IATA type code to one type only", () => {
    const codes = types.flatMap(({ iata_codes }) => iata_codes);
    expect(new Set(codes).size).toBe(codes.length);
  });

  it("has figures that fit the class", () => {
    const within = (value: number | null, [least, most]: Bounds) =>
      value === null || (value >= least && value <= most);
    const odd = types.filter((row) => {
      const bounds = CLASS_BOUNDS.get(row.class);
      if (bounds === undefined || !within(row.mtow_kg, bounds.kg)) return true;
      return bounds.seats === null ? row.seats_typical !== null : !within(row.seats_typical, bounds.seats);
    });
    expect(odd.map(({ slug, mtow_kg, seats_typical }) => ({ slug, mtow_kg, seats_typical }))).toEqual([]);
  });

  it("ends no production before the first flight", () => {
    const backwards = types.filter(
      ({ first_flight_year, last_built_year }) =>
        first_flight_year !== null && last_built_year !== null && last_built_year < first_flight_year,
    );
    expect(backwards.map(({ slug }) => slug)).toEqual([]);
  });

  it("gives weight, range and seats of everything that airlines still buy", () => {
    const inProduction = types.filter(
      ({ value_new_musd, value_curve }) => value_new_musd !== null && /current|scope/.test(value_curve ?? ""),
    );
    expect(inProduction.length).toBeGreaterThanOrEqual(15);
    for (const row of inProduction) {
      expect([row.seats_typical, row.range_km, row.mtow_kg], row.slug).not.toContain(null);
    }
  });

  it.each([
    ["airbus-a320neo", "A20N"],
    ["airbus-a321xlr", "A21N"],
    ["airbus-a220-300", "BCS3"],
    ["airbus-a350-900ulr", "A359"],
    ["airbus-a330-900neo", "A339"],
    ["boeing-737-800", "B738"],
    ["boeing-737-800bcf", "B738"],
    ["boeing-737-max-8", "B38M"],
    ["boeing-737-8-200", "B38M"],
    ["boeing-777f", "B77L"],
    ["boeing-777-9", "B779"],
    ["boeing-787-10", "B78X"],
    ["boeing-747-8f", "B748"],
    ["boeing-dreamlifter", "BLCF"],
    ["boeing-767-300f", "B763"],
    ["embraer-e195-e2", "E295"],
    ["embraer-175", "E75L"],
    ["bombardier-crj550", "CRJ7"],
    ["bombardier-q400", "DH8D"],
    ["atr-72-600f", "AT76"],
    ["comac-c919", "C919"],
    ["comac-arj21", "AJ27"],
    ["sukhoi-ssj100", "SU95"],
    ["irkut-mc-21", "MC23"],
    ["mcdonnell-douglas-md-11f", "MD11"],
    ["cessna-skycourier", "C408"],
  ])("answers to %s with %s", (slug, code) => {
    const row = byCode.get(code);
    expect([row?.slug, ...(row?.alias_slugs ?? [])]).toContain(slug);
  });

  it.each([
    ["77W", "B77W"],
    ["738", "B738"],
    ["7M8", "B38M"],
    ["32N", "A20N"],
    ["32Q", "A21N"],
    ["223", "BCS3"],
    ["359", "A359"],
    ["789", "B789"],
    ["77F", "B77L"],
    ["E90", "E190"],
    ["CR9", "CRJ9"],
    ["DH4", "DH8D"],
  ])("knows the IATA type code %s", (iata, icao) => {
    expect(byCode.get(icao)?.iata_codes).toContain(iata);
  });
});

describe("the value curves", () => {
  const curves = new Map<string, { age: number; factor: number }[]>();
  for (const { curve, age_years, factor } of tables.valueCurves.rows) {
    curves.set(curve, [...(curves.get(curve) ?? []), { age: age_years, factor }]);
  }

  it("start whole and new, fall with every year and reach far enough", () => {
    expect(curves.size).toBeGreaterThanOrEqual(8);
    for (const [name, points] of curves) {
      expect(points[0], name).toEqual({ age: 0, factor: 1 });
      points.slice(1).forEach(({ age, factor }, at) => {
        expect(age, name).toBeGreaterThan(points[at]?.age ?? Number.NaN);
        expect(factor, name).toBeLessThan(points[at]?.factor ?? Number.NaN);
      });
      expect(points.at(-1)?.age, name).toBeGreaterThanOrEqual(30);
    }
  });

  it("are all used, and explained point by point", () => {
    const used = new Set(
      types.flatMap(({ value_curve, freighter_value_curve }) => [value_curve, freighter_value_curve]),
    );
    expect([...curves.keys()].filter((name) => !used.has(name))).toEqual([]);
    expect(tables.valueCurves.rows.filter(({ note }) => note === "")).toEqual([]);
  });

  // The design's figures, USD million new, at 10 and at 20 years: "plausible to an appraiser within 20 %".
  it.each([
    ["A20N", "passenger", [57, 39, 18]],
    ["A320", "passenger", [44, 30, 14]],
    ["B738", "passenger", [46, 32, 17]],
    ["B77W", "passenger", [150, 65, 28]],
    ["A359", "passenger", [155, 95, 40]],
    ["A333", "passenger", [105, 40, 14]],
    ["E190", "passenger", [32, 17, 7.5]],
    ["AT76", "passenger", [22, 13, 7]],
    ["B763", "freighter", [80, 52, 28]],
  ] as const)("value a %s (%s) as an appraiser would", (code, role, expected) => {
    const type = byCode.get(code);
    if (type === undefined) throw new Error(`${code} is not in the table`);
    expected.forEach((musd, decade) => {
      const value = valueAt({ type, role, ageYears: decade * 10, status: "active" });
      const ratio = (value?.usd ?? 0) / (musd * 1e6);
      expect(ratio, `${decade * 10} years`).toBeGreaterThan(0.8);
      expect(ratio, `${decade * 10} years`).toBeLessThan(1.2);
    });
  });

  it("never let an airframe gain value with age, and keep low, value and high in order", () => {
    for (const type of types) {
      for (const role of ["passenger", "freighter"] as const) {
        let before = Number.POSITIVE_INFINITY;
        for (let ageYears = 0; ageYears <= 45; ageYears += 2.5) {
          const value = valueAt({ type, role, ageYears, status: "active" });
          if (value === null) continue;
          expect(value.usd, `${type.slug} at ${ageYears}`).toBeLessThanOrEqual(before);
          expect(value.lowUsd).toBeLessThanOrEqual(value.usd);
          expect(value.highUsd).toBeGreaterThanOrEqual(value.usd);
          before = value.usd;
        }
      }
    }
  });
});
