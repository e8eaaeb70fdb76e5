// One aircraft in memory: what its messages add up to. Messages of several kinds and sources are merged field by field,
// newest first; positions are told apart from the state around them by their own times.

import type { AirportIndex } from "./airport-index.ts";
import type { Fix } from "./fix.ts";
import { type FlightLog, NO_FLIGHTS, noteCallsign } from "./flights.ts";
import { distanceM, type Point } from "./geometry.ts";
import type { Reception } from "./reception.ts";
import type { LastPosition, Sighting } from "./sighting.ts";
import { advanceVisits, FASTEST_ON_GROUND_KT, NO_VISITS, type Pending, type VisitLog } from "./visits.ts";

/** What is kept of an aircraft: the sighting, and how far the next visit is decided. */
export interface AircraftRecord extends Sighting {
  readonly flown: boolean;
  readonly pending: Pending | null;
}

export interface Aircraft {
  readonly address: Sighting["address"];
  firstSeenMs: number;
  lastSeenMs: number;
  source: string;
  registration: string | null;
  typeCode: string | null;
  callsign: string | null;
  squawk: string | null;
  fix: Fix | null;
  flights: FlightLog;
  visits: VisitLog;
  /** The last message, for telling repetitions. */
  last: Reception | null;
  /** State that travels apart from positions (SBS sends one thing at a time), each with the time it was heard. */
  altitudeFt: number | null;
  altitudeMs: number;
  /** Ever heard in the air: a vehicle never is. */
  flew: boolean;
  onGround: boolean | null;
  groundMs: number;
  groundSpeedKt: number | null;
  trackDeg: number | null;
  speedMs: number;
  verticalRateFpm: number | null;
  rateMs: number;
  /** Positions in a row that the aircraft cannot have flown to. */
  doubts: number;
  /** Not the address of a bit error. */
  confirmed: boolean;
  /** Changed since it was last written. */
  dirty: boolean;
}

/** State of so long ago still describes the aircraft at a new position. */
const FRESH_MS = 15_000;
/** A position may trail the message by this much; on the ground an aircraft does not get far. */
const FRESH_POSITION_SEC = 45;
const FRESH_GROUND_POSITION_SEC = 300;
/** Faster than anything flies, with room for coarse times; over short ways noise alone gets there. */
const FASTEST_M_PER_S = 700;
const NOISE_M = 10_000;
const DOUBTS_ALLOWED = 2;
/** No vehicle goes so fast, and no airport lies so high but in Tibet and the Andes. */
const FLYING_KT = 90;
const FLYING_FT = 15_000;

/** Written out, as thousands may come at once: spreads cost twenty times as much here. */
export function newAircraft(address: Aircraft["address"], atMs: number, source: string): Aircraft {
  return {
    address,
    firstSeenMs: atMs,
    lastSeenMs: atMs,
    source,
    registration: null,
    typeCode: null,
    callsign: null,
    squawk: null,
    fix: null,
    flights: NO_FLIGHTS,
    visits: NO_VISITS,
    last: null,
    altitudeFt: null,
    altitudeMs: 0,
    flew: false,
    onGround: null,
    groundMs: 0,
    groundSpeedKt: null,
    trackDeg: null,
    speedMs: 0,
    verticalRateFpm: null,
    rateMs: 0,
    doubts: 0,
    confirmed: false,
    dirty: true,
  };
}

export function restoreAircraft(record: AircraftRecord): Aircraft {
  const { position, flights, callsigns, visits, flown, pending, callsign } = record;
  const aircraft = newAircraft(record.address, record.firstSeenMs, record.source);
  aircraft.lastSeenMs = record.lastSeenMs;
  aircraft.registration = record.registration;
  aircraft.typeCode = record.typeCode;
  aircraft.callsign = callsign;
  aircraft.squawk = record.squawk;
  aircraft.flew = record.flew;
  aircraft.fix = position === null ? null : { ...position, callsign };
  aircraft.flights = { flights, callsigns };
  aircraft.visits = { visits, flown, pending };
  aircraft.confirmed = true;
  return aircraft;
}

export function toRecord(aircraft: Aircraft): AircraftRecord {
  const { fix, flights, visits } = aircraft;
  return {
    address: aircraft.address,
    firstSeenMs: aircraft.firstSeenMs,
    lastSeenMs: aircraft.lastSeenMs,
    source: aircraft.source,
    registration: aircraft.registration,
    typeCode: aircraft.typeCode,
    callsign: aircraft.callsign,
    squawk: aircraft.squawk,
    position: fix === null ? null : toPosition(fix),
    flew: aircraft.flew,
    flights: flights.flights,
    callsigns: flights.callsigns,
    visits: visits.visits,
    flown: visits.flown,
    pending: visits.pending,
  };
}

/** True if a message says nothing that the last one did not. Snapshots round times, so those may differ a little. */
export function isRepetition({ last }: Aircraft, next: Reception, toleranceMs: number): boolean {
  return (
    last !== null &&
    Math.abs(next.atMs - last.atMs) <= toleranceMs &&
    next.latitudeDeg === last.latitudeDeg &&
    next.longitudeDeg === last.longitudeDeg &&
    next.altitudeFt === last.altitudeFt &&
    next.groundSpeedKt === last.groundSpeedKt &&
    next.trackDeg === last.trackDeg &&
    next.verticalRateFpm === last.verticalRateFpm &&
    next.callsign === last.callsign &&
    next.squawk === last.squawk &&
    next.onGround === last.onGround
  );
}

