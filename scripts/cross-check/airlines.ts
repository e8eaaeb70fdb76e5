// Airlines against the open databases. A database agrees with a row when it has a record of the same ICAO code with
// a name alike and an equal IATA code (or none on one side). Rows without an ICAO code are looked up by IATA code.
import type { AirlineRow } from "../../src/sources/curated.ts";
import type { Disagreement, Verdict } from "./agreement.ts";
import type { AirlineDatabase, AirlineRecord } from "./airline-databases.ts";
import { alikeNames } from "./airline-names.ts";

export function checkAirlines(
  rows: readonly AirlineRow[],
  databases: readonly AirlineDatabase[],
): readonly Verdict[] {
  const indexes = databases.map(({ records, ...database }) => ({ ...database, ...indexOf(records) }));
  return rows.map((row) => {
    const views = indexes
      .map(({ id, year, byIcao, byIata }) => ({ id, year, records: candidates(row, byIcao, byIata) }))
      .filter(({ records }) => records.length > 0)
      .map((view) => ({ ...view, agreeing: view.records.find((record) => agreesWith(row, record)) }));
    return {
      row: row.slug,
      agrees: views.filter(({ agreeing }) => agreeing !== undefined).map(({ id }) => id),
      disagreements: views
        .filter(({ agreeing }) => agreeing === undefined)
        .map((view) => toDisagreement(row, view, views)),
    };
  });
}

interface View {
  readonly id: string;
  readonly year: number;
  readonly records: readonly AirlineRecord[];
  readonly agreeing: AirlineRecord | undefined;
}

function candidates(row: AirlineRow, byIcao: RecordIndex, byIata: RecordIndex): readonly AirlineRecord[] {
  if (row.icao !== null) return byIcao.get(row.icao) ?? [];
  // Two-letter codes are shared widely: one of another name is simply another airline.
  return (byIata.get(row.iata ?? "") ?? []).filter(({ name }) => alikeNames(namesOf(row), name));
}

function toDisagreement(row: AirlineRow, view: View, views: readonly View[]): Disagreement {
  const nameIsAlike = view.records.some(({ name }) => alikeNames(namesOf(row), name));
  // Who says nothing of IATA codes cannot settle a difference in them.
  const newer = views.find(
    ({ year, agreeing }) =>
      year >= view.year && agreeing !== undefined && (!nameIsAlike || agreeing.iata === row.iata),
  );
  return {
    database: view.id,
    row: row.slug,
    ours: described(row),
    theirs: view.records.map(described).join(" | "),
    settledBy: newer?.id ?? (row.note || null),
  };
}

function agreesWith(row: AirlineRow, record: AirlineRecord): boolean {
  const sameIata = row.iata === null || record.iata === null || row.iata === record.iata;
  const sameIcao = row.icao === null || record.icao === null || row.icao === record.icao;
  return sameIata && sameIcao && alikeNames(namesOf(row), record.name);
}

/** Aliases are names the airline answers to: former and short ones among them, which databases keep for years. */
function namesOf(row: AirlineRow): readonly string[] {
  return [row.name, row.slug, ...row.aliases].map((name) => name.replaceAll("-", " "));
}

function described({ name, iata, icao }: AirlineRecord): string {
  return `${name} ${iata ?? "--"}/${icao ?? "---"}`;
}

type RecordIndex = ReadonlyMap<string, readonly AirlineRecord[]>;

function indexOf(records: readonly AirlineRecord[]): { byIcao: RecordIndex; byIata: RecordIndex } {
  const byIcao = new Map<string, AirlineRecord[]>();
  const byIata = new Map<string, AirlineRecord[]>();
  for (const record of records) {
    add(byIcao, record.icao, record);
    add(byIata, record.iata, record);
  }
  return { byIcao, byIata };
}

function add(index: Map<string, AirlineRecord[]>, code: string | null, record: AirlineRecord): void {
  if (code === null) return;
  const known = index.get(code);
  if (known === undefined) index.set(code, [record]);
  else known.push(record);
}
