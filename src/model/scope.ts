// The commercial scope: an airliner, regional or freighter type, or an operator that is an airline; nothing military, no
// business variant. Null means inside; otherwise the reason it is left out.
import type { TypeRow } from "../sources/curated.ts";
import type { AirframeFacts } from "./fleet-airframe.ts";

export const AIRLINER_CLASSES: ReadonlySet<TypeRow["class"]> = new Set([
  "narrowbody",
  "widebody",
  "regional_jet",
  "turboprop",
  "freighter",
]);
/** Operators whose aircraft count whatever the type. Upstream airlines of unknown kind include flying clubs and jet charter. */
const AIRLINE_KINDS = new Set(["passenger", "regional", "cargo", "charter"]);

/** Databases list air forces among the airlines. */
const ARMED_FORCES =
  /\b(?:air force|navy|army|air corps|marine corps|air mobility command|defen[cs]e force|armed forces|military)\b/i;

export function outOfScope(
  facts: AirframeFacts,
  { military, civil }: { readonly military: boolean; readonly civil: boolean },
): string | null {
  if (military || ARMED_FORCES.test(facts.operator?.name ?? "")) return "military";
  if (!civil && facts.operator === null) return "a mark of no civil register";
  if (facts.role === "business") return "business variant of an airliner";
  if (facts.type !== null && AIRLINER_CLASSES.has(facts.type.class)) return null;
  if (facts.operator !== null && AIRLINE_KINDS.has(facts.operator.kind)) return null;
  return facts.type === null ? "no airliner type" : `${facts.type.class} type not flown by an airline`;
}
