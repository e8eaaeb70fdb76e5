// The promise to users, typed in from the written contract and not from the code: names, order, nullability and
// closed lists of every field. A change here is a change of contract 1.0.0.
import { describe, expect, it } from "vitest";
import type { Schema } from "../../src/contract/openapi-types.ts";
import { committedDocument } from "./openapi-validator.ts";

/** `?` marks a field that may be null. Nested objects and the objects of lists have their own line. */
const PROMISED: Readonly<Record<string, string>> = {
  Airline: "name iata? icao? country? status observed_fleet_count active_count stored_count avg_age? hubs",

  AircraftType:
    "slug name icao_type manufacturer seats_typical? range_km? mtow_kg? observed_fleet_count active_count stored_count",

  Airframe:
    "registration? mode_s_hex? country? country_iso2? type? serial_number? built_year? age_years? model? role operator? operator_basis registered_owner? lessor? status status_basis estimated_value_usd? telemetry? last_airport? previous_registrations sources updated_at",
  "Airframe.type": "slug icao_type name manufacturer",
  "Airframe.operator": "slug name iata? icao?",
  "Airframe.lessor": "slug name",
  "Airframe.telemetry":
    "first_seen_at? last_seen_at callsign? latitude_deg? longitude_deg? altitude_ft? on_ground? ground_speed_kt? track_deg? vertical_rate_fpm? squawk? source",
  "Airframe.last_airport": "icao? iata? name seen_at",
  "Airframe.previous_registrations[]": "registration? mode_s_hex? last_seen_at?",

  Airport:
    "icao? iata? local_code? name kind municipality? region? country country_iso2 latitude_deg longitude_deg elevation_ft? elevation_m? timezone? scheduled_service runways longest_runway_m? hub_for observed_influx last_seen_airframes sources updated_at",
  "Airport.runways[]":
    "ident? length_ft? length_m? width_ft? width_m? surface surface_raw? lighted closed ends",
  "Airport.runways[].ends[]":
    "ident? heading_true_deg? elevation_ft? displaced_threshold_ft? latitude_deg? longitude_deg?",
  "Airport.hub_for[]": "slug name",
  "Airport.observed_influx": "window_hours arrivals_count airframe_count as_of",
  "Airport.last_seen_airframes[]":
    "registration? mode_s_hex? icao_type? operator? callsign? on_ground? seen_at",
  "Airport.last_seen_airframes[].operator": "slug name iata? icao?",

  Lessor:
    "slug name kind country? headquarters? founded_year? parent? website_url? observed_fleet_count active_count stored_count avg_age? fleet_by_type client_exposure unattributed_count concentration? valuation? sources updated_at",
  "Lessor.fleet_by_type[]": "slug icao_type name count share_pct",
  "Lessor.client_exposure[]":
    "slug name iata? icao? country? airframe_count active_count stored_count share_pct estimated_value_usd?",
  "Lessor.concentration": "top1_share_pct top5_share_pct hhi",
  "Lessor.valuation": "currency estimated_total low high covered_airframe_count coverage_pct method as_of",

  Problem: "type title status detail instance success code",
  AirlineResponse: "success data",
  AircraftTypeResponse: "status data",
  AirframeResponse: "success data",
  AirportResponse: "success data",
  LessorResponse: "success data",
};

const CLOSED_LISTS: Readonly<Record<string, readonly unknown[]>> = {
  "Airline.status": ["active", "defunct", "unknown"],
  "Airframe.role": ["passenger", "freighter", "business", "unknown"],
  "Airframe.operator_basis": ["callsign", "database", "register", "inferred", "unknown"],
  "Airframe.status": ["active", "stored", "retired", "unknown"],
  "Airframe.status_basis": ["observation", "register", "database", "unknown"],
  "Airport.kind": ["large_airport", "medium_airport", "small_airport", "heliport", "seaplane_base", "closed"],
  "Lessor.kind": ["operating_lessor", "owner_trustee", "airline_affiliate"],
  "AirlineResponse.success": [true],
  "AircraftTypeResponse.status": ["success"],
  "Problem.success": [false],
};

