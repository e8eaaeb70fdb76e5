// Invented traffic for the observe benchmark: aircraft that take off, cruise and land between real airports, spoken of
// in SBS lines as a receiver would. Cheap to make, so that making it does not hide what is measured.
import type { AirportRow } from "../src/sources/airports.ts";

export interface Traffic {
  /** Lines of all aircraft for the next tick of so many milliseconds. */
  tick(elapsedMs: number): string;
}

interface Flight {
  readonly hex: string;
  readonly callsign: string;
  readonly from: AirportRow;
  readonly to: AirportRow;
  readonly lengthMs: number;
  startMs: number;
}

const TAXI_SHARE = 0.05;
const CLIMB_SHARE = 0.2;

export function createTraffic(
  airports: readonly AirportRow[],
  aircraft: number,
  startMs: number,
  below: (limit: number) => number,
): Traffic {
  const pick = () => airports[below(airports.length)] as AirportRow;
  const flights: Flight[] = Array.from({ length: aircraft }, (_, at) => {
    const lengthMs = 3_600_000 + below(4 * 3_600_000);
    return {
      hex: (0x400000 + at * 37).toString(16).toUpperCase(),
      callsign: `${["DAL", "BAW", "DLH", "KLM"][at % 4]}${100 + (at % 900)}`,
      ...{ from: pick(), to: pick(), lengthMs, startMs: startMs - below(lengthMs) },
    };
  });
  let nowMs = startMs;
  return {
    tick(elapsedMs) {
      nowMs += elapsedMs;
      const iso = new Date(nowMs).toISOString();
      const stamp = `${iso.slice(0, 10).replaceAll("-", "/")},${iso.slice(11, 23)}`;
      let lines = "";
      for (const flight of flights) lines += linesOf(flight, nowMs, stamp);
      return lines;
    },
  };
}

/** Two positions' worth of messages: where it is, how fast, and now and then who. */
function linesOf(flight: Flight, nowMs: number, stamp: string): string {
  let share = (nowMs - flight.startMs) / flight.lengthMs;
  if (share > 1) {
    flight.startMs = nowMs;
    share = 0;
  }
  const flown = Math.min(1, Math.max(0, (share - TAXI_SHARE) / (1 - 2 * TAXI_SHARE)));
  const latitude = flight.from.latitudeDeg + (flight.to.latitudeDeg - flight.from.latitudeDeg) * flown;
  const longitude = flight.from.longitudeDeg + (flight.to.longitudeDeg - flight.from.longitudeDeg) * flown;
  const height = Math.min(1, flown / CLIMB_SHARE, (1 - flown) / CLIMB_SHARE);
  const head = `1,1,${flight.hex},1,${stamp},${stamp}`;
  const place = `${latitude.toFixed(5)},${longitude.toFixed(5)}`;
  if (height <= 0) return `MSG,2,${head},,,${5 + Math.floor(share * 9)},90,${place},,,,,,-1\r\n`;
  const knots = Math.round(140 + 320 * height);
  const rate = flown < CLIMB_SHARE ? 1_800 : flown > 1 - CLIMB_SHARE ? -1_500 : 0;
  const track = Math.floor(flown * 359);
  return `MSG,3,${head},,${Math.round(height * 36_000)},,,${place},,,0,,0,0\r\nMSG,4,${head},,,${knots},${track},,,${rate},,,,,0\r\nMSG,${Math.floor(share * 1e4) % 5 === 0 ? `1,${head},${flight.callsign}  ,,,,,,,,,,,0` : `8,${head},,,,,,,,,,,,0`}\r\n`;
}
