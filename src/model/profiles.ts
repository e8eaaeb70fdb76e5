// All five collections from the fleet. Adding a resource adds a line here, a file beside this one and one in contract/.
import type { Collection } from "../contract/endpoints.ts";
import { buildAircraftTypes } from "./aircraft-type.ts";
import { buildAirframes } from "./airframe.ts";
import { buildAirlines } from "./airline.ts";
import { buildAirports, type ZoneAt } from "./airport.ts";
import type { Fleet } from "./fleet.ts";
import { buildLessors } from "./lessor.ts";
import type { Profile } from "./profile.ts";

export function buildProfiles(
  fleet: Fleet,
  zoneAt: ZoneAt,
): Readonly<Record<Collection, readonly Profile<object>[]>> {
  return {
    airlines: buildAirlines(fleet),
    aircraft: buildAircraftTypes(fleet),
    airframes: buildAirframes(fleet),
    airports: buildAirports(fleet, zoneAt),
    lessors: buildLessors(fleet),
  };
}
