// What an airframe is worth: half-life market value by type, times an age curve of its class, times a status factor,
// never below the part-out floor. Every constant is here or in data/value-curves.csv; docs/valuation.md has the reasoning.
import type { TypeRow, ValueCurveRow } from "../sources/curated.ts";

export interface Valuation {
  readonly usd: number;
  readonly lowUsd: number;
  readonly highUsd: number;
}

export interface ValuationInput {
  readonly type: TypeRow;
  readonly role: "passenger" | "freighter" | "business" | "unknown";
  readonly ageYears: number;
  readonly status: "active" | "stored" | "retired" | "unknown";
}

/** Storage costs a return-to-service check and proves weak demand. */
export const STATUS_FACTOR = { active: 1, unknown: 1, stored: 0.8, retired: 0 } as const;
/** Engines and parts keep an airframe above this share of its new value while somebody flies the type. */
export const PART_OUT_FLOOR = 0.04;
/** Half the width of the band, by age: appraisals spread further the older the airframe. */
export const BANDS = [
  { below: 10, share: 0.15 },
  { below: 20, share: 0.25 },
  { below: Number.POSITIVE_INFINITY, share: 0.4 },
] as const;
/** Rounded so that no figure looks more exact than it is. */
export const ROUND_TO_USD = 100_000;

export type ValueOf = (input: ValuationInput) => Valuation | null;

export function createValuation(rows: readonly ValueCurveRow[]): ValueOf {
  const curves = new Map<string, ValueCurveRow[]>();
  for (const row of rows) curves.set(row.curve, [...(curves.get(row.curve) ?? []), row]);
  for (const points of curves.values()) points.sort((a, b) => a.age_years - b.age_years);

  return ({ type, role, ageYears, status }) => {
    if (role === "business" || status === "retired") return null;
    const asFreighter = role === "freighter" && type.freighter_value_new_musd !== null;
    const newMusd = asFreighter ? type.freighter_value_new_musd : type.value_new_musd;
    const curve = curves.get((asFreighter ? type.freighter_value_curve : type.value_curve) ?? "");
    if (newMusd === null || curve === undefined) return null;
    const retained = Math.max(factorAt(curve, ageYears) * STATUS_FACTOR[status], PART_OUT_FLOOR);
    const band = BANDS.find(({ below }) => ageYears < below)?.share ?? 0;
    const value = newMusd * 1e6 * retained;
    return { usd: round(value), lowUsd: round(value * (1 - band)), highUsd: round(value * (1 + band)) };
  };
}

/** Linear between points in log(factor), level beyond the last. */
export function factorAt(points: readonly ValueCurveRow[], ageYears: number): number {
  const after = points.findIndex((point) => point.age_years >= ageYears);
  const [first] = points;
  if (after === 0 && first !== undefined) return first.factor;
  const upper = points[after];
  const lower = points[(after < 0 ? points.length : after) - 1];
  if (lower === undefined) throw new Error("a value curve needs at least one point");
  if (upper === undefined) return lower.factor;
  // As written, not through exp(log()), whose last digit can tip the rounding: 40 years must not be worth less than 41.
  if (upper.age_years === ageYears) return upper.factor;
  const along = (ageYears - lower.age_years) / (upper.age_years - lower.age_years);
  return Math.exp(Math.log(lower.factor) * (1 - along) + Math.log(upper.factor) * along);
}

function round(usd: number): number {
  return Math.round(usd / ROUND_TO_USD) * ROUND_TO_USD;
}
