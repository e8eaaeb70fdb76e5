// The stored form of an aircraft and of a source: arrays by place instead of objects by name, which halves the bytes.
// A change of places is a change of STORED_FORMAT.
import type { ModeSAddress } from "../identifiers/mode-s-address.ts";
import type { AircraftRecord } from "./aircraft.ts";
import type { Coverage } from "./coverage.ts";
import { AREAS, VISIT_BASES, type Visit } from "./sighting.ts";
import type { Pending } from "./visits.ts";

export const STORED_FORMAT = 1;

type Maybe<T> = T | null;
type StoredPosition = readonly [
  atMs: number,
  latitude: number,
  longitude: number,
  altitudeFt: Maybe<number>,
  onGround: Maybe<boolean>,
  speedKt: Maybe<number>,
  trackDeg: Maybe<number>,
  rateFpm: Maybe<number>,
];
type StoredVisit = readonly [
  ident: string,
  sinceMs: number,
  seenMs: number,
  arrived: boolean,
  callsign: Maybe<string>,
  onGround: boolean,
  basis: number,
];
type StoredPending = readonly [
  roll: boolean,
  ident: string,
  sinceMs: number,
  atMs: number,
  speedKt: number,
  callsign: Maybe<string>,
];

export type StoredAircraft = readonly [
  firstSeenMs: number,
  lastSeenMs: number,
  source: string,
  registration: Maybe<string>,
  typeCode: Maybe<string>,
  callsign: Maybe<string>,
  squawk: Maybe<string>,
  position: Maybe<StoredPosition>,
  flights: readonly (string | number)[],
  callsigns: readonly (string | number)[],
  visits: readonly StoredVisit[],
  flown: boolean,
  pending: Maybe<StoredPending>,
  flew: boolean,
];

export type StoredSource = readonly [
  area: number,
  format: string,
  firstMs: number,
  lastMs: number,
  messages: number,
  hours: readonly number[],
  cells: readonly number[],
];

export function encodeAircraft(record: AircraftRecord): StoredAircraft {
  const { position: at, pending } = record;
  return [
    record.firstSeenMs,
    record.lastSeenMs,
    record.source,
    record.registration,
    record.typeCode,
    record.callsign,
    record.squawk,
    at === null
      ? null
      : [
          at.atMs,
          at.latitudeDeg,
          at.longitudeDeg,
          at.altitudeFt,
          at.onGround,
          at.groundSpeedKt,
          at.trackDeg,
          at.verticalRateFpm,
        ],
    record.flights.flatMap(({ day, airline, flights }) => [day, airline, flights]),
    record.callsigns.flatMap(({ callsign, firstMs, lastMs }) => [callsign, firstMs, lastMs]),
    record.visits.map(encodeVisit),
    record.flown,
    pending === null
      ? null
      : [
          pending.kind === "roll",
          pending.airportIdent,
          pending.sinceMs,
          pending.atMs,
          pending.speedKt,
          pending.callsign,
        ],
    record.flew,
  ];
}

export function decodeAircraft(address: ModeSAddress, stored: StoredAircraft): AircraftRecord {
  const [firstSeenMs, lastSeenMs, source, registration, typeCode, callsign, squawk, at] = stored;
  const [, , , , , , , , flights, callsigns, visits, flown, pending, flew] = stored;
  return {
    address,
    firstSeenMs,
    lastSeenMs,
    source,
    registration,
    typeCode,
    callsign,
    squawk,
    position:
      at === null
        ? null
        : {
            atMs: at[0],
            latitudeDeg: at[1],
            longitudeDeg: at[2],
            altitudeFt: at[3],
            onGround: at[4],
            groundSpeedKt: at[5],
            trackDeg: at[6],
            verticalRateFpm: at[7],
          },
    flights: triples(flights, (day, airline, count) => ({
      day: Number(day),
      airline: String(airline),
      flights: Number(count),
    })),
    callsigns: triples(callsigns, (text, first, last) => ({
      callsign: String(text),
      firstMs: Number(first),
      lastMs: Number(last),
    })),
    visits: visits.map(decodeVisit),
    flown,
    flew,
    pending: pending === null ? null : decodePending(pending),
  };
}

export function encodeSource({
  area,
  format,
  firstMs,
  lastMs,
  messages,
  hours,
  cells,
}: Coverage): StoredSource {
  return [AREAS.indexOf(area), format, firstMs, lastMs, messages, [...hours].flat(), [...cells]];
}

export function decodeSource(id: string, stored: StoredSource): Coverage {
  const [area, format, firstMs, lastMs, messages, hours, cells] = stored;
  const byDay = new Map<number, number>();
  for (let at = 0; at < hours.length; at += 2) byDay.set(hours[at] ?? 0, hours[at + 1] ?? 0);
  return {
    ...{ id, format, firstMs, lastMs, messages },
    area: AREAS[area] ?? "local",
    hours: byDay,
    cells: new Set(cells),
    dirty: false,
  };
}

function encodeVisit({
  airportIdent,
  sinceMs,
  seenMs,
  arrived,
  callsign,
  onGround,
  basis,
}: Visit): StoredVisit {
  return [airportIdent, sinceMs, seenMs, arrived, callsign, onGround, VISIT_BASES.indexOf(basis)];
}

function decodeVisit([
  airportIdent,
  sinceMs,
  seenMs,
  arrived,
  callsign,
  onGround,
  basis,
]: StoredVisit): Visit {
  return {
    airportIdent,
    sinceMs,
    seenMs,
    arrived,
    callsign,
    onGround,
    basis: VISIT_BASES[basis] ?? "ground",
  };
}

function decodePending([roll, airportIdent, sinceMs, atMs, speedKt, callsign]: StoredPending): Pending {
  return { kind: roll ? "roll" : "final", airportIdent, sinceMs, atMs, speedKt, callsign };
}

function triples<T>(
  flat: readonly (string | number)[],
  make: (a: string | number, b: string | number, c: string | number) => T,
): T[] {
  const made: T[] = [];
  for (let at = 0; at + 2 < flat.length; at += 3)
    made.push(make(flat[at] ?? "", flat[at + 1] ?? "", flat[at + 2] ?? ""));
  return made;
}
