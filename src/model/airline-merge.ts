// Curated airlines first, then those only upstream databases know. Curated rows keep priority; where a database gives a
// curated code to somebody else that is reported, not silently dropped.
import { parseSlug, type Slug, toSlug } from "../identifiers/slug.ts";
import { MICTRONICS } from "../sources/catalog.ts";
import type { AirlineRow } from "../sources/curated.ts";
import type { AirlineReading, UpstreamAirline } from "../sources/upstream/airlines.ts";
import type { Routes } from "../sources/upstream/routes.ts";

export interface AirlineMerge {
  readonly airlines: readonly AirlineRow[];
  readonly account: Readonly<Record<string, number>>;
  /** Codes that the curated table and a database give to different names. */
  readonly disagreements: readonly string[];
}

export interface AirlineMergeInput {
  readonly curated: readonly AirlineRow[];
  readonly upstream: readonly AirlineReading[];
  readonly routes: Routes | null;
  readonly isOpenAirport: (icao: string) => boolean;
  readonly countryCodeOf: (name: string) => string | null;
  /** What databases of today call the operators of airframes, by airline code. */
  readonly flownBy: ReadonlyMap<string, ReadonlySet<string>>;
}

const MAX_HUBS = 4;
/** A hub has at least this share of the airline's departures, and the airline at least so many routes. */
const HUB_SHARE = 0.1;
const MIN_DEPARTURES = 10;

export function mergeAirlines(input: AirlineMergeInput): AirlineMerge {
  const { curated, upstream, routes } = input;
  const heldByCode = new Map<string, AirlineRow[]>();
  for (const row of curated)
    if (row.icao !== null) heldByCode.set(row.icao, [...(heldByCode.get(row.icao) ?? []), row]);
  const added = new Map<string, UpstreamAirline>();
  const account = {
    curated: curated.length,
    "known to the curated table already": 0,
    added: 0,
    "a second database's word for one added": 0,
    "not added: its list holds air forces and offices too": 0,
    "not added: another code of a curated airline": 0,
  };
  const disagreements: string[] = [];
  const byNameAndIata = new Map(curated.map((row) => [`${toSlug(row.name)} ${row.iata}`, row]));
  for (const { source, rows } of upstream) {
    for (const row of rows) {
      const holders = heldByCode.get(row.icao) ?? [];
      const known = added.get(row.icao);
      if (holders.some((holder) => holder.status !== "defunct" || alike(holder.name, row.name))) {
        account["known to the curated table already"]++;
        if (!holders.some((holder) => alike(holder.name, row.name))) {
          disagreements.push(
            `${row.icao}: ${holders.map(({ name }) => name).join(", ")} here, ${row.name} in ${source}`,
          );
        }
      } else if (row.iata !== null && byNameAndIata.has(`${toSlug(row.name)} ${row.iata}`)) {
        account["not added: another code of a curated airline"]++;
        const own = byNameAndIata.get(`${toSlug(row.name)} ${row.iata}`)?.icao;
        disagreements.push(`${row.icao}: ${row.name} in ${source}, ${own ?? "no code"} here`);
      } else if (known === undefined) {
        if (source === MICTRONICS.id) account["not added: its list holds air forces and offices too"]++;
        else {
          account.added++;
          added.set(row.icao, row);
        }
      } else {
        account["a second database's word for one added"]++;
        added.set(row.icao, complete(known, row));
      }
    }
  }
  const taken = takenNames(curated, added);
  const extra = [...added.values()].map((row) => toRow(row, taken, input));
  const withHubs = curated.map((row) =>
    row.hubs.length > 0 || row.status === "defunct" ? row : { ...row, hubs: hubsOf(row.icao, routes, input) },
  );
  return { airlines: [...withHubs, ...extra], account, disagreements };
}

/** A later source fills what an earlier one left open, if it means the same airline. */
function complete(known: UpstreamAirline, later: UpstreamAirline): UpstreamAirline {
  if (!alike(known.name, later.name)) return known;
  return {
    ...known,
    iata: known.iata ?? later.iata,
    country: known.country ?? later.country,
    defunct: known.defunct || later.defunct,
  };
}

function toRow(row: UpstreamAirline, taken: Set<string>, input: AirlineMergeInput): AirlineRow {
  // "Defunct" is the word of a list of 2017, where Airbus and Boeing are, too. Airframes flown today contradict it.
  const flies = [...(input.flownBy.get(row.icao) ?? [])].some((name) => alike(name, row.name));
  const defunct = row.defunct && !flies;
  return {
    slug: freeSlug(row, taken),
    name: row.name,
    iata: row.iata,
    icao: row.icao,
    country_iso2: row.country === null ? null : input.countryCodeOf(row.country),
    status: defunct ? "defunct" : "unknown",
    kind: "unknown",
    hubs: defunct ? [] : hubsOf(row.icao, input.routes, input),
    aliases: [],
    agrees: row.source,
    note: "",
    line: 0,
  };
}

/** A name that is taken, or that looks like somebody's code, gets the airline's own code behind it. */
function freeSlug(row: UpstreamAirline, taken: Set<string>): Slug {
  const plain = toSlug(row.name);
  const withCode = parseSlug(
    `${(plain ?? "airline").slice(0, 60).replace(/-$/, "")}-${row.icao.toLowerCase()}`,
  );
  const slug = plain !== null && plain.length > 3 && !taken.has(plain) ? plain : withCode;
  if (slug === null) throw new Error(`no slug can be made of ${row.name}`);
  taken.add(slug);
  return slug;
}

function takenNames(
  curated: readonly AirlineRow[],
  added: ReadonlyMap<string, UpstreamAirline>,
): Set<string> {
  const taken = new Set<string>(curated.flatMap(({ slug, aliases }) => [slug, ...aliases]));
  for (const row of [...curated, ...added.values()]) {
    for (const code of [row.iata, row.icao]) if (code !== null) taken.add(code.toLowerCase());
  }
  return taken;
}

function hubsOf(
  icao: string | null,
  routes: Routes | null,
  { isOpenAirport }: AirlineMergeInput,
): AirlineRow["hubs"] {
  const departures = icao === null ? undefined : routes?.departures.get(icao);
  if (departures === undefined) return [];
  const total = [...departures.values()].reduce((sum, count) => sum + count, 0);
  if (total < MIN_DEPARTURES) return [];
  return [...departures]
    .filter(([airport, count]) => count / total >= HUB_SHARE && isOpenAirport(airport))
    .sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
    .slice(0, MAX_HUBS)
    .map(([airport]) => airport as AirlineRow["hubs"][number]);
}

// Words that half of all airlines carry say nothing of which one is meant.
const COMMON = new Set([
  "air",
  "airline",
  "airlines",
  "airways",
  "aviation",
  "international",
  "the",
  "de",
  "of",
  "and",
  "aero",
  "lines",
  "cargo",
  "express",
  "jet",
  "group",
  "inc",
  "ltd",
  "llc",
  "co",
]);

/** Two spellings of one name share a distinctive word, or are the same without the common ones. */
export function alike(a: string, b: string): boolean {
  const [first, second] = [wordsOf(a), wordsOf(b)];
  if (first.join("") === second.join("")) return true;
  const [mine, theirs] = [first.filter(isDistinctive), second.filter(isDistinctive)];
  return mine.some((word) => theirs.includes(word)) || (mine.length > 0 && mine.join("") === theirs.join(""));
}

function isDistinctive(word: string): boolean {
  return !COMMON.has(word);
}

function wordsOf(name: string): string[] {
  return (toSlug(name) ?? "").split("-").filter((word) => word !== "");
}
