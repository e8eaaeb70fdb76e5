// Flights told from callsigns: enough to say who flies an airframe, and no more. Pure and bounded.
import { airlineOfCallsign } from "./reception-fields.ts";
import { dayOf, type FlightCount, type HeardCallsign } from "./sighting.ts";

export interface FlightLog {
  readonly flights: readonly FlightCount[];
  readonly callsigns: readonly HeardCallsign[];
}

export const NO_FLIGHTS: FlightLog = { flights: [], callsigns: [] };

/** The model looks back 30 days; some more for builds that run late. */
const KEPT_DAYS = 45;
/** Twelve short hops under two airlines' numbers a day would fill it in a month; real histories stay far below. */
const MAX_COUNTS = 64;
const MAX_CALLSIGNS = 16;
/** The same number again after so long is the next flight: nothing stays in the air for longer under one callsign. */
const SAME_FLIGHT_MS = 18 * 3_600_000;
/** A log is renewed for the last time heard at this grain, so that most messages change nothing. */
const GRAIN_MS = 60_000;

export interface Heard {
  readonly callsign: string;
  readonly atMs: number;
  readonly address: string;
  readonly registration: string | null;
}

/** The same log if nothing worth noting is new. */
export function noteCallsign(log: FlightLog, heard: Heard): FlightLog {
  const { callsign, atMs } = heard;
  const at = log.callsigns.findLastIndex((known) => known.callsign === callsign);
  const known = log.callsigns[at];
  if (
    known !== undefined &&
    atMs >= known.firstMs - SAME_FLIGHT_MS &&
    atMs <= known.lastMs + SAME_FLIGHT_MS
  ) {
    if (atMs >= known.firstMs && atMs < known.lastMs + GRAIN_MS) return log;
    const longer = { callsign, firstMs: Math.min(atMs, known.firstMs), lastMs: Math.max(atMs, known.lastMs) };
    return { ...log, callsigns: log.callsigns.with(at, longer) };
  }
  // Older than all that is kept: it may have been counted and forgotten, and counting twice is worse than not at all.
  if (log.callsigns.length === MAX_CALLSIGNS && atMs < (log.callsigns[0]?.firstMs ?? 0)) return log;
  const callsigns = [...log.callsigns, { callsign, firstMs: atMs, lastMs: atMs }].sort(
    (a, b) => a.firstMs - b.firstMs,
  );
  return { flights: countFlight(log.flights, heard), callsigns: callsigns.slice(-MAX_CALLSIGNS) };
}

function countFlight(
  flights: readonly FlightCount[],
  { callsign, atMs, address, registration }: Heard,
): readonly FlightCount[] {
  const airline = airlineOfCallsign(callsign, address, registration);
  if (airline === null) return flights;
  const day = dayOf(atMs);
  const at = flights.findIndex((count) => count.day === day && count.airline === airline);
  const known = flights[at];
  const counted =
    known === undefined
      ? [...flights, { day, airline, flights: 1 }].sort((a, b) => a.day - b.day)
      : flights.with(at, { ...known, flights: known.flights + 1 });
  const newest = counted.at(-1)?.day ?? day;
  return counted.filter((count) => count.day > newest - KEPT_DAYS).slice(-MAX_COUNTS);
}
