// The endpoints as plain data, with no schema library, so that request time may import it: paths, parameters,
// accepted identifier forms in order of precedence. http/ routes by these rows and knows no resource by name.

export const API_PREFIX = "/api/v1";
export const CONTRACT_VERSION = "1.0.0";
export const API_TITLE = "Fleet Monitor read-only fleet API";
export const LICENCE_NAME = "ODbL-1.0";
export const LICENCE_URL = "https://opendatacommons.org/licenses/odbl/1-0/";

export type Collection = "airlines" | "aircraft" | "airframes" | "airports" | "lessors";

export interface IdentifierForm {
  readonly form: string;
  readonly example: string;
}

export interface Endpoint {
  /** First path segment under the prefix; also the name space of its keys. */
  readonly collection: Collection;
  readonly parameter: string;
  /** What one record is called in error codes and texts. */
  readonly noun: string;
  readonly title: string;
  readonly summary: string;
  /** Accepted forms, the first that matches wins; resolved when the snapshot is built. */
  readonly forms: readonly IdentifierForm[];
  /** The same forms in words, for the sentence of a 404. */
  readonly knownBy: string;
  /** `mark`: separators matter (see identifiers/registration.ts); `plain`: the cleaned parameter is the key. */
  readonly spelling: "plain" | "mark";
}

export const ENDPOINTS: readonly Endpoint[] = [
  {
    collection: "airlines",
    parameter: "slug",
    noun: "airline",
    title: "Airline",
    summary: "Fleet profile of an airline",
    forms: [
      { form: "IATA code", example: "DL" },
      { form: "ICAO code", example: "DAL" },
      { form: "slug", example: "delta-air-lines" },
    ],
    knownBy: "slug, IATA or ICAO code",
    spelling: "plain",
  },
  {
    collection: "aircraft",
    parameter: "slug",
    noun: "aircraft type",
    title: "AircraftType",
    summary: "Aircraft type specification with fleet counts",
    forms: [
      { form: "ICAO type code", example: "A20N" },
      { form: "slug", example: "airbus-a320neo" },
      { form: "IATA type code", example: "32N" },
    ],
    knownBy: "ICAO or IATA type code or slug",
    spelling: "plain",
  },
  {
    collection: "airframes",
    parameter: "tail",
    noun: "airframe",
    title: "Airframe",
    summary: "Airframe: identity, operator, owner, last telemetry",
    forms: [
      { form: "Mode S address", example: "AC671B" },
      { form: "registration", example: "N899DN" },
    ],
    knownBy: "registration or Mode S address",
    spelling: "mark",
  },
  {
    collection: "airports",
    parameter: "icao",
    noun: "airport",
    title: "Airport",
    summary: "Airport: elevation, runways, last-seen airframes",
    forms: [
      { form: "ICAO code", example: "KATL" },
      { form: "IATA code", example: "ATL" },
    ],
    knownBy: "ICAO or IATA code",
    spelling: "plain",
  },
  {
    collection: "lessors",
    parameter: "slug",
    noun: "lessor",
    title: "Lessor",
    summary: "Lessor: portfolio, client airline exposure, asset valuation",
    forms: [{ form: "slug", example: "aercap" }],
    knownBy: "slug",
    spelling: "plain",
  },
];

/** airline-not-found: the last segment of a problem's type, and with underscores its code. */
export function notFoundSlug(endpoint: Endpoint): string {
  return `${endpoint.noun.replaceAll(" ", "-")}-not-found`;
}
