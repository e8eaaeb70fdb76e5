// Which airline flies an airframe, by the evidence the register gives. Owner is not operator: an airline's name on a
// registration counts only for types that airline flies itself, because American owns jets that Envoy and PSA fly.
import type { UsMarkRow, UsOperatorRow } from "../sources/curated.ts";
import type { Owner } from "./owners.ts";

export interface OperatorFinding {
  readonly airline: string | null;
  readonly basis: "callsign" | "database" | "register" | "inferred" | "unknown";
}

export type OperatorOf = (owner: Owner, registration: string, icaoType: string | null) => OperatorFinding;

const UNKNOWN: OperatorFinding = { airline: null, basis: "unknown" };

export function createOperatorLookup(
  operators: readonly UsOperatorRow[],
  marks: readonly UsMarkRow[],
): OperatorOf {
  const ownTypes = new Map<string, ReadonlySet<string>>(
    operators.map((row) => [row.airline, new Set<string>(row.own_types)]),
  );
  const marksByType = new Map<string, UsMarkRow[]>();
  for (const row of marks) {
    for (const type of row.types) marksByType.set(type, [...(marksByType.get(type) ?? []), row]);
  }
  return (owner, registration, icaoType) => {
    if (icaoType === null) return UNKNOWN;
    if (owner.airline !== null) {
      const flown = ownTypes.get(owner.airline)?.has(icaoType) ?? false;
      if (flown) return { airline: owner.airline, basis: "register" };
    }
    // Only a trustee hides who flies: its name says nothing, but the mark does, where the airline's pattern is proven.
    if (owner.class !== "trustee") return UNKNOWN;
    const airlines = new Set(
      (marksByType.get(icaoType) ?? [])
        .filter((row) => row.marks.some((pattern) => pattern.test(registration)))
        .map((row) => row.airline),
    );
    const [airline] = airlines;
    return airline !== undefined && airlines.size === 1 ? { airline, basis: "inferred" } : UNKNOWN;
  };
}
