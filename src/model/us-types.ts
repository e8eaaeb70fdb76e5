// Make and model of the US register to an ICAO type designator and a role, by the curated table: rows in order, the
// first that matches wins.
import { FAA_REGISTER, US_REGISTER } from "../sources/catalog.ts";
import type { UsModelRow } from "../sources/curated.ts";

/** Registers whose make and model text the curated table reads. */
export const US_REGISTERS: ReadonlySet<string> = new Set([US_REGISTER.id, FAA_REGISTER.id]);

export interface ModelMatch {
  readonly icaoType: string;
  readonly role: UsModelRow["role"];
}

export type ModelLookup = (make: string, model: string, builtYear: number | null) => ModelMatch | null;

export function createModelLookup(rows: readonly UsModelRow[]): ModelLookup {
  const byMake = new Map<string, readonly UsModelRow[]>();
  const byText = new Map<string, readonly UsModelRow[]>();
  const rowsOfMake = (make: string) => {
    const known = byMake.get(make);
    if (known !== undefined) return known;
    const matching = rows.filter((row) => row.make.test(make));
    byMake.set(make, matching);
    return matching;
  };
  // The register repeats few texts often: each is matched once, only the year is left to decide per airframe.
  const rowsOfText = (make: string, model: string) => {
    const makeRows = rowsOfMake(make);
    if (makeRows.length === 0) return makeRows;
    const text = `${make}\n${model}`;
    const known = byText.get(text);
    if (known !== undefined) return known;
    const matching = makeRows.filter((row) => row.model.test(model));
    byText.set(text, matching);
    return matching;
  };
  return (make, model, builtYear) => {
    const row = rowsOfText(make.toUpperCase(), model.toUpperCase()).find((candidate) =>
      inYears(candidate, builtYear),
    );
    return row === undefined ? null : { icaoType: row.icao_type, role: row.role };
  };
}

function inYears(row: UsModelRow, builtYear: number | null): boolean {
  if (row.year_from === null && row.year_to === null) return true;
  if (builtYear === null) return false;
  return builtYear >= (row.year_from ?? 0) && builtYear <= (row.year_to ?? 9999);
}
