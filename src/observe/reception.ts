// One reception, whatever format it came in: what an aircraft said, in one set of units. Readers yield these, and say
// of every message that yields none why not, so that totals add up.
import type { ModeSAddress } from "../identifiers/mode-s-address.ts";

/** A field that the message did not carry is null; nothing is guessed. */
export interface Reception {
  /** When the newest message in it was heard, milliseconds since 1970 UTC. */
  readonly atMs: number;
  readonly address: ModeSAddress;
  /** As sent, without padding; null if blank or filler. */
  readonly callsign: string | null;
  /** Mark and type designator that the source's own database gives the address. */
  readonly registration: string | null;
  readonly typeCode: string | null;
  /** Both or neither. */
  readonly latitudeDeg: number | null;
  readonly longitudeDeg: number | null;
  /** How much older than `atMs` the position is; null without a position. */
  readonly positionAgeSec: number | null;
  /** Barometric. */
  readonly altitudeFt: number | null;
  readonly onGround: boolean | null;
  readonly groundSpeedKt: number | null;
  readonly trackDeg: number | null;
  readonly verticalRateFpm: number | null;
  /** Four octal digits. */
  readonly squawk: string | null;
}

/** Why a message gave no reception. Each is explained in docs/receiver.md. */
export const REJECTIONS = [
  "no usable address",
  "non-ICAO address",
  "address of no country",
  "surface vehicle or obstacle",
  "duplicate",
  "time missing or impossible",
  "time in the future",
  "not a reception message",
  "not an SBS line",
  "line too long",
  "line cut off",
  "malformed row",
  "damaged JSON",
  "JSON cut off",
  "JSON element too long",
  "JSON without receptions",
  "not text",
  "damaged compression",
  "document too long",
  "too many aircraft",
] as const;
export type Rejection = (typeof REJECTIONS)[number];

export interface Sink {
  take(reception: Reception): void;
  reject(reason: Rejection): void;
}

/** Messages = taken + all of rejected. */
export interface Tally {
  messages: number;
  taken: number;
  positions: number;
  readonly rejected: Map<Rejection, number>;
}

export function createTally(): Tally {
  return { messages: 0, taken: 0, positions: 0, rejected: new Map() };
}

export function countTaken(tally: Tally, reception: Reception): void {
  tally.messages++;
  tally.taken++;
  if (reception.latitudeDeg !== null) tally.positions++;
}

export function countRejected(tally: Tally, reason: Rejection): void {
  tally.messages++;
  tally.rejected.set(reason, (tally.rejected.get(reason) ?? 0) + 1);
}

export function addTally(sum: Tally, more: Tally): void {
  sum.messages += more.messages;
  sum.taken += more.taken;
  sum.positions += more.positions;
  for (const [reason, count] of more.rejected)
    sum.rejected.set(reason, (sum.rejected.get(reason) ?? 0) + count);
}
