// Ages and build years: counted from the middle of the year, because no source knows the day; years a type cannot have
// been built in are wrong.
import type { TypeRow } from "../sources/curated.ts";

/** Prototypes and early airframes are built before the type first flies (a 737 MAX 10 of 2019). */
const BUILT_BEFORE_FLIGHT_YEARS = 2;
const FIRST_FLIGHT_EVER = 1903;

/** Years with one decimal, never below zero. */
export function ageAt(builtYear: number, now: string): number {
  const year = Number(now.slice(0, 4));
  const start = Date.UTC(year, 0, 1);
  const fraction = (Date.parse(now) - start) / (Date.UTC(year + 1, 0, 1) - start);
  return Math.max(0, Math.round((year + fraction - (builtYear + 0.5)) * 10) / 10);
}

export function isPossibleYear(builtYear: number, type: TypeRow | null, now: string): boolean {
  const first =
    type?.first_flight_year == null ? FIRST_FLIGHT_EVER : type.first_flight_year - BUILT_BEFORE_FLIGHT_YEARS;
  return builtYear >= first && builtYear <= Number(now.slice(0, 4)) + 1;
}
