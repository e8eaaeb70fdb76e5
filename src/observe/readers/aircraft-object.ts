// One aircraft as readsb and the dump1090 family describe it. The same object stands in aircraft.json, in tiles and in
// the answers of the aggregators; names of older forks are taken where the newer one is absent.
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

type Fields = Readonly<Record<string, unknown>>;

/** `nowMs` is the time the document was written; ages in the object count back from it. */
export function readAircraftObject(row: unknown, nowMs: number): Reception | Rejection {
  if (typeof row !== "object" || row === null || Array.isArray(row)) return "malformed row";
  const fields = row as Fields;
  const address = parseAddress(fields.hex);
  if (address === null) return whyNoAddress(fields.hex);
  if (isSurfaceObject(fields.category, fields.t)) return "surface vehicle or obstacle";
  const seenSec = Math.max(0, numberOrNull(fields.seen) ?? 0);
  const position = positionOf(fields);
  // alt_baro is readsb's and dump1090-fa's, altitude that of dump1090-mutability; both say "ground" in its place.
  const altitude = fields.alt_baro ?? fields.altitude;
  return {
    atMs: Math.round(nowMs - seenSec * 1_000),
    address,
    callsign: parseCallsign(fields.flight),
    registration: parseMark(fields.r),
    typeCode: parseTypeCode(fields.t),
    latitudeDeg: position?.at[0] ?? null,
    longitudeDeg: position?.at[1] ?? null,
    positionAgeSec: position === null ? null : Math.max(0, position.seenSec - seenSec),
    altitudeFt: parseAltitudeFt(numberOrNull(altitude)),
    onGround: altitude === "ground" ? true : typeof altitude === "number" ? false : null,
    groundSpeedKt: parseSpeedKt(numberOrNull(fields.gs ?? fields.speed)),
    trackDeg: parseTrackDeg(numberOrNull(fields.track ?? fields.calc_track)),
    verticalRateFpm: parseVerticalRateFpm(
      numberOrNull(fields.baro_rate ?? fields.geom_rate ?? fields.vert_rate),
    ),
    squawk: parseSquawk(fields.squawk),
  };
}

/** readsb moves a position of more than a minute ago into lastPosition; dump1090 leaves it and counts seen_pos up. */
function positionOf(
  fields: Fields,
): { readonly at: readonly [number, number]; readonly seenSec: number } | null {
  const last = (typeof fields.lastPosition === "object" ? fields.lastPosition : null) as Fields | null;
  const holder = fields.lat === undefined && last !== null ? last : fields;
  const at = parsePosition(numberOrNull(holder.lat), numberOrNull(holder.lon));
  return at === null
    ? null
    : { at, seenSec: numberOrNull(holder.seen_pos) ?? numberOrNull(fields.seen) ?? 0 };
}
