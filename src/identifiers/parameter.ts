// The one path parameter of a request, cleaned the same way for every endpoint and every host before it
// becomes a key. Also used on upstream text, where the same look-alikes and zero-width characters occur.

export const MAX_PARAMETER_LENGTH = 64;

const ALREADY_CLEAN = /^[A-Z0-9-]{1,64}$/;
const CLEAN_BUT_FOR_CASE = /^[A-Za-z0-9-]{1,64}$/;
const PRINTABLE_ASCII = /^[\x20-\x7e]+$/;
// Zero-width spaces and joiners, direction marks, soft hyphen, variation selectors, byte-order mark: invisible, left
// behind by copy and paste, and seen in real registers (RA-24536 carries a zero-width space).
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

/** Percent-decodes once and normalises; null where no identifier can come of it (which answers 404). */
export function parseParameter(raw: string): string | null {
  if (ALREADY_CLEAN.test(raw)) return raw;
  if (CLEAN_BUT_FOR_CASE.test(raw)) return raw.toUpperCase();
  const decoded = percentDecode(raw);
  if (decoded === null || decoded.length > MAX_PARAMETER_LENGTH) return null;
  return normaliseIdentifier(decoded);
}

/** NFKC, no invisible characters, trimmed, upper case; null if empty, too long or not printable ASCII. */
export function normaliseIdentifier(text: string): string | null {
  if (CLEAN_BUT_FOR_CASE.test(text)) return text.toUpperCase();
  const plain = text.normalize("NFKC").replace(INVISIBLE, "").trim();
  // ASCII is demanded before upper-casing: "ß".toUpperCase() is "SS", a different identifier.
  if (plain.length > MAX_PARAMETER_LENGTH || !PRINTABLE_ASCII.test(plain)) return null;
  return plain.toUpperCase();
}

function percentDecode(raw: string): string | null {
  if (!raw.includes("%")) return raw;
  try {
    return decodeURIComponent(raw);
  } catch {
    return null;
  }
}
