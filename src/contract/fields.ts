// The kinds of field that several resources share, so that a code, a time or a share means the same everywhere.
import { z } from "zod";

const ISO_SECOND = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/;

export const text = (description: string, example?: string) =>
  z.string().min(1).meta(described(description, example));

export const webAddress = (description: string, example: string) =>
  z
    .string()
    .regex(/^https?:\/\//)
    .meta({ ...described(description, example), format: "uri" });

export const slug = (of: string, example: string) =>
  z
    .string()
    .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)
    .meta(described(`Slug of the ${of}, lower case; ask for it under its own path.`, example));

export const airlineIata = () =>
  z
    .string()
    .regex(/^[A-Z0-9]{2}$/)
    .meta(described("Two-character IATA airline designator; null where the airline holds none.", "DL"));

export const airlineIcao = () =>
  z
    .string()
    .regex(/^[A-Z]{3}$/)
    .meta(described("Three-letter ICAO airline designator; null where the airline holds none.", "DAL"));

export const airportIata = () =>
  z
    .string()
    .regex(/^[A-Z]{3}$/)
    .meta(described("Three-letter IATA location code; null where none is assigned.", "ATL"));

export const airportIcao = () =>
  z
    .string()
    .regex(/^[A-Z][A-Z0-9]{3}$/)
    .meta(described("Four-character ICAO location indicator; null where none is assigned.", "KATL"));

export const icaoType = (whenAbsent?: string) =>
  z
    .string()
    .regex(/^[A-Z][A-Z0-9]{1,3}$/)
    .meta(described(sentence("ICAO aircraft type designator (Doc 8643)", whenAbsent), "A20N"));

export const modeSHex = () =>
  z
    .string()
    .regex(/^[0-9A-F]{6}$/)
    .meta(
      described("24-bit Mode S transponder address, six upper-case hex digits; null if unknown.", "AC671B"),
    );

export const registration = () =>
  z
    .string()
    .regex(/^[A-Z0-9+./ -]{2,16}$/)
    .meta(described("Registration mark as its register writes it; null if unknown.", "N899DN"));

export const countryIso2 = (whenAbsent?: string) =>
  z
    .string()
    .regex(/^[A-Z]{2}$/)
    .meta(described(sentence("Country, ISO 3166-1 alpha-2", whenAbsent), "US"));

export const count = (description: string, example = 12) =>
  z.int().min(0).meta(described(description, example));

export const time = (description: string) =>
  z
    .string()
    .regex(ISO_SECOND)
    .meta({
      ...described(`${description} ISO 8601, UTC, to the second.`, "2026-09-07T00:00:00Z"),
      format: "date-time",
    });

export const sharePct = (description: string) =>
  z
    .number()
    .min(0)
    .max(100)
    .meta(described(`${description} Percent, one decimal.`, 12.5));

export const usd = (description: string) =>
  z
    .int()
    .min(0)
    // A large portfolio passes 2^31 dollars: without the format, generated clients would choose 32 bits.
    .meta({ ...described(`${description} US dollars, an estimate.`, 39000000), format: "int64" });

export const number = (description: string, example: number) =>
  z.number().meta(described(description, example));

export const integer = (description: string, example: number) =>
  z.int().meta(described(description, example));

export const latitude = (whenAbsent?: string) =>
  z
    .number()
    .min(-90)
    .max(90)
    .meta(described(sentence("Latitude, WGS 84, degrees north", whenAbsent), 33.6367));

export const longitude = (whenAbsent?: string) =>
  z
    .number()
    .min(-180)
    .max(180)
    .meta(described(sentence("Longitude, WGS 84, degrees east", whenAbsent), -84.4281));

export const sources = () =>
  z.array(text("Source id, as listed at /status.", "us-register")).meta({
    description:
      "Ids of the sources that contributed to this record; names, dates and licences are at /status.",
  });

export const updatedAt = () =>
  time("Date of the newest input that touched this record (not the time of the build).");

export const ageYears = (description: string) =>
  z
    .number()
    .min(0)
    .max(120)
    .meta(described(`${description} Years, one decimal.`, 11.4));

export const fleetCounts = (belonging: string) => ({
  observed_fleet_count: count(
    `Airframes known from a register, a database or a reception to ${belonging} now; retired ones are not counted.`,
    963,
  ),
  active_count: count("Those of them with status `active`.", 940),
  stored_count: count("Those of them with status `stored`.", 8),
});

export const operator = () =>
  z.strictObject({
    slug: slug("airline", "delta-air-lines"),
    name: text("Airline name.", "Delta Air Lines"),
    iata: airlineIata().nullable(),
    icao: airlineIcao().nullable(),
  });

function described(description: string, example?: string | number) {
  return example === undefined ? { description } : { description, example };
}

function sentence(what: string, whenAbsent: string | undefined): string {
  return whenAbsent === undefined ? `${what}.` : `${what}; ${whenAbsent}.`;
}
