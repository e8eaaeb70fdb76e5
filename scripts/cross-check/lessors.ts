// Lessors against the registers: one is confirmed by a register in which some owner's name matches its patterns.
import { join } from "node:path";
import { createOwnerLookup } from "../../src/model/owners.ts";
import type { LessorRow, OwnerRow } from "../../src/sources/curated.ts";
import { readUsRegister } from "../../src/sources/us-register.ts";
import type { Verdict } from "./agreement.ts";
import { parseFields, readText } from "./raw-files.ts";

export interface OwnerRegister {
  readonly id: string;
  readonly owners: ReadonlySet<string>;
}

const US_REGISTER_FILE = "node_modules/@squawk/icao-registry-data/data/icao-registry.json.gz";
/** The Irish file opens with a title line. */
const IRISH_TITLE_LINES = 1;

export function readOwnerRegisters(root: string, raw: string): readonly OwnerRegister[] {
  const us = readUsRegister(join(root, US_REGISTER_FILE)).rows.map(({ owner }) => owner ?? "");
  const irish = parseFields(
    readText(raw, "airframesio-registers/ireland.excerpt.csv"),
    IRISH_TITLE_LINES,
  ).flatMap((row) => (row["Registered Owner"] ?? "").split("\n"));
  const swedish = parseFields(readText(raw, "luftfartygsregistret-se/register.csv.gz")).map(
    (row) => row["owner.name"] ?? "",
  );
  return [
    { id: "us-register", owners: new Set(us) },
    { id: "ireland-register", owners: new Set(irish) },
    { id: "sweden-register", owners: new Set(swedish) },
  ];
}

export function checkLessors(
  rows: readonly LessorRow[],
  owners: readonly OwnerRow[],
  registers: readonly OwnerRegister[],
): readonly Verdict[] {
  const ownerOf = createOwnerLookup(owners);
  const found = registers.map(({ id, owners: names }) => ({
    id,
    lessors: new Set([...names].map((name) => ownerOf(name).lessor)),
  }));
  return rows.map(({ slug }) => ({
    row: slug,
    agrees: found.filter(({ lessors }) => lessors.has(slug)).map(({ id }) => id),
    disagreements: [],
  }));
}
