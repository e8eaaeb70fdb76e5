// The fields of a reception as receivers write them, quirks included, to values or null. Ranges are wide enough for
// every real aircraft and narrow enough to keep bit errors out.
import { type ModeSAddress, parseModeSAddress } from "../identifiers/mode-s-address.ts";
import { compactMark, parseRegistration } from "../identifiers/registration.ts";
import { usRegistrationOfAddress } from "../identifiers/us-registration.ts";
import type { Rejection } from "./reception.ts";

const CLEAN_ADDRESS = /^[0-9A-Fa-f]{6}$/;
/** The first block ICAO gave to a country (Zimbabwe) starts here; 000001 and its like are transponders never set up. */
const FIRST_ALLOCATED = "004000";
const CALLSIGN = /^(?=.*[A-Z])[A-Z0-9]{2,8}$/;
const ONE_CHARACTER_REPEATED = /^(.)\1+$/;
const AIRLINE_CALLSIGN = /^[A-Z]{3}[0-9][A-Z0-9]*$/;
const TYPE_CODE = /^[A-Z][A-Z0-9]{1,3}$/;
/** Emitter category set C: 1 emergency vehicle, 2 service vehicle, 3 to 5 obstacles. C0 says nothing. */
const SURFACE_CATEGORY = /^C[1-5]$/;
/** What readsb's database calls ground stations and vehicles in the place of an aircraft type. */
const GROUND_TYPES: ReadonlySet<string> = new Set(["TWR", "GND", "SERV"]);
const KNOTS_PER_METRE_PER_SECOND = 1.943_844_5;
const FEET_PER_METRE = 3.280_84;

/** Null for what is no airframe's address; `whyNoAddress` tells the kinds apart. */
export function parseAddress(value: unknown): ModeSAddress | null {
  if (typeof value !== "string" || !CLEAN_ADDRESS.test(value)) return null;
  const address = parseModeSAddress(value);
  return address !== null && address >= FIRST_ALLOCATED ? address : null;
}

export function whyNoAddress(value: unknown): Rejection {
  // Receivers mark addresses that ICAO did not give out (TIS-B track files, anonymous mode) with a tilde.
  if (typeof value === "string" && value.startsWith("~")) return "non-ICAO address";
  const address = typeof value === "string" ? parseModeSAddress(value) : null;
  return address !== null && address < FIRST_ALLOCATED ? "address of no country" : "no usable address";
}

/** Blank, "????????", "00000000", "@@@@@@@@" and digits alone are fillers of transponders nobody set. */
export function parseCallsign(value: unknown): string | null {
  if (typeof value !== "string" || value === "") return null;
  // "C GZPT" is C-GZPT; a space inside is no more part of the callsign than the padding is.
  const callsign = value.replace(/[\s_@]+/g, "").toUpperCase();
  return CALLSIGN.test(callsign) && !ONE_CHARACTER_REPEATED.test(callsign) ? callsign : null;
}

/**
 * The airline designator of a flight's callsign: three letters, then a digit. Null for an aircraft that calls itself by
 * its own mark, be it known from the source or by arithmetic.
 */
export function airlineOfCallsign(
  callsign: string,
  address: string,
  registration: string | null,
): string | null {
  if (!AIRLINE_CALLSIGN.test(callsign)) return null;
  const mark = registration ?? usRegistrationOfAddress(address);
  return mark !== null && compactMark(mark) === callsign ? null : callsign.slice(0, 3);
}

export function parseMark(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? parseRegistration(value) : null;
}

export function parseTypeCode(value: unknown): string | null {
  if (typeof value !== "string") return null;
  const code = value.trim().toUpperCase();
  return TYPE_CODE.test(code) ? code : null;
}

export function isSurfaceObject(category: unknown, typeCode: unknown): boolean {
  return (
    (typeof category === "string" && SURFACE_CATEGORY.test(category)) ||
    (typeof typeCode === "string" && GROUND_TYPES.has(typeCode))
  );
}

/** Minus 1,000 feet is what an altitude field of all zeros decodes to, not an altitude. */
export function parseAltitudeFt(value: number | null): number | null {
  return value !== null && value > -1_000 && value < 100_000 ? Math.round(value) : null;
}

export function parseSpeedKt(value: number | null): number | null {
  return value !== null && value >= 0 && value < 1_500 ? round(value, 10) : null;
}

/** Some say 360 for north, some count from -180. */
export function parseTrackDeg(value: number | null): number | null {
  if (value === null || value < -180 || value > 360) return null;
  return round(value < 0 ? value + 360 : value === 360 ? 0 : value, 10);
}

export function parseVerticalRateFpm(value: number | null): number | null {
  return value !== null && Math.abs(value) < 20_000 ? Math.round(value) : null;
}

/** Null as a pair; exactly 0, 0 is a decoder that has no position. */
export function parsePosition(
  latitude: number | null,
  longitude: number | null,
): readonly [number, number] | null {
  if (latitude === null || longitude === null || (latitude === 0 && longitude === 0)) return null;
  if (Math.abs(latitude) > 90 || longitude < -180 || longitude > 360) return null;
  return [round(latitude, 1e6), round(longitude > 180 ? longitude - 360 : longitude, 1e6)];
}

/** Leading zeros get lost where a decoder prints it as a number. */
export function parseSquawk(value: unknown): string | null {
  if ((typeof value !== "string" && typeof value !== "number") || value === "") return null;
  const squawk = `${value}`.trim().padStart(4, "0");
  return /^[0-7]{4}$/.test(squawk) ? squawk : null;
}

export function numberOrNull(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

export function toKnots(metresPerSecond: number | null): number | null {
  return metresPerSecond === null ? null : metresPerSecond * KNOTS_PER_METRE_PER_SECOND;
}

export function toFeet(metres: number | null): number | null {
  return metres === null ? null : metres * FEET_PER_METRE;
}

export function toFeetPerMinute(metresPerSecond: number | null): number | null {
  return metresPerSecond === null ? null : metresPerSecond * FEET_PER_METRE * 60;
}

function round(value: number, parts: number): number {
  return Math.round(value * parts) / parts;
}