/** Takes a message in; `airports` null where visits are not told. */
export function hear(
  aircraft: Aircraft,
  heard: Reception,
  source: string,
  airports: AirportIndex | null,
): void {
  const { atMs } = heard;
  // A single message with neither callsign nor position may be a bit error's address: such ghosts are not kept.
  aircraft.confirmed ||= aircraft.last !== null || heard.callsign !== null || heard.latitudeDeg !== null;
  aircraft.last = heard;
  aircraft.dirty = true;
  aircraft.registration = heard.registration ?? aircraft.registration;
  aircraft.typeCode = heard.typeCode ?? aircraft.typeCode;
  if (atMs < aircraft.firstSeenMs) aircraft.firstSeenMs = atMs;
  if (heard.callsign !== null) {
    const { address, registration } = aircraft;
    aircraft.flights = noteCallsign(aircraft.flights, {
      callsign: heard.callsign,
      atMs,
      address,
      registration,
    });
  }
  // Older news than is known: it moves the first time and the flights, and nothing that is current.
  if (atMs < aircraft.lastSeenMs) return;
  aircraft.lastSeenMs = atMs;
  aircraft.source = source;
  aircraft.callsign = heard.callsign ?? aircraft.callsign;
  aircraft.squawk = heard.squawk ?? aircraft.squawk;
  noteState(aircraft, heard);
  const fix = fixOf(aircraft, heard) ?? touchdownOf(aircraft, heard);
  if (fix === null) return;
  const ageSec = heard.positionAgeSec ?? 0;
  if (
    airports !== null &&
    ageSec <= (fix.onGround === true ? FRESH_GROUND_POSITION_SEC : FRESH_POSITION_SEC)
  ) {
    aircraft.visits = advanceVisits(aircraft.visits, aircraft.fix, fix, airports);
  }
  aircraft.fix = fix;
}

function noteState(aircraft: Aircraft, heard: Reception): void {
  const { atMs } = heard;
  if (heard.altitudeFt !== null) {
    aircraft.altitudeFt = heard.altitudeFt;
    aircraft.altitudeMs = atMs;
  }
  if (heard.groundSpeedKt !== null) {
    aircraft.groundSpeedKt = heard.groundSpeedKt;
    aircraft.trackDeg = heard.trackDeg;
    aircraft.speedMs = atMs;
  }
  if (heard.verticalRateFpm !== null) {
    aircraft.verticalRateFpm = heard.verticalRateFpm;
    aircraft.rateMs = atMs;
  }
  const fast = (heard.groundSpeedKt ?? 0) >= FLYING_KT || (heard.altitudeFt ?? 0) >= FLYING_FT;
  if (heard.onGround !== true && fast) aircraft.flew = true;
  if (heard.onGround !== null) {
    aircraft.onGround = heard.onGround;
    aircraft.groundMs = atMs;
  }
}

/** The new position with the state around it; null if there is none, an older one, or one it cannot have reached. */
function fixOf(aircraft: Aircraft, heard: Reception): Fix | null {
  const { latitudeDeg, longitudeDeg } = heard;
  if (latitudeDeg === null || longitudeDeg === null) return null;
  const atMs = heard.atMs - (heard.positionAgeSec ?? 0) * 1_000;
  // The same again is no news: told after a landing, it would take off and land once more.
  if (aircraft.fix !== null && atMs <= aircraft.fix.atMs) return null;
  if (!isReachable(aircraft, { latitudeDeg, longitudeDeg }, atMs)) return null;
  const fresh = (sinceMs: number) => heard.atMs - sinceMs <= FRESH_MS;
  const groundSpeedKt = fresh(aircraft.speedMs) ? aircraft.groundSpeedKt : null;
  const said = fresh(aircraft.groundMs) ? aircraft.onGround : null;
  const onGround = said === true && (groundSpeedKt ?? 0) > FASTEST_ON_GROUND_KT ? null : said;
  return {
    atMs,
    latitudeDeg,
    longitudeDeg,
    altitudeFt: onGround !== true && fresh(aircraft.altitudeMs) ? aircraft.altitudeFt : null,
    onGround,
    groundSpeedKt,
    trackDeg: fresh(aircraft.speedMs) ? aircraft.trackDeg : null,
    verticalRateFpm: onGround !== true && fresh(aircraft.rateMs) ? aircraft.verticalRateFpm : null,
    callsign: aircraft.callsign,
  };
}

/** SBS may tell of the touchdown in a message without a position: then it happened where the aircraft just was. */
function touchdownOf(aircraft: Aircraft, heard: Reception): Fix | null {
  const { fix } = aircraft;
  if (heard.onGround !== true || heard.latitudeDeg !== null || fix === null || fix.onGround !== false)
    return null;
  if (heard.atMs - fix.atMs > FRESH_MS) return null;
  return { ...fix, atMs: heard.atMs, altitudeFt: null, onGround: true, verticalRateFpm: null };
}

/** Wrongly decoded positions jump across countries; one that comes back again and again is right, and the old was not. */
function isReachable(aircraft: Aircraft, point: Point, atMs: number): boolean {
  const { fix } = aircraft;
  if (fix === null) return true;
  const wayM = distanceM(fix, point);
  if (
    wayM < NOISE_M ||
    wayM < ((atMs - fix.atMs) / 1_000) * FASTEST_M_PER_S ||
    aircraft.doubts >= DOUBTS_ALLOWED
  ) {
    aircraft.doubts = 0;
    return true;
  }
  aircraft.doubts++;
  return false;
}

function toPosition(fix: Fix): LastPosition {
  return {
    atMs: fix.atMs,
    latitudeDeg: fix.latitudeDeg,
    longitudeDeg: fix.longitudeDeg,
    altitudeFt: fix.altitudeFt,
    onGround: fix.onGround,
    groundSpeedKt: fix.groundSpeedKt,
    trackDeg: fix.trackDeg,
    verticalRateFpm: fix.verticalRateFpm,
  };
}
