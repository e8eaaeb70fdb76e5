// Registration marks: canonical spelling, compact spelling, and the keys a request for a mark is looked up by.
import type { Brand } from "./brand.ts";
import { normaliseIdentifier } from "./parameter.ts";

export type Registration = Brand<"Registration">;

const SEPARATORS = /[-+./ ]/g;
const HAS_SEPARATOR = /[-+./ ]/;
// Letters, digits and separators, at least two that are no separator ("B-" is half a mark); the longest real marks
// (military serials) stay under 16.
const MARK = /^(?=.*[A-Z0-9].*[A-Z0-9])[A-Z0-9+./ -]{2,16}$/;

/** The mark as its register writes it, upper case, invisible characters removed; null if it cannot be one. */
export function parseRegistration(text: string): Registration | null {
  const mark = normaliseIdentifier(text);
  return mark !== null && MARK.test(mark) ? (mark as Registration) : null;
}

export function hasSeparator(mark: string): boolean {
  return HAS_SEPARATOR.test(mark);
}

/** The mark without separators: what a person types who leaves the hyphen out or puts it elsewhere. */
export function compactMark(mark: string): string {
  return mark.replace(SEPARATORS, "");
}

/**
 * Key of a compact mark for requests that do carry a separator. They mean a registration and nothing else,
 * so they must not meet the Mode S address of the same six characters (A97-442 against A97442).
 */
export function registrationOnlyKey(mark: string): string {
  return `-${compactMark(mark)}`;
}
