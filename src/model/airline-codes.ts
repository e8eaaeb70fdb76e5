// Who is meant by an ICAO airline code. Codes are reused: BER was Air Berlin's and is Fly Air41's. A database's code
// therefore counts together with the name beside it, and never for an airline that has ceased.
import { toSlug } from "../identifiers/slug.ts";
import type { AirlineRow } from "../sources/curated.ts";
import { alike } from "./airline-merge.ts";

export interface CodeHolders {
  /** Who answers to the code today; a defunct airline if nobody else ever did. */
  holderOf(code: string): AirlineRow | undefined;
  /** Whom a database means by code and name, or why it cannot be told. */
  meant(code: string, name: string | null): AirlineRow | string;
}

const STATUS_ORDER = ["active", "unknown", "defunct"];

export function createCodeHolders(airlines: readonly AirlineRow[]): CodeHolders {
  const holders = new Map<string, AirlineRow[]>();
  for (const row of airlines) {
    if (row.icao === null) continue;
    const known = holders.get(row.icao);
    if (known === undefined) holders.set(row.icao, [row]);
    else known.push(row);
  }
  for (const rows of holders.values()) {
    if (rows.length === 1) continue;
    rows.sort(
      (a, b) =>
        STATUS_ORDER.indexOf(a.status) - STATUS_ORDER.indexOf(b.status) ||
        Number(isCurated(b)) - Number(isCurated(a)),
    );
  }
  const byName = new Map<string, AirlineRow>();
  for (const row of airlines) {
    const name = toSlug(row.name);
    if (isCurated(row) && row.status === "active" && name !== null) byName.set(name, row);
  }
  const cache = new Map<string, AirlineRow | string>();
  return {
    holderOf: (code) => holders.get(code)?.[0],
    meant(code, name) {
      const key = `${code} ${name ?? ""}`;
      const known = cache.get(key);
      if (known !== undefined) return known;
      // A code that nobody holds, beside a name that somebody has: an airline's former or second code.
      const namesake = name === null || holders.has(code) ? undefined : byName.get(toSlug(name) ?? "");
      const found = namesake ?? choose(holders.get(code) ?? [], code, name);
      cache.set(key, found);
      return found;
    },
  };
}

function choose(rows: readonly AirlineRow[], code: string, name: string | null): AirlineRow | string {
  const [first] = rows;
  if (first === undefined) return `${code}: nobody holds this code`;
  const named = name === null ? first : rows.find((row) => isNamed(row, name));
  // An active airline of the curated table is meant even under an older or another name (Federal Express).
  const meant = named ?? (isCurated(first) && first.status === "active" ? first : undefined);
  if (meant === undefined) return `${code}: ${name} is not ${rows.map((row) => row.name).join(" or ")}`;
  return meant.status === "defunct" ? `${code}: ${meant.name} has ceased` : meant;
}

function isNamed(row: AirlineRow, name: string): boolean {
  return [row.name, ...row.aliases].some((own) => alike(own, name));
}

/** Airlines that only databases know stand on no line of the curated table. */
function isCurated({ line }: AirlineRow): boolean {
  return line > 0;
}
