// What an airframe is fitted for, as far as a database's text tells.
import type { TypeRow } from "../sources/curated.ts";

export type Role = "passenger" | "freighter" | "business" | "unknown";

const BUSINESS = /\b(?:ACJ|BBJ\d?|CJ|LINEAGE|LEGACY|PRESTIGE|CHALLENGER|CORPORATE JET|VIP)\b|\bACJ\d/i;
const FREIGHTER =
  /\b(?:FREIGHTER|BCF|BDSF|SF|P2F|PF|ERF|CARGO|SUPER FREIGHTER)\b|\d(?:F|SF|BCF|BDSF|PF|ERF|FZ|P2F)\b|\(F\)|\(BCF\)|\(SF\)/i;

/** `unknown` where the text does not say: conversions rarely show. */
export function roleInText(type: TypeRow, text: string | null): Role {
  if (type.class === "freighter") return "freighter";
  if (text === null) return "unknown";
  if (BUSINESS.test(text)) return "business";
  return FREIGHTER.test(text) ? "freighter" : "unknown";
}
