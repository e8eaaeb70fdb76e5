// What was seen at an airport: the airframes that were there last, and how many came in within the window.
import type { Airport } from "../contract/airport.ts";
import type { Visit } from "../observe/sighting.ts";
import { toOperator } from "./airframe.ts";
import type { Fleet } from "./fleet.ts";
import type { FleetAirframe } from "./fleet-airframe.ts";
import { toIsoSecond } from "./time.ts";

export interface VisitOfAirframe {
  readonly visit: Visit;
  readonly airframe: FleetAirframe;
}

const INFLUX_WINDOW_HOURS = 24;
const HOUR_MS = 3_600_000;
const MOST_AIRFRAMES = 50;

/** By OurAirports ident, newest first. */
export function visitsByAirport(fleet: Fleet): ReadonlyMap<string, readonly VisitOfAirframe[]> {
  const visits = new Map<string, VisitOfAirframe[]>();
  for (const airframe of fleet.airframes) {
    for (const visit of airframe.sighting?.visits ?? []) {
      const known = visits.get(visit.airportIdent);
      if (known === undefined) visits.set(visit.airportIdent, [{ visit, airframe }]);
      else known.push({ visit, airframe });
    }
  }
  for (const known of visits.values())
    known.sort((a, b) => b.visit.seenMs - a.visit.seenMs || compare(a.airframe, b.airframe));
  return visits;
}

export function influxOf(visits: readonly VisitOfAirframe[], now: string): Airport["observed_influx"] {
  const end = Date.parse(now);
  const arrivals = visits.filter(
    ({ visit }) =>
      visit.arrived && visit.sinceMs <= end && visit.sinceMs > end - INFLUX_WINDOW_HOURS * HOUR_MS,
  );
  return {
    window_hours: INFLUX_WINDOW_HOURS,
    arrivals_count: arrivals.length,
    airframe_count: new Set(arrivals.map(({ airframe }) => airframe.address)).size,
    as_of: now,
  };
}

/** Each airframe once, with its last visit. */
export function lastSeen(visits: readonly VisitOfAirframe[]): Airport["last_seen_airframes"] {
  const seen = new Set<FleetAirframe>();
  const last: Airport["last_seen_airframes"] = [];
  for (const { visit, airframe } of visits) {
    if (seen.has(airframe)) continue;
    seen.add(airframe);
    last.push({
      registration: airframe.registration,
      mode_s_hex: airframe.address,
      icao_type: airframe.type?.icao_type ?? null,
      operator: toOperator(airframe.operator),
      callsign: visit.callsign,
      on_ground: visit.onGround,
      seen_at: toIsoSecond(visit.seenMs),
    });
    if (last.length === MOST_AIRFRAMES) break;
  }
  return last;
}

function compare(a: FleetAirframe, b: FleetAirframe): number {
  return (a.address ?? "") < (b.address ?? "") ? -1 : 1;
}
