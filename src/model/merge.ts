// Rows of many sources into airframes: one per Mode S address. Registers come before databases; within an airframe the
// first source that knows a field wins. A row that names another mark speaks of another time or another airframe: it
// gives no field, only a former mark.
import { compactMark } from "../identifiers/registration.ts";
import type { AirframeRow } from "../sources/airframe-row.ts";

export interface MergedAirframe {
  readonly address: string | null;
  readonly registration: string | null;
  /** In order of precedence, all of the same mark (or of none). */
  readonly rows: readonly AirframeRow[];
  /** Rows that name another mark under the same address. */
  readonly conflicting: readonly AirframeRow[];
}

export interface Merge {
  readonly airframes: readonly MergedAirframe[];
  readonly account: MergeAccount;
}

export interface MergeAccount {
  readonly rows: number;
  readonly airframes: number;
  /** Airframes that sources name differently. */
  readonly conflictingMarks: number;
  /** Marks that stand under several addresses. */
  readonly sharedMarks: number;
  /** Rows without an address whose mark no other source knows. */
  readonly byMarkOnly: number;
}

/** `sources` in order of precedence. */
export function mergeAirframes(sources: readonly (readonly AirframeRow[])[]): Merge {
  const byAddress = new Map<string, AirframeRow[]>();
  const withoutAddress: AirframeRow[] = [];
  let rowCount = 0;
  for (const rows of sources) {
    rowCount += rows.length;
    for (const row of rows) {
      if (row.address === null) {
        withoutAddress.push(row);
        continue;
      }
      const known = byAddress.get(row.address);
      if (known === undefined) byAddress.set(row.address, [row]);
      else known.push(row);
    }
  }
  const rank = new Map(
    sources.flatMap((rows, at) => (rows[0] === undefined ? [] : [[rows[0].source, at] as const])),
  );
  const airframes = [...byAddress].map(([address, rows]) => settleMark(address, rows));
  const byMarkOnly = joinByMark(airframes, withoutAddress, rank);
  const all = [...airframes, ...byMarkOnly];
  return {
    airframes: all,
    account: {
      rows: rowCount,
      airframes: all.length,
      conflictingMarks: all.filter(({ conflicting }) => conflicting.length > 0).length,
      sharedMarks: countShared(all),
      byMarkOnly: byMarkOnly.length,
    },
  };
}

interface Draft {
  address: string | null;
  registration: string | null;
  rows: AirframeRow[];
  conflicting: AirframeRow[];
}

function settleMark(address: string, rows: AirframeRow[]): Draft {
  const registration = rows.find((row) => row.registration !== null)?.registration ?? null;
  if (registration === null || rows.length === 1)
    return { address, registration, rows, conflicting: NO_ROWS };
  const compact = compactMark(registration);
  const agrees = (row: AirframeRow) => row.registration === null || compactMark(row.registration) === compact;
  if (rows.every(agrees)) return { address, registration, rows, conflicting: NO_ROWS };
  return {
    address,
    registration,
    rows: rows.filter(agrees),
    conflicting: rows.filter((row) => !agrees(row)),
  };
}

const NO_ROWS: AirframeRow[] = [];

/** Rows of registers that give no address join the airframe of the same mark; what is left stands alone. */
function joinByMark(
  airframes: readonly Draft[],
  rows: readonly AirframeRow[],
  rank: ReadonlyMap<string, number>,
): Draft[] {
  if (rows.length === 0) return [];
  const byMark = new Map<string, Draft>();
  for (const airframe of airframes) {
    const mark = airframe.registration === null ? null : compactMark(airframe.registration);
    if (mark !== null && !byMark.has(mark)) byMark.set(mark, airframe);
  }
  const alone = new Map<string, Draft>();
  const rankOf = (row: AirframeRow) => rank.get(row.source) ?? 0;
  for (const row of preferCurrent(rows)) {
    const mark = compactMark(row.registration ?? "");
    const airframe = byMark.get(mark) ?? alone.get(mark);
    if (airframe === undefined) {
      alone.set(mark, { address: null, registration: row.registration, rows: [row], conflicting: NO_ROWS });
    } else if (!airframe.rows.some(({ source }) => source === row.source)) {
      airframe.rows = [...airframe.rows, row].sort((a, b) => rankOf(a) - rankOf(b));
    }
  }
  return [...alone.values()];
}

/** A mark that was struck off and given out again is its present holder. */
function preferCurrent(rows: readonly AirframeRow[]): readonly AirframeRow[] {
  return [
    ...rows.filter(({ standing }) => standing !== "cancelled"),
    ...rows.filter(({ standing }) => standing === "cancelled"),
  ];
}

function countShared(airframes: readonly MergedAirframe[]): number {
  const seen = new Set<string>();
  const shared = new Set<string>();
  for (const { registration } of airframes) {
    if (registration === null) continue;
    if (seen.has(registration)) shared.add(registration);
    seen.add(registration);
  }
  return shared.size;
}
