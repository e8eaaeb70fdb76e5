// The curated tables under data/: one CSV each, one declaration each. Checks within a table are here; checks
// between tables are in references.ts.
import { join } from "node:path";
import {
  parseAirlineIata,
  parseAirlineIcao,
  parseAirportIcao,
  parseTypeDesignator,
  parseTypeIata,
} from "../identifiers/codes.ts";
import { parseSlug } from "../identifiers/slug.ts";
import * as cell from "./table.ts";

const slug = cell.parsed(parseSlug, "a slug");
const countryIso2 = cell.parsed(
  (code) => (/^[A-Z]{2}$/.test(code) ? code : null),
  "an ISO 3166 country code",
);
const typeDesignator = cell.parsed(parseTypeDesignator, "an ICAO type designator");
const musd = cell.optional(cell.numberBetween(0.01, 500));
const year = cell.optional(cell.integerBetween(1900, 2100));
const names = cell.list(cell.text, " | ");

const AIRLINES = {
  slug,
  name: cell.text,
  iata: cell.optional(cell.parsed(parseAirlineIata, "an IATA airline code")),
  icao: cell.optional(cell.parsed(parseAirlineIcao, "an ICAO airline code")),
  country_iso2: cell.optional(countryIso2),
  status: cell.oneOf("active", "defunct", "unknown"),
  kind: cell.oneOf("passenger", "regional", "cargo", "charter", "business", "unknown"),
  hubs: cell.list(cell.parsed(parseAirportIcao, "an ICAO airport code")),
  aliases: cell.list(slug),
  agrees: cell.text,
  note: cell.anyText,
};

export const TYPE_CLASSES = [
  "narrowbody",
  "widebody",
  "regional_jet",
  "turboprop",
  "freighter",
  "piston",
  "utility",
  "other",
] as const;

const AIRCRAFT_TYPES = {
  icao_type: typeDesignator,
  slug,
  name: cell.text,
  manufacturer: cell.text,
  class: cell.oneOf(...TYPE_CLASSES),
  seats_typical: cell.optional(cell.integerBetween(1, 900)),
  range_km: cell.optional(cell.integerBetween(100, 20_000)),
  mtow_kg: cell.optional(cell.integerBetween(1_000, 700_000)),
  first_flight_year: year,
  last_built_year: year,
  iata_codes: cell.list(cell.parsed(parseTypeIata, "an IATA type code")),
  alias_slugs: cell.list(slug),
  value_new_musd: musd,
  value_curve: cell.optionalText,
  freighter_value_new_musd: musd,
  freighter_value_curve: cell.optionalText,
  agrees: cell.text,
  note: cell.anyText,
};

const LESSORS = {
  slug,
  name: cell.text,
  kind: cell.oneOf("operating_lessor", "owner_trustee", "airline_affiliate"),
  country_iso2: cell.optional(countryIso2),
  headquarters: cell.optionalText,
  // Banks that act as trustees are older than aviation.
  founded_year: cell.optional(cell.integerBetween(1700, 2100)),
  parent: cell.optionalText,
  website_url: cell.optional(
    cell.parsed((url) => (/^https:\/\/\S+$/.test(url) ? url : null), "an https address"),
  ),
  former_names: names,
  aliases: cell.list(slug),
  agrees: cell.text,
  note: cell.anyText,
};

export const OWNER_CLASSES = [
  "airline",
  "airline_affiliate",
  "lessor",
  "trustee",
  "manufacturer",
  "government",
  "other",
] as const;

const OWNERS = {
  pattern: cell.parsed(
    (text) => (/^[A-Z0-9&]+(?: [A-Z0-9&]+)*(?: \*)?$/.test(text) ? text : null),
    "a normalised owner name",
  ),
  class: cell.oneOf(...OWNER_CLASSES),
  lessor: cell.optional(slug),
  airline: cell.optional(slug),
  evidence: cell.text,
};

const US_MODELS = {
  make: cell.anchoredPattern,
  model: cell.anchoredPattern,
  icao_type: typeDesignator,
  role: cell.oneOf("passenger", "freighter", "business", "military", "unknown"),
  year_from: year,
  year_to: year,
  note: cell.anyText,
};

const US_OPERATORS = {
  airline: slug,
  own_types: cell.list(typeDesignator),
  evidence: cell.text,
};

const US_MARKS = {
  airline: slug,
  marks: cell.list(cell.parsed(parseMarkPattern, "a mark pattern such as *FR or 78##?")),
  types: cell.list(typeDesignator),
  evidence: cell.text,
};

