// data.json of the first dump1090: a bare array without a time, so that rows count from the time of the file or
// answer. Fields are never absent: flags say which of them mean anything.
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
  whyNoAddress,
} from "../reception-fields.ts";
import type { DocumentFormat } from "./document-format.ts";

type Fields = Readonly<Record<string, unknown>>;

export const legacyArray: DocumentFormat = {
  name: "dump1090 data.json",
  sourceId: "receiver",
  rows: null,
  timeOf: () => null,
  read: readLegacyRow,
};

function readLegacyRow(row: unknown, nowMs: number): Reception | Rejection {
  if (typeof row !== "object" || row === null || Array.isArray(row)) return "malformed row";
  const fields = row as Fields;
  const address = parseAddress(fields.hex);
  if (address === null) return whyNoAddress(fields.hex);
  // Some forks leave the flags out; then zeros are all there is to go by.
  const placed = fields.validposition !== 0;
  const moving = fields.validtrack !== 0;
  const position = placed ? parsePosition(numberOrNull(fields.lat), numberOrNull(fields.lon)) : null;
  const altitude = numberOrNull(fields.altitude);
  return {
    atMs: Math.round(nowMs - Math.max(0, numberOrNull(fields.seen) ?? 0) * 1_000),
    address,
    callsign: parseCallsign(fields.flight),
    registration: null,
    typeCode: null,
    latitudeDeg: position?.[0] ?? null,
    longitudeDeg: position?.[1] ?? null,
    // Its age is not told; an aircraft is listed for a minute at most.
    positionAgeSec: position === null ? null : 0,
    altitudeFt: altitude === 0 ? null : parseAltitudeFt(altitude),
    onGround: null,
    groundSpeedKt: moving ? parseSpeedKt(numberOrNull(fields.speed)) : null,
    trackDeg: moving ? parseTrackDeg(numberOrNull(fields.track)) : null,
    verticalRateFpm: moving ? parseVerticalRateFpm(numberOrNull(fields.vert_rate)) : null,
    squawk: fields.squawk === "0000" ? null : parseSquawk(fields.squawk),
  };
}
