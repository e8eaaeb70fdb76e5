// Airline profiles from the fleet.
import type { Airline } from "../contract/airline.ts";
import type { AirlineRow } from "../sources/curated.ts";
import { correctRecord } from "./corrections.ts";
import { averageAge, countFleet, groupFleet } from "./counts.ts";
import type { Fleet } from "./fleet.ts";
import type { FleetAirframe } from "./fleet-airframe.ts";
import { claimsOf, type Profile } from "./profile.ts";

const CODE = 0;
const SLUG = 1;
const ALIAS = 2;
const STATUS_ORDER = ["active", "unknown", "defunct"];

export function buildAirlines(fleet: Fleet): Profile<Airline>[] {
  const airframesBySlug = groupFleet(fleet.airframes, ({ operator }) => operator?.slug ?? null);
  const sizeOf = (row: AirlineRow) => airframesBySlug.get(row.slug)?.length ?? 0;
  // Who answers to a shared code: active, then mainline passenger, then the largest fleet, then ICAO order.
  const inOrder = [...fleet.airlines].sort(
    (a, b) =>
      STATUS_ORDER.indexOf(a.status) - STATUS_ORDER.indexOf(b.status) ||
      Number(b.kind === "passenger") - Number(a.kind === "passenger") ||
      sizeOf(b) - sizeOf(a) ||
      compare(a.icao ?? "~", b.icao ?? "~") ||
      compare(a.slug, b.slug),
  );
  return inOrder.map((row) => toProfile(fleet, row, airframesBySlug.get(row.slug) ?? []));
}

function toProfile(fleet: Fleet, row: AirlineRow, airframes: readonly FleetAirframe[]): Profile<Airline> {
  const data: Airline = {
    name: row.name,
    iata: row.iata,
    icao: row.icao,
    country: row.country_iso2 === null ? null : (fleet.airports.countryNames.get(row.country_iso2) ?? null),
    status: row.status,
    ...countFleet(airframes),
    avg_age: averageAge(airframes),
    hubs: [...row.hubs],
  };
  return {
    canonical: row.slug,
    claims: [
      ...claimsOf([row.iata, row.icao], CODE),
      ...claimsOf([row.slug], SLUG),
      ...claimsOf(row.aliases, ALIAS),
    ],
    data: correctRecord(fleet.corrections, "airlines", [row.slug], data),
  };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