const VALUE_CURVES = {
  curve: cell.text,
  age_years: cell.numberBetween(0, 60),
  factor: cell.numberBetween(0.001, 1),
  note: cell.anyText,
};

const CODE_BLOCKS = {
  start: cell.parsed(parseModeSBlockEdge, "a 24-bit address in hex"),
  finish: cell.parsed(parseModeSBlockEdge, "a 24-bit address in hex"),
  country_iso2: countryIso2,
  agrees: cell.text,
  note: cell.anyText,
};

const CORRECTIONS = {
  collection: cell.oneOf("airlines", "aircraft", "airframes", "airports", "lessors"),
  identifier: cell.text,
  field: cell.text,
  value: cell.anyText,
  evidence: cell.text,
};

export type AirlineRow = cell.Row<typeof AIRLINES>;
export type TypeRow = cell.Row<typeof AIRCRAFT_TYPES>;
export type LessorRow = cell.Row<typeof LESSORS>;
export type OwnerRow = cell.Row<typeof OWNERS>;
export type UsModelRow = cell.Row<typeof US_MODELS>;
export type UsOperatorRow = cell.Row<typeof US_OPERATORS>;
export type UsMarkRow = cell.Row<typeof US_MARKS>;
export type ValueCurveRow = cell.Row<typeof VALUE_CURVES>;
export type CodeBlockRow = cell.Row<typeof CODE_BLOCKS>;
export type CorrectionRow = cell.Row<typeof CORRECTIONS>;

export interface CuratedTables {
  readonly airlines: cell.Table<AirlineRow>;
  readonly types: cell.Table<TypeRow>;
  readonly lessors: cell.Table<LessorRow>;
  readonly owners: cell.Table<OwnerRow>;
  readonly usModels: cell.Table<UsModelRow>;
  readonly usOperators: cell.Table<UsOperatorRow>;
  readonly usMarks: cell.Table<UsMarkRow>;
  readonly valueCurves: cell.Table<ValueCurveRow>;
  readonly codeBlocks: cell.Table<CodeBlockRow>;
  readonly corrections: cell.Table<CorrectionRow>;
}

export const CURATED_FILES = [
  "airlines.csv",
  "aircraft-types.csv",
  "lessors.csv",
  "owners.csv",
  "us-models.csv",
  "us-operators.csv",
  "us-marks.csv",
  "value-curves.csv",
  "code-blocks.csv",
  "corrections.csv",
] as const;

export function readCuratedTables(folder: string): CuratedTables {
  const [
    airlines,
    types,
    lessors,
    owners,
    usModels,
    usOperators,
    usMarks,
    valueCurves,
    codeBlocks,
    corrections,
  ] = CURATED_FILES;
  return {
    airlines: cell.readTable(join(folder, airlines), AIRLINES, ["slug"]),
    types: cell.readTable(join(folder, types), AIRCRAFT_TYPES, ["icao_type", "slug"]),
    lessors: cell.readTable(join(folder, lessors), LESSORS, ["slug"]),
    owners: cell.readTable(join(folder, owners), OWNERS, ["pattern"]),
    usModels: cell.readTable(join(folder, usModels), US_MODELS),
    usOperators: cell.readTable(join(folder, usOperators), US_OPERATORS, ["airline"]),
    usMarks: cell.readTable(join(folder, usMarks), US_MARKS),
    valueCurves: cell.readTable(join(folder, valueCurves), VALUE_CURVES),
    codeBlocks: cell.readTable(join(folder, codeBlocks), CODE_BLOCKS, ["start"]),
    corrections: cell.readTable(join(folder, corrections), CORRECTIONS),
  };
}

/** `*FR`: any N-mark that ends in the letters FR; `78##?`: N78, two digits, a letter. */
function parseMarkPattern(text: string): RegExp | null {
  if (/^\*[A-Z]{1,2}$/.test(text)) return new RegExp(`^N[0-9]+${text.slice(1)}$`);
  if (!/^[0-9#]+[A-Z?]{0,2}$/.test(text)) return null;
  return new RegExp(`^N${text.replaceAll("#", "[0-9]").replaceAll("?", "[A-Z]")}$`);
}

/** Edges of blocks may be addresses that no airframe carries, so the parser of addresses would refuse some. */
function parseModeSBlockEdge(text: string): number | null {
  return /^[0-9A-F]{6}$/.test(text) ? Number.parseInt(text, 16) : null;
}
