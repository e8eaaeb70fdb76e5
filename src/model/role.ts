// What an airframe is fitted for, as far as the text of a database or register tells.
import type { TypeRow } from "../sources/curated.ts";

export type Role = "passenger" | "freighter" | "business" | "unknown";

// ACJ319, 133ACJ, A318-112CJ, A319-115X(CJ); BBJ, BBJ2, and 737-7BC, because BC is the Boeing Business Jet's customer
// code; 190-100 ECJ, 100-95SBJ, EMB-135BJ; a Challenger 850 is a CRJ200 (747-406BC is none of these).
const BUSINESS =
  /ACJ|\bBBJ\d?\b|\d{3}[A-Z]? ?\(?CJ\b|\b737(?:NG)?[- ]?[789]BC\b|(?:\d\d|-)S?BJ\b|\bECJ\b|\b(?:LINEAGE|LEGACY|PRESTIGE|CHALLENGER|ENVOY|CORPORATE JET|VIP)\b|\b(?:REGIONAL[- ]JET|CRJ)[- ]?8[579]0\b/i;

const FREIGHTER_WORD = /\((?:F|SF|BCF|BDSF|P2F|PCF|PF|CCF)\)|\b(?:FREIGHTER|P2F|BCF|BDSF|CARGO)\b/i;
const BOEING = /\b7[0-8]7/;
// After the series digit come two characters of the customer, which may themselves be an F: 737-85F and 737-8FZ carry
// passengers, 757-24APF, 767-34AF and 747-4EVERF do not.
const BOEING_FREIGHTER =
  /\b7[0-8]7(?:NG)?[- ]?\d[A-Z0-9]{2}(?:ER|B|C)?(?:F|SF|BCF|BDSF|PF|PCF)\b|\b747-8F\b|\b777[- ]?F/i;
const OTHER_FREIGHTER = /(?:\d[A-Z]?|-A?)S?F(?=$|[\s(/])/i;

/** `unknown` where the text does not say: conversions rarely show. */
export function roleInText(type: TypeRow, text: string | null): Role {
  if (type.class === "freighter") return "freighter";
  if (text === null) return "unknown";
  if (BUSINESS.test(text)) return "business";
  if (FREIGHTER_WORD.test(text)) return "freighter";
  return (BOEING.test(text) ? BOEING_FREIGHTER : OTHER_FREIGHTER).test(text) ? "freighter" : "unknown";
}
