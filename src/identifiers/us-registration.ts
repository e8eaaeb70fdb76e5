// The arithmetic between US N-numbers and their Mode S addresses: the FAA hands out A00001 to ADF7C7 in the
// order N1, N1A, N1AA, N1AB … N1ZZ, N10, N10A … N99999, leaving out the letters I and O.
import type { ModeSAddress } from "./mode-s-address.ts";
import { parseModeSAddress, toModeSAddress } from "./mode-s-address.ts";
import type { Registration } from "./registration.ts";
import { parseRegistration } from "./registration.ts";

const FIRST_ADDRESS = 0xa00001;
const LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ";
/** No suffix, one letter, or two: 1 + 24 + 24 × 24. */
const SUFFIXES = 1 + LETTERS.length * (1 + LETTERS.length);
/** After four digits: nothing, one letter, or a fifth digit. */
const LAST_PLACE = 1 + LETTERS.length + 10;
/** How many marks begin with the same one, two, three, four digits. */
const THREE_DIGITS = 10 * LAST_PLACE + SUFFIXES;
const TWO_DIGITS = 10 * THREE_DIGITS + SUFFIXES;
const ONE_DIGIT = 10 * TWO_DIGITS + SUFFIXES;
const MARKS_BY_DIGITS = [ONE_DIGIT, TWO_DIGITS, THREE_DIGITS, LAST_PLACE] as const;
const LAST_ADDRESS = FIRST_ADDRESS + 9 * ONE_DIGIT - 1;

const N_NUMBER = /^N([1-9][0-9]{0,4})([A-HJ-NP-Z]{0,2})$/;

export function addressOfUsRegistration(mark: string): ModeSAddress | null {
  const match = N_NUMBER.exec(mark);
  if (match === null || mark.length > 6) return null;
  const [, digits = "", letters = ""] = match;
  let address = FIRST_ADDRESS + (Number(digits[0]) - 1) * ONE_DIGIT;
  for (let place = 1; place < digits.length; place++) {
    const marks = MARKS_BY_DIGITS[place];
    address +=
      marks === undefined
        ? 1 + LETTERS.length + Number(digits[place])
        : SUFFIXES + Number(digits[place]) * marks;
  }
  return toModeSAddress(address + suffixOffset(letters, digits.length === 4));
}

export function usRegistrationOfAddress(address: string): Registration | null {
  // parseInt alone would read "A00001 and more" and "0xA00001" as N1.
  const digits = parseModeSAddress(address);
  if (digits === null) return null;
  const value = Number.parseInt(digits, 16);
  if (value < FIRST_ADDRESS || value > LAST_ADDRESS) return null;
  let rest = value - FIRST_ADDRESS;
  let mark = `N${1 + Math.floor(rest / ONE_DIGIT)}`;
  rest %= ONE_DIGIT;
  for (const marks of [TWO_DIGITS, THREE_DIGITS, LAST_PLACE]) {
    if (rest < SUFFIXES) return parseRegistration(mark + suffixAt(rest));
    rest -= SUFFIXES;
    mark += Math.floor(rest / marks);
    rest %= marks;
  }
  if (rest === 0) return parseRegistration(mark);
  return parseRegistration(mark + (rest <= LETTERS.length ? LETTERS[rest - 1] : rest - 1 - LETTERS.length));
}

function suffixOffset(letters: string, afterFourDigits: boolean): number {
  const [first, second] = letters;
  if (first === undefined) return 0;
  if (afterFourDigits) return 1 + LETTERS.indexOf(first);
  const offset = 1 + LETTERS.indexOf(first) * (1 + LETTERS.length);
  return second === undefined ? offset : offset + 1 + LETTERS.indexOf(second);
}

function suffixAt(offset: number): string {
  if (offset === 0) return "";
  const first = LETTERS[Math.floor((offset - 1) / (1 + LETTERS.length))];
  const second = (offset - 1) % (1 + LETTERS.length);
  return second === 0 ? `${first}` : `${first}${LETTERS[second - 1]}`;
}
