// Airport visits told from positions, one aircraft at a time: pure functions from what is known and the next position to
// what is known then. Rules and error rate: docs/receiver.md. Touch-and-goes, go-arounds, fly-pasts and overflights
// leave no visit; what cannot be told yet waits as `pending` for the next position, or for silence.
import type { AirportIndex, Site } from "./airport-index.ts";
import type { Fix } from "./fix.ts";
import { distanceM } from "./geometry.ts";
import { alignmentOf } from "./runway-alignment.ts";
import type { Visit, VisitBasis } from "./sighting.ts";

export interface VisitLog {
  /** Oldest first, the last ones only. */
  readonly visits: readonly Visit[];
  /** Heard in the air since the last visit: the next one is an arrival. */
  readonly flown: boolean;
  readonly pending: Pending | null;
}

/** `final`: coming down to a runway. `roll`: on it, straight out of the air and still fast. */
export interface Pending {
  readonly kind: "final" | "roll";
  readonly airportIdent: string;
  readonly sinceMs: number;
  readonly atMs: number;
  /** Its speed in the air. */
  readonly speedKt: number;
  readonly callsign: string | null;
}

export const NO_VISITS: VisitLog = { visits: [], flown: false, pending: null };

const MAX_VISITS = 16;
/** A ground bit at more than this is a broken switch, not an aircraft on the ground. */
export const FASTEST_ON_GROUND_KT = 220;
/** Taxiing; touch-and-goes of the slowest trainers stay above. */
const TAXI_KT = 35;
/** Longer on the runway than any touch-and-go. */
const LONGEST_TOUCH_MS = 60_000;
/** After so long without a word an approach has ended on the ground: a go-around would have been heard again. */
const SILENCE_MS = 180_000;
/** Positions this far apart are one flight's; beyond, the aircraft was lost in between. */
const CONTINUOUS_MS = 10 * 60_000;
const FLYING_KT = 60;
/** The visit's last moment is renewed at this grain, so that most positions of a parked aircraft change nothing. */
const GRAIN_MS = 10_000;

/** `previous` is the position before; null if none is known. */
export function advanceVisits(
  log: VisitLog,
  previous: Fix | null,
  fix: Fix,
  airports: AirportIndex,
): VisitLog {
  const settled = settleVisits(log, fix.atMs);
  if (isOnGround(fix)) return onGround(settled, previous, fix, airports);
  const known = previous === null ? settled : acrossGap(settled, previous, fix, airports);
  return inTheAir(known, previous, fix, airports);
}

/** What silence decides: nothing was heard from the aircraft between its last position and `nowMs`. */
export function settleVisits(log: VisitLog, nowMs: number): VisitLog {
  const { pending } = log;
  if (pending === null || nowMs - pending.atMs < SILENCE_MS) return log;
  const basis = pending.kind === "roll" ? "ground" : "low";
  return withVisit(decided(log), pending.airportIdent, {
    ...pending,
    basis,
    onGround: basis === "ground",
  });
}

function onGround(log: VisitLog, previous: Fix | null, fix: Fix, airports: AirportIndex): VisitLog {
  const site = airports.at(fix);
  if (site === null) return log;
  const { groundSpeedKt: speedKt } = fix;
  const { pending } = log;
  const touched =
    pending?.kind === "roll" && pending.airportIdent === site.ident
      ? pending
      : touchdown(previous, fix, site, pending?.speedKt ?? 0);
  if (touched === null) return withVisit(decided(log), site.ident, seenAt(fix, "ground"));
  const slow = speedKt !== null && (speedKt <= TAXI_KT || speedKt < touched.speedKt / 2);
  const stays = slow || fix.atMs - touched.sinceMs >= LONGEST_TOUCH_MS;
  if (!stays) return { ...log, pending: { ...touched, atMs: fix.atMs } };
  return withVisit(decided(log), site.ident, {
    ...seenAt(fix, "ground"),
    sinceMs: touched.sinceMs,
  });
}

/** Null if it did not come straight out of the air: then being on the ground is enough. */
function touchdown(previous: Fix | null, fix: Fix, site: Site, approachKt: number): Pending | null {
  if (previous === null || isOnGround(previous) || fix.atMs - previous.atMs > SILENCE_MS) return null;
  const speedKt = Math.max(approachKt, previous.groundSpeedKt ?? 0, fix.groundSpeedKt ?? 0);
  return {
    kind: "roll",
    airportIdent: site.ident,
    sinceMs: fix.atMs,
    atMs: fix.atMs,
    speedKt,
    callsign: fix.callsign,
  };
}

