// Airports, positions and receptions invented for tests, where real ones would hide what a test is about.

import { parseModeSAddress } from "../../src/identifiers/mode-s-address.ts";
import type { Memory } from "../../src/observe/aggregator.ts";
import { type AirportIndex, createAirportIndex } from "../../src/observe/airport-index.ts";
import type { Fix } from "../../src/observe/fix.ts";
import { METRES_PER_DEGREE, type Point, pointAt } from "../../src/observe/geometry.ts";
import type { Reception } from "../../src/observe/reception.ts";
import type { AirportKind, AirportRow, RunwayRow } from "../../src/sources/airports.ts";

export const T0 = Date.UTC(2026, 5, 1, 12);

export const NO_MEMORY: Memory = { record: () => null, coverage: () => null, isFull: () => false };

export interface Place extends Point {
  readonly ident: string;
  readonly kind?: AirportKind;
  readonly elevationFt?: number | null;
  readonly scheduledService?: boolean;
  readonly runways?: readonly RunwayRow[];
}

export function indexOf(...places: readonly Place[]): AirportIndex {
  return createAirportIndex({
    rows: places.map(toRow),
    runwaysByIdent: new Map(places.map(({ ident, runways }) => [ident, runways ?? []])),
  });
}

/** A runway through a point, with the coordinates of both ends. */
export function runwayAt(middle: Point, headingDeg: number, lengthM: number, ident = "09"): RunwayRow {
  const end = (heading: number, name: string) => ({
    ...pointAt(middle, heading, lengthM / 2),
    ...{ ident: name, elevationFt: null, headingTrueDeg: null, displacedThresholdFt: null },
  });
  return {
    ...{ lengthFt: Math.round(lengthM / 0.3048), widthFt: 150, surface: "ASP", lighted: true, closed: false },
    ends: [end(headingDeg + 180, ident), end(headingDeg, "27")],
  };
}

/** Lies on the equator's side of nowhere: runway 09/27, 3 km long, 100 ft above the sea. */
export const FIELD: Place = {
  ident: "XFLD",
  latitudeDeg: 50,
  longitudeDeg: 8,
  kind: "large_airport",
  elevationFt: 100,
  scheduledService: true,
  runways: [runwayAt({ latitudeDeg: 50, longitudeDeg: 8 }, 90, 3_000)],
};

/** Metres east and north of the middle of that runway. */
export function spot(eastM: number, northM = 0): Point {
  const width = METRES_PER_DEGREE * Math.cos((50 * Math.PI) / 180);
  return { latitudeDeg: 50 + northM / METRES_PER_DEGREE, longitudeDeg: 8 + eastM / width };
}

export function fixAt(afterSec: number, place: Point, more: Partial<Fix> = {}): Fix {
  return {
    ...{ atMs: T0 + afterSec * 1_000, ...place, altitudeFt: null, onGround: false, groundSpeedKt: null },
    ...{ trackDeg: 90, verticalRateFpm: null, callsign: "DLH1AB", ...more },
  };
}

export function reception(afterSec: number, more: Partial<Reception> = {}): Reception {
  const address = parseModeSAddress("3C6444");
  if (address === null) throw new Error("not an address");
  return {
    ...{ atMs: T0 + afterSec * 1_000, address, callsign: null, registration: null, typeCode: null },
    ...{ latitudeDeg: null, longitudeDeg: null, positionAgeSec: null, altitudeFt: null, onGround: null },
    ...{ groundSpeedKt: null, trackDeg: null, verticalRateFpm: null, squawk: null, ...more },
  };
}

function toRow({ ident, latitudeDeg, longitudeDeg, kind, elevationFt, scheduledService }: Place): AirportRow {
  return {
    ...{ ident, latitudeDeg, longitudeDeg, kind: kind ?? "small_airport", name: ident },
    ...{ icao: null, iata: null, localCode: null, municipality: null, regionCode: "", countryIso2: "DE" },
    ...{ elevationFt: elevationFt ?? null, scheduledService: scheduledService ?? false },
  };
}
