// Rows of many sources into airframes: one per Mode S address. Registers come before databases; within an airframe the
// first source that knows a field wins. A row that names another mark speaks of another time or another airframe: it
// gives no field. One mark of one type under several addresses is one airframe: databases mistype addresses.
import { compactMark } from "../identifiers/registration.ts";
import type { AirframeRow } from "../sources/airframe-row.ts";

export interface MergedAirframe {
  readonly address: string | null;
  /** Further addresses that sources give to the same mark and type. */
  readonly otherAddresses: readonly string[];
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
  /** Marks that stand under the addresses of several airframes. */
  readonly sharedMarks: number;
  /** Addresses that went to the airframe whose mark and type they carry. */
  readonly unitedAddresses: number;
  /** Rows without an address whose mark no other source knows. */
  readonly byMarkOnly: number;
  /** Rows without an address that speak of a mark's former holders. */
  readonly formerHolders: number;
}

/** Whether a mark may stand at an address at all: block and prefix of one country. */
export type IsAtHome = (mark: string, address: string) => boolean;

/** `sources` in order of precedence. */
export function mergeAirframes(
  sources: readonly (readonly AirframeRow[])[],
  isAtHome: IsAtHome = () => true,
): Merge {
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
  const settled = [...byAddress].map(([address, rows]) => settleMark(address, rows));
  const airframes = uniteAddresses(settled, rank, isAtHome);
  const { alone: byMarkOnly, formerHolders } = joinByMark(airframes, withoutAddress, rank);
  const all = [...airframes, ...byMarkOnly];
  return {
    airframes: all,
    account: {
      rows: rowCount,
      airframes: all.length,
      conflictingMarks: all.filter(({ conflicting }) => conflicting.length > 0).length,
      sharedMarks: countShared(all),
      unitedAddresses: settled.length - airframes.length,
      byMarkOnly: byMarkOnly.length,
      formerHolders,
    },
  };
}

interface Draft {
  address: string | null;
  otherAddresses: readonly string[];
  registration: string | null;
  rows: AirframeRow[];
  conflicting: AirframeRow[];
}

function settleMark(address: string, rows: AirframeRow[]): Draft {
  const registration = rows.find((row) => row.registration !== null)?.registration ?? null;
  if (registration === null || rows.length === 1)
    return { address, otherAddresses: NONE, registration, rows, conflicting: NO_ROWS };
  const compact = compactMark(registration);
  const agrees = (row: AirframeRow) => row.registration === null || compactMark(row.registration) === compact;
  if (rows.every(agrees)) return { address, otherAddresses: NONE, registration, rows, conflicting: NO_ROWS };
  return {
    address,
    otherAddresses: NONE,
    registration,
    rows: rows.filter(agrees),
    conflicting: rows.filter((row) => !agrees(row)),
  };
}

const NO_ROWS: AirframeRow[] = [];
const NONE: readonly string[] = [];

/** A mark belongs to one airframe at a time, so the same mark on the same type is the same airframe. */
function uniteAddresses(
  drafts: readonly Draft[],
  rank: ReadonlyMap<string, number>,
  isAtHome: IsAtHome,
): readonly Draft[] {
  const byMark = new Map<string, Draft[]>();
  for (const draft of drafts) {
    // As written: 14+01 and 1401 are the marks of two air forces.
    if (draft.registration === null) continue;
    const known = byMark.get(draft.registration);
    if (known === undefined) byMark.set(draft.registration, [draft]);
    else known.push(draft);
  }
  const gone = new Set<Draft>();
  for (const [mark, claimants] of byMark) {
    if (claimants.length === 1) continue;
    const inOrder = [...claimants].sort((a, b) => rightTo(mark, b) - rightTo(mark, a));
    const [holder, ...others] = inOrder;
    for (const other of others) {
      if (holder === undefined || !isSameAirframe(holder, other)) continue;
      holder.rows = byRank([...holder.rows, ...other.rows], rank);
      holder.conflicting = [...holder.conflicting, ...other.conflicting];
      holder.otherAddresses = [...holder.otherAddresses, ...(other.address === null ? [] : [other.address])];
      gone.add(other);
    }
  }
  return gone.size === 0 ? drafts : drafts.filter((draft) => !gone.has(draft));

  /** A register's word, then an address of the mark's own country, then the number of sources. */
  function rightTo(mark: string, { rows, address }: Draft): number {
    const registered = rows.some(({ standing }) => standing !== "database") ? 200 : 0;
    const home = isAtHome(mark, address ?? "") ? 100 : 0;
    return registered + home + new Set(rows.map(({ source }) => source)).size;
  }
}

/** Where a register holds the mark, another address for it is an error whatever type stands there. */
function isSameAirframe(holder: Draft, other: Draft): boolean {
  const isRegistered = ({ rows }: Draft) => rows.some(({ standing }) => standing === "register");
  if (isRegistered(holder)) return !isRegistered(other);
  const [mine, theirs] = [typeCodeOf(holder), typeCodeOf(other)];
  return mine !== null && mine === theirs;
}

function typeCodeOf({ rows }: Draft): string | null {
  return rows.find(({ typeCode }) => typeCode !== null)?.typeCode ?? null;
}

function byRank(rows: readonly AirframeRow[], rank: ReadonlyMap<string, number>): AirframeRow[] {
  const rankOf = (row: AirframeRow) => rank.get(row.source) ?? 0;
  return [...rows].sort((a, b) => rankOf(a) - rankOf(b));
}

/** Rows of registers that give no address join the airframe of the same mark; what is left stands alone. */
function joinByMark(
  airframes: readonly Draft[],
  rows: readonly AirframeRow[],
  rank: ReadonlyMap<string, number>,
): { readonly alone: readonly Draft[]; readonly formerHolders: number } {
  if (rows.length === 0) return { alone: [], formerHolders: 0 };
  let formerHolders = 0;
  const byMark = new Map<string, Draft>();
  for (const airframe of airframes) {
    const mark = airframe.registration === null ? null : compactMark(airframe.registration);
    if (mark !== null && !byMark.has(mark)) byMark.set(mark, airframe);
  }
  const alone = new Map<string, Draft>();
  for (const row of preferCurrent(rows)) {
    const mark = compactMark(row.registration ?? "");
    const airframe = byMark.get(mark) ?? alone.get(mark);
    if (airframe === undefined) {
      alone.set(mark, {
        address: null,
        otherAddresses: NONE,
        registration: row.registration,
        rows: [row],
        conflicting: NO_ROWS,
      });
    } else if (!airframe.rows.some(({ source }) => source === row.source)) {
      airframe.rows = byRank([...airframe.rows, row], rank);
    } else formerHolders++;
  }
  return { alone: [...alone.values()], formerHolders };
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
