// What a feed gets from the observer: somewhere to put bytes, a clock, and a way to tell people what is going on.

import type { Correct } from "../clock.ts";
import type { Decoder } from "../decoder.ts";

export interface Intake {
  /** A decoder for one document or stream, counting into this source. */
  open(documentMs: number, correct: Correct): Decoder;
  /** A decoder for a stream known to be lines of SBS text, however it begins. */
  openLines(correct: Correct): Decoder;
  nowMs(): number;
  /** Receiving, or what is in the way; said once, however often it is repeated. */
  state(text: string): void;
  /** A source whose clock is off is set right; said once. */
  clockOff(offsetMs: number): void;
  /** Something that yields no message is wrong with the bytes. */
  reject(reason: "damaged compression" | "document too long"): void;
}

export interface FeedOptions {
  readonly once: boolean;
  readonly intervalMs: number;
  readonly signal: AbortSignal;
}

export const AS_SAID: Correct = (saidMs) => saidMs;
export const RECEIVING = "receiving";
