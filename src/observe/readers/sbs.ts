// SBS/BaseStation text (port 30003): one message per line, 22 comma-separated fields, most of them empty. Transmission
// type 1 carries the callsign, 2 a position on the ground, 3 one in the air, 4 speed, 5 to 8 altitude, squawk, flags.
import type { Reception, Rejection } from "../reception.ts";
import {
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

export const SBS_SOURCE_ID = "receiver";

/** Up to the two times; what follows may be missing, as some decoders leave trailing commas out. */
const FEWEST_FIELDS = 10;
const ALL_FIELDS = 22;
/** Aircraft selected, new, identified, status, click: BaseStation's talk about itself. */
const OTHER_MESSAGES: ReadonlySet<string> = new Set(["SEL", "ID", "AIR", "STA", "CLK"]);
const SURFACE_POSITION = "2";

/** `correct` turns the time in the message into the time it happened, or null if that cannot be. */
export function readSbsLine(
  line: string,
  ended: boolean,
  correct: (ms: number) => number,
): Reception | Rejection {
  if (!line.startsWith("MSG,")) {
    return OTHER_MESSAGES.has(line.slice(0, line.indexOf(",")))
      ? "not a reception message"
      : "not an SBS line";
  }
  const fields = line.split(",");
  if (fields.length < FEWEST_FIELDS || (!ended && fields.length < ALL_FIELDS)) return "line cut off";
  const [, kind, , , hex = "", , date = "", time = ""] = fields;
  const address = parseAddress(hex);
  if (address === null) return whyNoAddress(hex);
  const saidMs = parseSbsTime(date, time);
  if (saidMs === null) return "time missing or impossible";
  const position = parsePosition(numberOf(fields[14]), numberOf(fields[15]));
  return {
    atMs: correct(saidMs),
    address,
    callsign: parseCallsign(fields[10]),
    registration: null,
    typeCode: null,
    latitudeDeg: position?.[0] ?? null,
    longitudeDeg: position?.[1] ?? null,
    positionAgeSec: position === null ? null : 0,
    altitudeFt: parseAltitudeFt(numberOf(fields[11])),
    onGround: kind === SURFACE_POSITION ? true : parseFlag(fields[21]),
    groundSpeedKt: parseSpeedKt(numberOf(fields[12])),
    trackDeg: parseTrackDeg(numberOf(fields[13])),
    verticalRateFpm: parseVerticalRateFpm(numberOf(fields[16])),
    squawk: parseSquawk(fields[17]),
  };
}

/** BaseStation writes -1 for true; some decoders write 1. */
function parseFlag(field: string | undefined): boolean | null {
  if (field === "0") return false;
  return field === "-1" || field === "1" ? true : null;
}

function numberOf(field: string | undefined): number | null {
  if (field === undefined || field === "") return null;
  const value = Number(field);
  return Number.isNaN(value) ? null : value;
}

/** "2019/10/20", "11:33:40.310": no zone is given, UTC is assumed. Read by place: Date.parse costs ten times as much. */
function parseSbsTime(date: string, time: string): number | null {
  if (date.length !== 10 || time.length < 8 || date[4] !== "/" || time[2] !== ":") return null;
  const year = digits(date, 0, 4);
  const month = digits(date, 5, 2);
  const day = digits(date, 8, 2);
  const ms =
    digits(time, 0, 2) * 3_600_000 +
    digits(time, 3, 2) * 60_000 +
    digits(time, 6, 2) * 1_000 +
    (time.length >= 12 ? digits(time, 9, 3) : 0);
  const at = Date.UTC(year, month - 1, day) + ms;
  return month >= 1 && month <= 12 && day >= 1 && day <= 31 && ms < 86_400_000 && !Number.isNaN(at)
    ? at
    : null;
}

function digits(text: string, from: number, count: number): number {
  let value = 0;
  for (let at = from; at < from + count; at++) {
    const digit = text.charCodeAt(at) - 48;
    if (!(digit >= 0 && digit <= 9)) return Number.NaN;
    value = value * 10 + digit;
  }
  return value;
}
