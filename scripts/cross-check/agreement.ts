// What the cross-check finds out about one row of a curated table: who agrees, who does not and in what.

export interface Disagreement {
  readonly database: string;
  /** Slug of the row. */
  readonly row: string;
  readonly ours: string;
  readonly theirs: string;
  /** What settles it: the row's note, or a newer database that agrees with us; null while nothing does. */
  readonly settledBy: string | null;
}

export interface Verdict {
  readonly row: string;
  /** Ids of the databases or registers that agree, in the order of the check. */
  readonly agrees: readonly string[];
  readonly disagreements: readonly Disagreement[];
}

/** The content of the `agrees` column. */
export function agreesCell({ agrees }: Verdict): string {
  return agrees.length === 0 ? "unchecked" : agrees.join(" ");
}
