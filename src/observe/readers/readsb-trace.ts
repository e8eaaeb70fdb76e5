// readsb trace files (trace_full_*.json): one airframe, one point per row, seconds counted from `timestamp`. Details
// such as the callsign stand in some points only.
import type { Reception, Rejection } from "../reception.ts";
import {
  isSurfaceObject,
  numberOrNull,
  parseAddress,
  parseAltitudeFt,
  parseCallsign,
  parseMark,
  parsePosition,
  parseSpeedKt,
  parseSquawk,
  parseTrackDeg,
  parseTypeCode,
  parseVerticalRateFpm,
  whyNoAddress,
} from "../reception-fields.ts";
import type { DocumentFormat, Members } from "./document-format.ts";

/** Bit of the flags: the altitude is the one above the ellipsoid, not the barometric one. */
const GEOMETRIC_ALTITUDE = 8;

export const readsbTrace: DocumentFormat = {
  name: "readsb trace",
  sourceId: "readsb-trace",
  rows: "trace",
  timeOf(members) {
    const start = numberOrNull(members.get("timestamp"));
    return start === null || !members.has("icao") ? null : start * 1_000;
  },
  read: readPoint,
};

function readPoint(row: unknown, startMs: number, members: Members): Reception | Rejection {
  if (!Array.isArray(row)) return "malformed row";
  const [afterSec, latitude, longitude, altitude, speed, track, flags, rate, more] = row as unknown[];
  const address = parseAddress(members.get("icao"));
  if (address === null) return whyNoAddress(members.get("icao"));
  const details = (typeof more === "object" && more !== null ? more : {}) as Readonly<
    Record<string, unknown>
  >;
  if (isSurfaceObject(details.category, members.get("t"))) return "surface vehicle or obstacle";
  const seconds = numberOrNull(afterSec);
  const position = parsePosition(numberOrNull(latitude), numberOrNull(longitude));
  if (seconds === null || position === null) return "malformed row";
  const geometric = ((numberOrNull(flags) ?? 0) & GEOMETRIC_ALTITUDE) !== 0;
  return {
    atMs: Math.round(startMs + seconds * 1_000),
    address,
    callsign: parseCallsign(details.flight),
    registration: parseMark(members.get("r")),
    typeCode: parseTypeCode(members.get("t")),
    latitudeDeg: position[0],
    longitudeDeg: position[1],
    positionAgeSec: 0,
    altitudeFt: geometric ? null : parseAltitudeFt(numberOrNull(altitude)),
    onGround: altitude === "ground" ? true : typeof altitude === "number" ? false : null,
    groundSpeedKt: parseSpeedKt(numberOrNull(speed)),
    trackDeg: parseTrackDeg(numberOrNull(track)),
    verticalRateFpm: parseVerticalRateFpm(numberOrNull(rate)),
    squawk: parseSquawk(details.squawk),
  };
}
