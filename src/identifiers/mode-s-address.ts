// 24-bit Mode S transponder addresses, spelled as six upper-case hex digits.
import type { Brand } from "./brand.ts";
import { normaliseIdentifier } from "./parameter.ts";

export type ModeSAddress = Brand<"ModeSAddress">;

const SIX_HEX_DIGITS = /^[0-9A-F]{6}$/;

/** Null for anything but six hex digits, and for the two addresses no airframe may carry. */
export function parseModeSAddress(text: string): ModeSAddress | null {
  const address = normaliseIdentifier(text);
  if (address === null || !SIX_HEX_DIGITS.test(address)) return null;
  return address === "000000" || address === "FFFFFF" ? null : (address as ModeSAddress);
}

export function toModeSAddress(value: number): ModeSAddress | null {
  if (!Number.isInteger(value) || value < 0 || value > 0xffffff) return null;
  return parseModeSAddress(value.toString(16).padStart(6, "0"));
}
