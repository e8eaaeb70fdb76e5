// What observing leaves behind for the model: one sighting per Mode S address, and per source what it covered. Plain
// data; times are milliseconds since 1970 UTC, days are counted from there too.
import type { ModeSAddress } from "../identifiers/mode-s-address.ts";

/** How much of the sky a source hears. A lone receiver's silence says nothing about an aircraft. */
export const AREAS = ["worldwide", "regional", "local"] as const;
export type Area = (typeof AREAS)[number];

export interface Sighting {
  readonly address: ModeSAddress;
  readonly firstSeenMs: number;
  readonly lastSeenMs: number;
  /** Source that heard it last; look its area up in the sources. */
  readonly source: string;
  /** As the source's own database has them. */
  readonly registration: string | null;
  readonly typeCode: string | null;
  /** Sent last, filler excluded; may be the aircraft's own mark. */
  readonly callsign: string | null;
  readonly squawk: string | null;
  readonly position: LastPosition | null;
  /** Ever heard in the air. An unknown address that never was may be a fuel truck: they carry transponders too. */
  readonly flew: boolean;
  /** Flights by airline designator and day, the days of the last weeks, oldest first: what tells the operator. */
  readonly flights: readonly FlightCount[];
  /** The last flights' callsigns, oldest first. */
  readonly callsigns: readonly HeardCallsign[];
  /** Airports it was seen at, oldest first, the last ones only. */
  readonly visits: readonly Visit[];
}

export interface LastPosition {
  readonly atMs: number;
  readonly latitudeDeg: number;
  readonly longitudeDeg: number;
  /** Barometric; null on the ground or if not sent. */
  readonly altitudeFt: number | null;
  readonly onGround: boolean | null;
  readonly groundSpeedKt: number | null;
  readonly trackDeg: number | null;
  readonly verticalRateFpm: number | null;
}

export interface FlightCount {
  /** Days since 1970-01-01 UTC. */
  readonly day: number;
  /** Three letters: the ICAO designator that the callsigns began with. */
  readonly airline: string;
  readonly flights: number;
}

export interface HeardCallsign {
  readonly callsign: string;
  readonly firstMs: number;
  readonly lastMs: number;
}

/**
 * What a visit rests on. `ground`: it said it was on the ground there. `low`: heard at walking pace beside a runway, or
 * low and slow on final and then no more. `departure`: first heard climbing away from a runway. `gap`: lost descending
 * and, half an hour or more later, heard climbing out of the same place, with one airport that it can have been at.
 */
export const VISIT_BASES = ["ground", "low", "departure", "gap"] as const;
export type VisitBasis = (typeof VISIT_BASES)[number];

export interface Visit {
  /** OurAirports' ident. */
  readonly airportIdent: string;
  /** First and last moment it was seen there in this visit. */
  readonly sinceMs: number;
  readonly seenMs: number;
  /** Whether it is known to have come from elsewhere: an arrival, at `sinceMs`. */
  readonly arrived: boolean;
  readonly callsign: string | null;
  readonly onGround: boolean;
  readonly basis: VisitBasis;
}

/** What a source covered: without it nobody can tell silence from deafness. */
export interface SourceCoverage {
  readonly id: string;
  readonly area: Area;
  /** How the source spoke last: "SBS", "aircraft.json", … */
  readonly format: string;
  readonly firstMs: number;
  readonly lastMs: number;
  readonly messages: number;
  /** Days with receptions, oldest first, and in how many hours of each. */
  readonly days: readonly { readonly day: number; readonly hours: number }[];
  /** Squares of five degrees that positions came from, as "latitude,longitude" of the south-west corner. */
  readonly cells: readonly string[];
}

export const DAY_MS = 86_400_000;

export function dayOf(ms: number): number {
  return Math.floor(ms / DAY_MS);
}
