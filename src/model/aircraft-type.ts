// Aircraft type profiles: one record per ICAO designator; variants that share it are alias slugs.
import type { AircraftType } from "../contract/aircraft-type.ts";
import type { TypeRow } from "../sources/curated.ts";
import { correctRecord } from "./corrections.ts";
import { countFleet, groupFleet } from "./counts.ts";
import type { Fleet } from "./fleet.ts";
import type { FleetAirframe } from "./fleet-airframe.ts";
import { claimsOf, type Profile } from "./profile.ts";

const ICAO_CODE = 0;
const SLUG = 1;
const ALIAS = 2;
const IATA_CODE = 3;

export function buildAircraftTypes(fleet: Fleet): Profile<AircraftType>[] {
  const airframesByCode = groupFleet(fleet.airframes, ({ type }) => type?.icao_type ?? null);
  return fleet.types.map((row) => toProfile(fleet, row, airframesByCode.get(row.icao_type) ?? []));
}

function toProfile(fleet: Fleet, row: TypeRow, airframes: readonly FleetAirframe[]): Profile<AircraftType> {
  const data: AircraftType = {
    slug: row.slug,
    name: row.name,
    icao_type: row.icao_type,
    manufacturer: row.manufacturer,
    seats_typical: row.seats_typical,
    range_km: row.range_km,
    mtow_kg: row.mtow_kg,
    ...countFleet(airframes),
  };
  return {
    canonical: row.slug,
    claims: [
      ...claimsOf([row.icao_type], ICAO_CODE),
      ...claimsOf([row.slug], SLUG),
      ...claimsOf(row.alias_slugs, ALIAS),
      ...claimsOf(row.iata_codes, IATA_CODE),
    ],
    data: correctRecord(fleet.corrections, "aircraft", [row.slug, row.icao_type], data),
  };
}