/** The service description fixes these types; the rest follow from the field's name. */
const TYPES: readonly (readonly [RegExp, string])[] = [
  [
    /(_count|_year|_kg|_km|_fpm|_hours|\.hhi|\.count|seats_typical|value_usd|\.low|\.high|_total)$/,
    "integer",
  ],
  [
    /(elevation_ft|elevation_m|length_ft|length_m|width_ft|width_m|altitude_ft|threshold_ft|runway_m)$/,
    "integer",
  ],
  [/(avg_age|age_years|_pct|_deg|_kt)$/, "number"],
  [/(on_ground|lighted|\.closed|scheduled_service)$/, "boolean"],
  [
    /(_at|as_of|\.name|\.slug|\.icao|\.iata|icao_type|registration|mode_s_hex|country|squawk|\.kind)$/,
    "string",
  ],
  [/(hubs|sources|runways|\.ends|hub_for|_airframes|fleet_by_type|client_exposure|_registrations)$/, "array"],
];

const { schemas } = committedDocument.components;
const shapes = new Map(Object.entries(schemas).flatMap(([name, schema]) => [...shapesIn(name, schema)]));

describe("contract 1.0.0", () => {
  it("has exactly the objects promised", () => {
    expect([...shapes.keys()].sort()).toEqual(Object.keys(PROMISED).sort());
  });

  it.each(Object.entries(PROMISED))(
    "gives %s exactly its fields, nullable where promised",
    (path, promised) => {
      const fields = Object.entries(shapes.get(path)?.properties ?? {});
      expect(fields.map(([name, { nullable }]) => (nullable === true ? `${name}?` : name))).toEqual(
        promised.split(" "),
      );
    },
  );

  it.each(Object.entries(CLOSED_LISTS))("keeps the closed list of %s", (path, values) => {
    const dot = path.lastIndexOf(".");
    expect(shapes.get(path.slice(0, dot))?.properties?.[path.slice(dot + 1)]?.enum).toEqual(values);
  });

  it("gives each field the type its name says", () => {
    let checked = 0;
    for (const [shape, { properties = {} }] of shapes) {
      if (shape === "Problem" || shape.endsWith("Response")) continue;
      for (const [name, { type }] of Object.entries(properties)) {
        const expected = TYPES.find(([pattern]) => pattern.test(`${shape}.${name}`))?.[1];
        if (expected === undefined) continue;
        expect(type, `${shape}.${name}`).toBe(expected);
        checked += 1;
      }
    }
    expect(checked).toBeGreaterThan(120);
  });

  it("lists at most fifty airframes at an airport", () => {
    expect(shapes.get("Airport")?.properties?.last_seen_airframes?.maxItems).toBe(50);
  });

  it("writes every time as ISO 8601 in UTC to the second", () => {
    for (const [shape, { properties = {} }] of shapes) {
      for (const [name, field] of Object.entries(properties)) {
        if (!/(_at|as_of)$/.test(name)) continue;
        expect(field.format, `${shape}.${name}`).toBe("date-time");
        expect("2026-09-07T12:34:56Z", `${shape}.${name}`).toMatch(new RegExp(field.pattern ?? "^$"));
        expect("2026-09-07T12:34:56.5+02:00", `${shape}.${name}`).not.toMatch(
          new RegExp(field.pattern ?? ""),
        );
      }
    }
  });
});

function* shapesIn(path: string, schema: Schema): Generator<[string, Schema]> {
  if (schema.items !== undefined) yield* shapesIn(`${path}[]`, schema.items);
  if (schema.properties === undefined) return;
  yield [path, schema];
  for (const [name, field] of Object.entries(schema.properties)) yield* shapesIn(`${path}.${name}`, field);
}
