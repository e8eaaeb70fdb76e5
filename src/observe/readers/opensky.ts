// OpenSky state vectors (/states/all, also /states/own): arrays of values by place, in metres and metres per second,
// each vector with its own times.
import type { Reception, Rejection } from "../reception.ts";
import {
  numberOrNull,
  parseAddress,
  parseAltitudeFt,
  parseCallsign,
  parsePosition,
  parseSpeedKt,
  parseSquawk,
  parseTrackDeg,
  parseVerticalRateFpm,
  toFeet,
  toFeetPerMinute,
  toKnots,
  whyNoAddress,
} from "../reception-fields.ts";
import type { DocumentFormat } from "./document-format.ts";

const FLARM = 3;
/** Emitter categories of vehicles and obstacles, as OpenSky numbers them (only in answers asked for with extended=1). */
const FIRST_SURFACE_CATEGORY = 16;
const LAST_SURFACE_CATEGORY = 20;

export const openSky: DocumentFormat = {
  name: "OpenSky states",
  sourceId: "opensky",
  rows: "states",
  timeOf(members) {
    const time = numberOrNull(members.get("time"));
    return time === null ? null : time * 1_000;
  },
  read: readVector,
};

function readVector(row: unknown, nowMs: number): Reception | Rejection {
  if (!Array.isArray(row) || row.length < 17) return "malformed row";
  const values = row as readonly unknown[];
  const number = (at: number) => numberOrNull(values[at]);
  // A FLARM device sends the address of its aircraft or one of its own making, and does not say which.
  if (values[16] === FLARM) return "non-ICAO address";
  const category = number(17) ?? 0;
  if (category >= FIRST_SURFACE_CATEGORY && category <= LAST_SURFACE_CATEGORY)
    return "surface vehicle or obstacle";
  const address = parseAddress(values[0]);
  if (address === null) return whyNoAddress(values[0]);
  const contactSec = number(4) ?? nowMs / 1_000;
  const position = parsePosition(number(6), number(5));
  const onGround = typeof values[8] === "boolean" ? values[8] : null;
  return {
    atMs: Math.round(contactSec * 1_000),
    address,
    callsign: parseCallsign(values[1]),
    registration: null,
    typeCode: null,
    latitudeDeg: position?.[0] ?? null,
    longitudeDeg: position?.[1] ?? null,
    positionAgeSec: position === null ? null : Math.max(0, contactSec - (number(3) ?? contactSec)),
    // On the ground the last altitude in the air lives on.
    altitudeFt: onGround === true ? null : parseAltitudeFt(toFeet(number(7))),
    onGround,
    groundSpeedKt: parseSpeedKt(toKnots(number(9))),
    trackDeg: parseTrackDeg(number(10)),
    verticalRateFpm: parseVerticalRateFpm(toFeetPerMinute(number(11))),
    squawk: parseSquawk(values[14]),
  };
}
