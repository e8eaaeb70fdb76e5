// Airport profiles: every airport with an ICAO or IATA code, its runways, whose hub it is, what was seen there.
import type { Airport } from "../contract/airport.ts";
import type { AirportRow, RunwayRow } from "../sources/airports.ts";
import { CURATED, OUR_AIRPORTS } from "../sources/catalog.ts";
import type { AirlineRow } from "../sources/curated.ts";
import { influxOf, lastSeen, type VisitOfAirframe, visitsByAirport } from "./airport-visits.ts";
import { correctRecord } from "./corrections.ts";
import { newest, newestDay } from "./counts.ts";
import type { Fleet } from "./fleet.ts";
import { claimsOf, type Profile } from "./profile.ts";
import { surfaceOf } from "./runway-surface.ts";
import { toIsoSecond } from "./time.ts";

const METRES_PER_FOOT = 0.3048;
const KIND_ORDER = [
  "large_airport",
  "medium_airport",
  "small_airport",
  "seaplane_base",
  "heliport",
  "closed",
];

/** IANA zone of a position, or null; passed in, because the boundaries are data of a package. */
export type ZoneAt = (latitudeDeg: number, longitudeDeg: number) => string | null;

export function buildAirports(fleet: Fleet, zoneAt: ZoneAt): Profile<Airport>[] {
  const hubs = hubsOf(fleet.airlines);
  const visits = visitsByAirport(fleet);
  const coded = fleet.airports.rows.filter(({ icao, iata }) => icao !== null || iata !== null);
  // Who answers to a shared IATA code: scheduled service, then size.
  coded.sort(
    (a, b) =>
      Number(a.kind === "closed") - Number(b.kind === "closed") ||
      Number(b.scheduledService) - Number(a.scheduledService) ||
      KIND_ORDER.indexOf(a.kind) - KIND_ORDER.indexOf(b.kind) ||
      (a.ident < b.ident ? -1 : 1),
  );
  return coded.map((row) =>
    toProfile(fleet, row, {
      hubFor: hubs.get(row.icao ?? "") ?? [],
      visits: visits.get(row.ident) ?? [],
      zoneAt,
    }),
  );
}

interface Known {
  readonly hubFor: readonly AirlineRow[];
  /** Newest first. */
  readonly visits: readonly VisitOfAirframe[];
  readonly zoneAt: ZoneAt;
}

function toProfile(fleet: Fleet, row: AirportRow, { hubFor, visits, zoneAt }: Known): Profile<Airport> {
  const { airports, dates, now } = fleet;
  const runways = (airports.runwaysByIdent.get(row.ident) ?? [])
    .map(toRunway)
    .sort((a, b) => (b.length_ft ?? 0) - (a.length_ft ?? 0));
  const open = runways.filter(({ closed, length_m }) => !closed && length_m !== null);
  const [latest] = visits;
  const heardAt = latest === undefined ? "" : toIsoSecond(latest.visit.seenMs);
  const data: Airport = {
    icao: row.icao,
    iata: row.iata,
    local_code: row.localCode,
    name: row.name,
    kind: row.kind,
    municipality: row.municipality,
    region: airports.regionNames.get(row.regionCode) ?? null,
    country: airports.countryNames.get(row.countryIso2) ?? row.countryIso2,
    country_iso2: row.countryIso2,
    latitude_deg: row.latitudeDeg,
    longitude_deg: row.longitudeDeg,
    elevation_ft: row.elevationFt,
    elevation_m: toMetres(row.elevationFt),
    timezone: zoneAt(row.latitudeDeg, row.longitudeDeg),
    scheduled_service: row.scheduledService,
    runways,
    longest_runway_m: open[0]?.length_m ?? null,
    hub_for: hubFor.map(({ slug, name }) => ({ slug, name })),
    observed_influx: influxOf(visits, now),
    last_seen_airframes: lastSeen(visits),
    sources: sourcesOf(hubFor, visits),
    updated_at: "",
  };
  const corrected = correctRecord(fleet.corrections, "airports", [row.icao, row.iata], data);
  return {
    canonical: row.icao ?? row.iata ?? "",
    claims: claimsOf([row.icao, row.iata], 0),
    data: { ...corrected, updated_at: newest([newestDay(corrected.sources, dates), heardAt]) },
  };
}

function sourcesOf(hubFor: readonly AirlineRow[], visits: readonly VisitOfAirframe[]): string[] {
  const heard = visits.flatMap(({ airframe }) =>
    airframe.sighting === null ? [] : [airframe.sighting.source],
  );
  return [...new Set([OUR_AIRPORTS.id, ...(hubFor.length > 0 ? [CURATED.id] : []), ...heard])];
}

function toRunway(row: RunwayRow): Airport["runways"][number] {
  return {
    ident: row.ends.length === 0 ? null : row.ends.map(({ ident }) => ident).join("/"),
    length_ft: row.lengthFt,
    length_m: toMetres(row.lengthFt),
    width_ft: row.widthFt,
    width_m: toMetres(row.widthFt),
    surface: surfaceOf(row.surface),
    surface_raw: row.surface,
    lighted: row.lighted,
    closed: row.closed,
    ends: row.ends.map((end) => ({
      ident: end.ident,
      heading_true_deg: end.headingTrueDeg,
      elevation_ft: end.elevationFt,
      displaced_threshold_ft: end.displacedThresholdFt,
      latitude_deg: end.latitudeDeg,
      longitude_deg: end.longitudeDeg,
    })),
  };
}

function toMetres(feet: number | null): number | null {
  return feet === null ? null : Math.round(feet * METRES_PER_FOOT);
}

/** Airlines by hub, active ones only, in the order of their slugs. */
function hubsOf(airlines: readonly AirlineRow[]): ReadonlyMap<string, readonly AirlineRow[]> {
  const hubs = new Map<string, AirlineRow[]>();
  for (const airline of airlines) {
    if (airline.status !== "active") continue;
    for (const hub of airline.hubs) hubs.set(hub, [...(hubs.get(hub) ?? []), airline]);
  }
  return hubs;
}
