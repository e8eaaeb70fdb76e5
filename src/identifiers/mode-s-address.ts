// 24-bit Mode S transponder addresses, spelled as six upper-case hex digits.
import type { Brand } from "./brand.ts";

export type ModeSAddress = Brand<"ModeSAddress">;

const SIX_HEX_DIGITS = /^[0-9A-F]{6}$/;

/** Null for anything but six hex digits, and for the two addresses no airframe may carry. */
export function parseModeSAddress(text: string): ModeSAddress | null {
  const upper = text.trim().toUpperCase();
  if (!SIX_HEX_DIGITS.test(upper) || upper === "000000" || upper === "FFFFFF") return null;
  return upper as ModeSAddress;
}

export function toModeSAddress(value: number): ModeSAddress | null {
  if (!Number.isInteger(value) || value < 0 || value > 0xffffff) return null;
  return parseModeSAddress(value.toString(16).padStart(6, "0"));
}
