// Which airline flies an airframe, by the callsigns it used lately: at least three flights in thirty days, at least six
// in ten for one airline. Manufacturers, ferry companies and air forces use designators of the same form.
import type { Sighting } from "../observe/sighting.ts";

export interface CallsignRules {
  readonly days: number;
  readonly minFlights: number;
  readonly minShare: number;
}

export const CALLSIGN_RULES: CallsignRules = { days: 30, minFlights: 3, minShare: 0.6 };

/**
 * Designators that do not name the airline that operates: Boeing, Airbus, Embraer, Bombardier and ATR test flights, ferry
 * and delivery companies, and the large military transport commands.
 */
const NOT_AIRLINES: ReadonlySet<string> = new Set([
  "BOE",
  "AIB",
  "EMB",
  "BBA",
  "ATR",
  "FYG",
  "JTN",
  "SXI",
  "RCH",
  "CNV",
  "RRR",
  "CTM",
  "GAF",
  "IAM",
  "CFC",
  "ASY",
  "NAF",
  "BAF",
  "SUI",
  "PLF",
  "HVK",
  "NOH",
]);

const DAY_MS = 86_400_000;

/** ICAO designator of the airline, or null where the callsigns do not say. */
export function airlineByCallsigns(
  sighting: Sighting | null,
  nowMs: number,
  rules: CallsignRules = CALLSIGN_RULES,
): string | null {
  if (sighting === null) return null;
  const since = Math.floor(nowMs / DAY_MS) - rules.days;
  const flights = new Map<string, number>();
  let total = 0;
  for (const { day, airline, flights: count } of sighting.flights) {
    if (day <= since) continue;
    total += count;
    flights.set(airline, (flights.get(airline) ?? 0) + count);
  }
  const [best] = [...flights].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  if (best === undefined || total < rules.minFlights) return null;
  const [airline, count] = best;
  return count / total >= rules.minShare && !NOT_AIRLINES.has(airline) ? airline : null;
}