function inTheAir(log: VisitLog, previous: Fix | null, fix: Fix, airports: AirportIndex): VisitLog {
  const alignment = alignmentOf(fix, airports);
  if (alignment?.kind === "beside") {
    return withVisit(decided(log), alignment.site.ident, seenAt(fix, "low"));
  }
  if (alignment?.kind === "final") {
    const { ident } = alignment.site;
    const before = log.pending?.kind === "final" && log.pending.airportIdent === ident ? log.pending : null;
    const speedKt = Math.max(before?.speedKt ?? 0, fix.groundSpeedKt ?? 0);
    const sinceMs = before?.sinceMs ?? fix.atMs;
    const { atMs, callsign } = fix;
    return {
      ...log,
      flown: true,
      pending: { kind: "final", airportIdent: ident, sinceMs, atMs, speedKt, callsign },
    };
  }
  const lost = previous === null || fix.atMs - previous.atMs > CONTINUOUS_MS;
  if (alignment?.kind === "climb-out" && lost) {
    const left = withVisit(decided(log), alignment.site.ident, seenAt(fix, "departure"));
    return { ...left, flown: true };
  }
  // Anything else ends an approach or a roll: it went around, touched and went, or flew past.
  const flown = log.flown || (fix.groundSpeedKt ?? FLYING_KT) >= FLYING_KT;
  return flown === log.flown && log.pending === null ? log : { ...log, flown, pending: null };
}

const GAP_MS = 30 * 60_000;
const LONGEST_GAP_MS = 36 * 3_600_000;
const GAP_M = 45_000;
const LOST_BELOW_FT = 10_000;
const FOUND_BELOW_FT = 12_000;
const SINKING_FPM = -200;
const AIRLINE_FLIGHT = /^[A-Z]{3}[0-9]/;

/** Lost low and sinking, found low and climbing: it landed in between, at the one airport with airline traffic there. */
function acrossGap(log: VisitLog, previous: Fix, fix: Fix, airports: AirportIndex): VisitLog {
  const gapMs = fix.atMs - previous.atMs;
  if (gapMs < GAP_MS || gapMs > LONGEST_GAP_MS || isOnGround(previous)) return log;
  // The last words before a loss are often a bare position: its rate may be unknown, but not level or upwards.
  if ((previous.verticalRateFpm ?? SINKING_FPM) > SINKING_FPM || (fix.verticalRateFpm ?? 0) < -SINKING_FPM)
    return log;
  if (!AIRLINE_FLIGHT.test(previous.callsign ?? "")) return log;
  const isBelow = (altitudeFt: number | null, site: Site, limitFt: number) =>
    altitudeFt !== null && altitudeFt - (site.elevationFt ?? 0) < limitFt;
  const sites = airports
    .near(fix, GAP_M)
    .filter(
      (site) =>
        site.scheduledService &&
        isBelow(previous.altitudeFt, site, LOST_BELOW_FT) &&
        isBelow(fix.altitudeFt, site, FOUND_BELOW_FT) &&
        distanceM(previous, site.place) < GAP_M &&
        distanceM(fix, site.place) < GAP_M,
    );
  const [site, another] = sites;
  if (site === undefined || another !== undefined) return log;
  const seen = {
    sinceMs: previous.atMs,
    atMs: fix.atMs,
    callsign: previous.callsign,
    onGround: false,
    basis: "gap",
  } as const;
  return withVisit(log, site.ident, seen);
}

interface Seen {
  readonly sinceMs: number;
  readonly atMs: number;
  readonly callsign: string | null;
  readonly onGround: boolean;
  readonly basis: VisitBasis;
}

function seenAt(fix: Fix, basis: VisitBasis): Seen {
  return { sinceMs: fix.atMs, atMs: fix.atMs, callsign: fix.callsign, onGround: isOnGround(fix), basis };
}

/** Prolongs the last visit, if the aircraft never left, or begins one. */
function withVisit(log: VisitLog, airportIdent: string, seen: Seen): VisitLog {
  const last = log.visits.at(-1);
  if (last?.airportIdent === airportIdent && !log.flown) {
    const same = last.onGround === seen.onGround && (seen.callsign ?? last.callsign) === last.callsign;
    if (same && seen.atMs < last.seenMs + GRAIN_MS) return log;
    const longer: Visit = {
      ...last,
      seenMs: Math.max(last.seenMs, seen.atMs),
      onGround: seen.onGround,
      callsign: seen.callsign ?? last.callsign,
      basis: seen.basis === "ground" ? "ground" : last.basis,
    };
    return { ...log, visits: log.visits.with(-1, longer) };
  }
  const { sinceMs, atMs, callsign, onGround, basis } = seen;
  const arrived = basis !== "departure" && (log.flown || last !== undefined);
  const visit: Visit = { airportIdent, sinceMs, seenMs: atMs, arrived, callsign, onGround, basis };
  return { ...log, visits: [...log.visits, visit].slice(-MAX_VISITS), flown: false };
}

function decided(log: VisitLog): VisitLog {
  return log.pending === null ? log : { ...log, pending: null };
}

function isOnGround({ onGround, groundSpeedKt }: Fix): boolean {
  return onGround === true && (groundSpeedKt ?? 0) <= FASTEST_ON_GROUND_KT;
}
