// Counting, the same way for airlines, types and lessors: retired airframes belong to nobody any more, ages are
// averaged over what is known.
import type { FleetAirframe } from "./fleet-airframe.ts";

export interface FleetCounts {
  readonly observed_fleet_count: number;
  readonly active_count: number;
  readonly stored_count: number;
}

export function countFleet(airframes: readonly FleetAirframe[]): FleetCounts {
  let active = 0;
  let stored = 0;
  for (const { status } of airframes) {
    if (status === "active") active++;
    else if (status === "stored") stored++;
  }
  return { observed_fleet_count: airframes.length, active_count: active, stored_count: stored };
}

export function averageAge(airframes: readonly FleetAirframe[]): number | null {
  let known = 0;
  let sum = 0;
  for (const { ageYears } of airframes) {
    if (ageYears === null) continue;
    known++;
    sum += ageYears;
  }
  return known === 0 ? null : Math.round((sum / known) * 10) / 10;
}

/** Airframes that still belong somewhere, by whatever `keyOf` names; those it names null are left out. */
export function groupFleet(
  airframes: readonly FleetAirframe[],
  keyOf: (airframe: FleetAirframe) => string | null,
): Map<string, FleetAirframe[]> {
  const groups = new Map<string, FleetAirframe[]>();
  for (const airframe of airframes) {
    const key = airframe.status === "retired" ? null : keyOf(airframe);
    if (key === null) continue;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [airframe]);
    else group.push(airframe);
  }
  return groups;
}

/** ISO second that the newest of these sources is of; receptions have times of their own. */
export function newestDay(sources: readonly string[], dates: Readonly<Record<string, string>>): string {
  let newestOfAll = "";
  for (const source of sources) {
    const day = dates[source] ?? "";
    if (day > newestOfAll) newestOfAll = day;
  }
  return `${newestOfAll}T00:00:00Z`;
}

/** The newest of ISO seconds. */
export function newest(times: readonly string[]): string {
  return times.reduce((latest, time) => (time > latest ? time : latest), "");
}
