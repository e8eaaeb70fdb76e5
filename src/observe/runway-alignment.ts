// Is an aircraft in the air lined up with a runway: coming down to it, or climbing away from it? Pure geometry on one
// position; what it means is decided in visits.ts.
import { type AirportIndex, type RunwayLine, type Site, viewRunway } from "./airport-index.ts";
import type { Fix } from "./fix.ts";
import { METRES_PER_FOOT, turnBetween } from "./geometry.ts";

/** On final to a runway, climbing out from one, or beside one at walking pace. */
export interface Alignment {
  readonly kind: "final" | "climb-out" | "beside";
  readonly site: Site;
}

/** Approach speeds end near 165 kt, and a tail wind adds some. */
const FASTEST_FINAL_KT = 180;
const FASTEST_CLIMB_KT = 220;
/** Nothing with wings flies this slowly; a helicopter that does is at the airport all the same. */
const WALKING_KT = 40;
/** Daocheng Yading, the highest airport, lies at 14,472 ft. */
const HIGHEST_FT = 16_500;
/** How far out counts: airliners fly long straight finals, and small fields are overflown at any angle. */
const REACH_M = { large_airport: 9_000, medium_airport: 8_000, small_airport: 3_000 } as const;
const FARTHEST_M = Math.max(...Object.values(REACH_M));
/** Farther out than this only a descent tells an approach from passing by. */
const OVER_THE_FENCE_M = 1_500;
const SINKING_FPM = -200;
const BESIDE_M = 1_000;
/** Barometric altitudes are not set to the local pressure: 30 hPa off is 820 ft. */
const BAROMETRIC_FT = 850;
const GLIDE_SLOPE = Math.tan((3 * Math.PI) / 180);
const HIGHEST_CLIMB_FT = 2_500;
const CLIMBING_FPM = 300;
const FINAL_TURN_DEG = 20;
const CLIMB_TURN_DEG = 30;

/** The nearest alignment in space, or null. */
export function alignmentOf(fix: Fix, airports: AirportIndex): Alignment | null {
  const { altitudeFt, groundSpeedKt } = fix;
  if ((altitudeFt ?? 0) > HIGHEST_FT || (groundSpeedKt ?? 0) > FASTEST_CLIMB_KT) return null;
  // A position without speed does not say where it goes; without altitude too, it is one of those sent on the ground.
  if (groundSpeedKt === null && altitudeFt !== null) return null;
  let best: Alignment | null = null;
  let nearest = Number.POSITIVE_INFINITY;
  for (const site of airports.near(fix, FARTHEST_M)) {
    // Half the small fields lack an elevation; sea level is then the cautious guess, as it makes aircraft look high.
    const heightFt = altitudeFt === null ? null : altitudeFt - (site.elevationFt ?? 0);
    for (const runway of site.runways) {
      const { distanceM, kind } = alignedWith(runway, fix, heightFt, REACH_M[site.kind]);
      if (kind === null || distanceM >= nearest) continue;
      nearest = distanceM;
      best = { kind, site };
    }
  }
  return best;
}

function alignedWith(
  runway: RunwayLine,
  fix: Fix,
  heightFt: number | null,
  reachM: number,
): { readonly distanceM: number; readonly kind: Alignment["kind"] | null } {
  const { from, to, distanceM, headingDeg } = viewRunway(runway, fix);
  const speedKt = fix.groundSpeedKt ?? 0;
  if (speedKt <= WALKING_KT) {
    const low = heightFt === null || Math.abs(heightFt) <= BAROMETRIC_FT;
    return { distanceM, kind: low && distanceM <= BESIDE_M ? "beside" : null };
  }
  const lengthM = Math.hypot(to.eastM - from.eastM, to.northM - from.northM);
  if (lengthM === 0 || heightFt === null || fix.trackDeg === null) return { distanceM, kind: null };
  const reversed = turnBetween(fix.trackDeg, headingDeg) > 90;
  const [near, far] = reversed ? [to, from] : [from, to];
  const turn = turnBetween(fix.trackDeg, reversed ? headingDeg + 180 : headingDeg);
  // Along the centre line from the threshold, and off it. The aircraft is the origin of the plane.
  const eastShare = (far.eastM - near.eastM) / lengthM;
  const northShare = (far.northM - near.northM) / lengthM;
  const alongM = -(near.eastM * eastShare + near.northM * northShare);
  const asideM = Math.abs(near.eastM * northShare - near.northM * eastShare);
  const rate = fix.verticalRateFpm ?? 0;
  if (rate >= CLIMBING_FPM) {
    const beyondM = Math.max(0, alongM - lengthM);
    const away = alongM >= 0 && beyondM <= reachM && asideM <= 300 + 0.2 * beyondM && turn <= CLIMB_TURN_DEG;
    const low = heightFt > -BAROMETRIC_FT && heightFt < HIGHEST_CLIMB_FT;
    return { distanceM, kind: away && low ? "climb-out" : null };
  }
  const beforeM = Math.max(0, -alongM);
  const lined =
    alongM <= lengthM && beforeM <= reachM && asideM <= 150 + 0.06 * beforeM && turn <= FINAL_TURN_DEG;
  const sinks = beforeM <= OVER_THE_FENCE_M || rate <= SINKING_FPM;
  const glideFt = (beforeM * GLIDE_SLOPE) / METRES_PER_FOOT;
  const low = Math.abs(heightFt - glideFt) <= BAROMETRIC_FT && speedKt <= FASTEST_FINAL_KT;
  return { distanceM, kind: lined && low && sinks ? "final" : null };
}
