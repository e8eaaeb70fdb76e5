// Types beyond the curated ones, so that `--scope all` can name a Cessna: designator, manufacturer and model only.
import { parseSlug, type Slug, toSlug } from "../identifiers/slug.ts";
import type { TypeRow } from "../sources/curated.ts";
import type { UpstreamType } from "../sources/upstream/types.ts";

export function typesWith(
  curated: readonly TypeRow[],
  upstream: readonly UpstreamType[],
): readonly TypeRow[] {
  const codes = new Set<string>(curated.map(({ icao_type }) => icao_type));
  const taken = new Set<string>(curated.flatMap(({ slug, alias_slugs }) => [slug, ...alias_slugs]));
  const added = upstream.filter(({ icaoType }) => !codes.has(icaoType)).map((type) => toRow(type, taken));
  return [...curated, ...added];
}

function toRow(type: UpstreamType, taken: Set<string>): TypeRow {
  const name = `${type.manufacturer} ${type.model}`;
  return {
    icao_type: type.icaoType,
    slug: freeSlug(name, type.icaoType, taken),
    name,
    manufacturer: type.manufacturer,
    class: "other",
    seats_typical: null,
    range_km: null,
    mtow_kg: null,
    first_flight_year: null,
    last_built_year: null,
    iata_codes: [],
    alias_slugs: [],
    value_new_musd: null,
    value_curve: null,
    freighter_value_new_musd: null,
    freighter_value_curve: null,
    agrees: "vrs",
    note: "",
    line: 0,
  };
}

function freeSlug(name: string, code: string, taken: Set<string>): Slug {
  const plain = toSlug(name);
  const withCode = parseSlug(`${(plain ?? "type").slice(0, 58).replace(/-$/, "")}-${code.toLowerCase()}`);
  // Four characters or fewer could be somebody's designator.
  const slug = plain !== null && plain.length > 4 && !taken.has(plain) ? plain : withCode;
  if (slug === null) throw new Error(`no slug can be made of ${name}`);
  taken.add(slug);
  return slug;
}
