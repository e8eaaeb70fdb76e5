// What must hold between curated tables: no dangling reference, no identifier that two records of one endpoint
// would both answer to. A fault here stops the build, as one inside a table does.
import type { Airports } from "./airports.ts";
import type { CuratedTables } from "./curated.ts";
import { SourceError } from "./source-error.ts";
import type { Table } from "./table.ts";

export function checkReferences(tables: CuratedTables, airports: Airports): void {
  const airlines = new Set<string>(tables.airlines.rows.map(({ slug }) => slug));
  const lessors = new Map<string, string>(tables.lessors.rows.map(({ slug, kind }) => [slug, kind]));
  const types = new Set<string>(tables.types.rows.map(({ icao_type }) => icao_type));
  const curves = new Set(tables.valueCurves.rows.map(({ curve }) => curve));
  const airportCodes = new Map(
    airports.rows.filter(({ icao }) => icao !== null).map((row) => [row.icao as string, row]),
  );

  each(tables.airlines, (row) => {
    for (const hub of row.hubs) {
      const airport = airportCodes.get(hub);
      if (airport === undefined) return `hub ${hub} is no airport's ICAO code`;
      if (airport.kind === "closed" && row.status === "active")
        return `hub ${hub} (${airport.name}) is closed`;
    }
    return null;
  });
  each(tables.types, (row) => {
    for (const curve of [row.value_curve, row.freighter_value_curve]) {
      if (curve !== null && !curves.has(curve)) return `there is no value curve ${curve}`;
    }
    if ((row.value_new_musd === null) !== (row.value_curve === null))
      return "a value needs a curve, and a curve a value";
    if ((row.freighter_value_new_musd === null) !== (row.freighter_value_curve === null)) {
      return "a freighter value needs a curve, and a curve a value";
    }
    return null;
  });
  each(tables.owners, (row) => ownerFault(row, airlines, lessors));
  // Business and military variants are recognised to be left out: their codes need no row of their own.
  each(tables.usModels, ({ icao_type, role }) =>
    types.has(icao_type) || role === "business" || role === "military"
      ? null
      : `${icao_type} is not in aircraft-types.csv`,
  );
  each(tables.usOperators, ({ airline, own_types }) => operatorFault(airline, own_types, airlines, types));
  each(tables.usMarks, (row) => operatorFault(row.airline, row.types, airlines, types));

  const airlineCodes = tables.airlines.rows.flatMap((row) =>
    [claim(row.iata, row.slug), claim(row.icao, row.slug)].flat(),
  );
  checkSlugs(tables.airlines, ({ slug, aliases }) => [slug, ...aliases], airlineCodes);
  const typeCodes = tables.types.rows.flatMap((row) =>
    [row.icao_type, ...row.iata_codes].flatMap((code) => claim(code, row.slug)),
  );
  checkSlugs(tables.types, ({ slug, alias_slugs }) => [slug, ...alias_slugs], typeCodes);
  checkSlugs(tables.lessors, ({ slug, aliases }) => [slug, ...aliases], []);
}

function ownerFault(
  row: CuratedTables["owners"]["rows"][number],
  airlines: ReadonlySet<string>,
  lessors: ReadonlyMap<string, string>,
): string | null {
  if (row.airline !== null && !airlines.has(row.airline))
    return `airline ${row.airline} is not in airlines.csv`;
  if (row.lessor !== null && !lessors.has(row.lessor)) return `lessor ${row.lessor} is not in lessors.csv`;
  const kind = row.lessor === null ? undefined : lessors.get(row.lessor);
  const needed = {
    lessor: "operating_lessor",
    trustee: "owner_trustee",
    airline_affiliate: "airline_affiliate",
  } as const;
  if (row.class === "airline" && row.airline === null) return "an airline's pattern must name the airline";
  if (row.class in needed && kind !== needed[row.class as keyof typeof needed]) {
    return `a pattern of class ${row.class} must name a lessor of kind ${needed[row.class as keyof typeof needed]}`;
  }
  return null;
}

function operatorFault(
  airline: string,
  flown: readonly string[],
  airlines: ReadonlySet<string>,
  types: ReadonlySet<string>,
): string | null {
  if (!airlines.has(airline)) return `${airline} is not in airlines.csv`;
  const unknown = flown.find((type) => !types.has(type));
  return unknown === undefined ? null : `${unknown} is not in aircraft-types.csv`;
}

interface CodeClaim {
  readonly code: string;
  readonly slug: string;
}

function claim(code: string | null, slug: string): CodeClaim[] {
  return code === null ? [] : [{ code: code.toLowerCase(), slug }];
}

/** A slug or alias belongs to one record, and may not look like the code of another (`dat`, `asl`, `xo`). */
function checkSlugs<R extends { readonly slug: string; readonly line: number }>(
  table: Table<R>,
  slugsOf: (row: R) => readonly string[],
  codes: readonly CodeClaim[],
): void {
  const holders = new Map<string, CodeClaim[]>();
  for (const entry of codes) holders.set(entry.code, [...(holders.get(entry.code) ?? []), entry]);
  const owner = new Map<string, R>();
  for (const row of table.rows) {
    for (const slug of new Set(slugsOf(row))) {
      const before = owner.get(slug);
      if (before !== undefined)
        throw new SourceError(table.file, row.line, `slug ${slug} belongs to line ${before.line} already`);
      owner.set(slug, row);
      const holder = holders.get(slug)?.find((entry) => entry.slug !== row.slug);
      if (holder !== undefined) {
        throw new SourceError(
          table.file,
          row.line,
          `slug ${slug} looks like a code of ${holder.slug}; choose a longer one`,
        );
      }
    }
  }
}

function each<R extends { readonly line: number }>(
  table: Table<R>,
  faultOf: (row: R) => string | null,
): void {
  for (const row of table.rows) {
    const fault = faultOf(row);
    if (fault !== null) throw new SourceError(table.file, row.line, fault);
  }
}
