// Aircraft types against the open databases. A database agrees when it has a figure for the type and all its figures
// that we also give lie within tolerance of ours.
import type { TypeRow } from "../../src/sources/curated.ts";
import type { Disagreement, Verdict } from "./agreement.ts";
import type { TypeDatabase, TypeFigures } from "./type-databases.ts";

/**
 * Take-off weight is a certified figure, but each type is certified at several: versions of one type differ by less
 * than this, other types under one code by more. Range depends on payload and reserves, seats on the airline.
 */
export const TOLERANCE = { mtow: 0.08, range: 0.2, seats: 0.2 } as const;

export function checkTypes(rows: readonly TypeRow[], databases: readonly TypeDatabase[]): readonly Verdict[] {
  return rows.map((row) => {
    const agrees: string[] = [];
    const disagreements: Disagreement[] = [];
    for (const { id, figures } of databases) {
      const comparisons = compare(row, figures.get(row.icao_type) ?? {});
      if (comparisons.length === 0) continue;
      const outside = comparisons.filter(({ within }) => !within);
      if (outside.length === 0) agrees.push(id);
      else {
        disagreements.push({
          database: id,
          row: row.slug,
          ours: outside.map(({ ours }) => ours).join(", "),
          theirs: outside.map(({ theirs }) => theirs).join(", "),
          // The note has to name the database: a note on something else explains nothing.
          settledBy: row.note.includes(id) ? row.note : null,
        });
      }
    }
    return { row: row.slug, agrees, disagreements };
  });
}

interface Comparison {
  readonly ours: string;
  readonly theirs: string;
  readonly within: boolean;
}

function compare(row: TypeRow, theirs: TypeFigures): readonly Comparison[] {
  const { seats, rangeKm, mtowKg } = theirs;
  return [
    comparison("seats", row.seats_typical, seats, TOLERANCE.seats),
    comparison("km", row.range_km, pair(rangeKm), TOLERANCE.range),
    comparison("kg", row.mtow_kg, pair(mtowKg), TOLERANCE.mtow),
  ].filter((found) => found !== null);
}

function comparison(
  unit: string,
  ours: number | null,
  theirs: readonly [number, number] | undefined,
  tolerance: number,
): Comparison | null {
  if (ours === null || theirs === undefined) return null;
  const [least, most] = theirs;
  const told = least === most ? `${Math.round(least)}` : `${least}-${most}`;
  return {
    ours: `${ours} ${unit}`,
    theirs: `${told} ${unit}`,
    within: ours >= least * (1 - tolerance) && ours <= most * (1 + tolerance),
  };
}

function pair(figure: number | undefined): readonly [number, number] | undefined {
  return figure === undefined ? undefined : [figure, figure];
}
