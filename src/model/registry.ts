// Which register an airframe belongs to and how it stands there: by its mark, its address, and what registers say or
// leave unsaid.
import { addressOfUsRegistration } from "../identifiers/us-registration.ts";
import type { AirframeRow } from "../sources/airframe-row.ts";
import { US_REGISTER } from "../sources/catalog.ts";
import type { BlockOfAddress } from "../sources/upstream/code-blocks.ts";
import type { MarkForms } from "../sources/upstream/registration-prefixes.ts";
import type { MergedAirframe } from "./merge.ts";
import { US_REGISTERS } from "./us-types.ts";

/** What is known of registers as a whole. */
export interface Registries {
  /** Null where no source tells marks apart. */
  readonly markForms: Pick<MarkForms, "countryOf" | "beginsLike"> | null;
  readonly blockOf: (address: string) => BlockOfAddress;
  readonly isCountry: (iso2: string) => boolean;
  /** Day of a US register that is whole, so that a mark it lacks is not registered; null for an excerpt. */
  readonly usRegisterDay: string | null;
}

export interface Registry {
  readonly countryIso2: string | null;
  /** False for a mark that no civil register writes: serials of air forces, coast guards, typing errors. */
  readonly civil: boolean;
}

/** Russia's state aviation, which its civil register does not hold. */
const STATE_MARK = /^RF-/;

/** The mark names the register; the block of the address only where the mark does not tell. */
export function registryOf(
  { registration, rows }: Pick<MergedAirframe, "registration" | "rows">,
  block: BlockOfAddress | null,
  { markForms, isCountry }: Pick<Registries, "markForms" | "isCountry">,
): Registry {
  if (rows.some(({ source }) => US_REGISTERS.has(source))) return { countryIso2: "US", civil: true };
  const byBlock = block?.countryIso2 ?? null;
  if (markForms === null || registration === null) return { countryIso2: byBlock, civil: true };
  const byMark = markForms.countryOf(registration);
  if (byMark === null) {
    const civil = byBlock === null || markForms.beginsLike(registration, byBlock);
    return { countryIso2: byBlock, civil };
  }
  // Taiwan and China share the prefix B, and the form of the marks does not part them; their blocks do.
  if (byMark === "CN" && byBlock === "TW") return { countryIso2: "TW", civil: true };
  return { countryIso2: isCountry(byMark) ? byMark : null, civil: !STATE_MARK.test(registration) };
}

/** Whether an address lies in the block of the country that its mark names. */
export function isAtHome(mark: string, address: string, { markForms, blockOf }: Registries): boolean {
  const us = addressOfUsRegistration(mark);
  if (us !== null) return us === address;
  const country = markForms?.countryOf(mark) ?? null;
  return country === null || blockOf(address).countryIso2 === country;
}

/** A register that is this much older than the build no longer says what is registered now. */
const STALE_AFTER_MS = 2 * 365.25 * 24 * 3_600_000;

export interface StandingFinding {
  readonly standing: "register" | "cancelled" | undefined;
  /** The register whose silence decided, because it is in none of the rows. */
  readonly silent: string | null;
}

export function standingOf(
  { registration, address, rows }: Pick<MergedAirframe, "registration" | "address" | "rows">,
  dates: Readonly<Record<string, string>>,
  nowMs: number,
  usRegisterDay: string | null,
): StandingFinding {
  const row = rows.find(({ source, standing }) => standing !== "database" && isFresh(dates[source], nowMs));
  if (row !== undefined && row.standing !== "database") return { standing: row.standing, silent: null };
  const struckOff =
    usRegisterDay !== null &&
    registration !== null &&
    address !== null &&
    addressOfUsRegistration(registration) === address &&
    rows.every((known) => isOlder(known, dates, usRegisterDay));
  return struckOff
    ? { standing: "cancelled", silent: US_REGISTER.id }
    : { standing: undefined, silent: null };
}

function isFresh(day: string | undefined, nowMs: number): boolean {
  return day === undefined || nowMs - Date.parse(day) < STALE_AFTER_MS;
}

/** A row of a later day may speak of an airframe registered since. */
function isOlder(row: AirframeRow, dates: Readonly<Record<string, string>>, day: string): boolean {
  return !US_REGISTERS.has(row.source) && (dates[row.source] ?? "9999") <= day;
}
