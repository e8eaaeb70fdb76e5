// Active or stored, by what was heard and by who could have heard it. Seen recently is active. Stored needs evidence: a
// feed that covers the place ran all the time since; one receiver's silence says nothing.
import type { Sighting, SourceCoverage } from "../observe/sighting.ts";

export interface ActivityRules {
  /** Seen within so many days: active. */
  readonly activeDays: number;
  /** Share of the days since it was last seen on which the feed must have run. */
  readonly coverageShare: number;
  /** Hours of a day that make it a day on which the feed ran. */
  readonly hoursOfDay: number;
}

export const ACTIVITY_RULES: ActivityRules = { activeDays: 30, coverageShare: 0.9, hoursOfDay: 12 };

const DAY_MS = 86_400_000;
/** Size of the squares that SourceCoverage.cells names by their south-west corner. */
const CELL_DEGREES = 5;

/** Null where receptions prove nothing: the register decides then. */
export function statusByReceptions(
  sighting: Sighting | null,
  coverage: readonly SourceCoverage[],
  nowMs: number,
  rules: ActivityRules = ACTIVITY_RULES,
): "active" | "stored" | null {
  if (sighting === null) return null;
  if (nowMs - sighting.lastSeenMs <= rules.activeDays * DAY_MS) return "active";
  return coverage.some((source) => wouldHaveHeard(source, sighting, nowMs, rules)) ? "stored" : null;
}

function wouldHaveHeard(
  source: SourceCoverage,
  sighting: Sighting,
  nowMs: number,
  rules: ActivityRules,
): boolean {
  if (source.area === "local") return false;
  if (source.area === "regional" && !coversPlace(source, sighting)) return false;
  const first = Math.floor(sighting.lastSeenMs / DAY_MS) + 1;
  const last = Math.floor(nowMs / DAY_MS);
  const ran = source.days.filter(
    ({ day, hours }) => day >= first && day <= last && hours >= rules.hoursOfDay,
  ).length;
  return ran >= (last - first + 1) * rules.coverageShare;
}

/** A regional feed speaks only for the squares it has positions from. */
function coversPlace(source: SourceCoverage, { position }: Sighting): boolean {
  if (position === null) return false;
  const corner = (degrees: number) => Math.floor(degrees / CELL_DEGREES) * CELL_DEGREES;
  return source.cells.includes(`${corner(position.latitudeDeg)},${corner(position.longitudeDeg)}`);
}
