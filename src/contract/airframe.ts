// GET /airframes/{tail}: one airframe: identity, operator, owner, status, and the last thing heard from it.
import { z } from "zod";
import * as field from "./fields.ts";

const typeOfAirframe = z.strictObject({
  slug: field.slug("aircraft type", "airbus-a320neo"),
  icao_type: field.icaoType(),
  name: field.text("Manufacturer and model.", "Airbus A320neo"),
  manufacturer: field.text("Manufacturer.", "Airbus"),
});

const telemetry = z.strictObject({
  first_seen_at: field.time("First reception of this airframe; null if not recorded.").nullable(),
  last_seen_at: field.time("Last reception of this airframe."),
  callsign: field.text("Callsign sent last; null if none was.", "DAL123").nullable(),
  latitude_deg: field.latitude("null if no position was received").nullable(),
  longitude_deg: field.longitude("null if no position was received").nullable(),
  altitude_ft: field
    .integer("Barometric altitude, feet; null on the ground or if not sent.", 35000)
    .nullable(),
  on_ground: z
    .boolean()
    .nullable()
    .meta({ description: "Whether the airframe said it was on the ground; null if unknown." }),
  ground_speed_kt: field.number("Ground speed, knots; null if not sent.", 451).nullable(),
  track_deg: field
    .number("Track over ground, degrees clockwise from true north; null if not sent.", 92.5)
    .nullable(),
  vertical_rate_fpm: field
    .integer("Vertical rate, feet per minute, negative when descending; null if not sent.", -640)
    .nullable(),
  squawk: z
    .string()
    .regex(/^[0-7]{4}$/)
    .nullable()
    .meta({ description: "Transponder code, four octal digits; null if not sent.", example: "1200" }),
  source: field.text("Id of the reception source, as listed at /status.", "receiver"),
});

const lastAirport = z.strictObject({
  icao: field.airportIcao().nullable(),
  iata: field.airportIata().nullable(),
  name: field.text("Airport name.", "Hartsfield Jackson Atlanta International Airport"),
  seen_at: field.time("When the airframe was last seen there."),
});

const previousRegistration = z.strictObject({
  registration: field.registration().nullable(),
  mode_s_hex: field.modeSHex().nullable(),
  last_seen_at: field.time("When it was last seen under that mark; null if never.").nullable(),
});

export const airframe = z
  .strictObject({
    registration: field.registration().nullable(),
    mode_s_hex: field.modeSHex().nullable(),
    country: field.text("Country of registry, in English; null if unknown.", "United States").nullable(),
    country_iso2: field.countryIso2("null if unknown").nullable(),
    type: typeOfAirframe.nullable().meta({ description: "Aircraft type; null if unknown." }),
    serial_number: field.text("Manufacturer's serial number; null if no source has it.", "1234").nullable(),
    built_year: field
      .integer("Year of manufacture; null if unknown or impossible for the type.", 2018)
      .nullable(),
    age_years: field
      .ageYears("Age, counted from the middle of the build year; null without a build year.")
      .nullable(),
    model: field
      .text("Model as the register itself writes it; null if no register has it.", "A320-271N")
      .nullable(),
    role: z
      .enum(["passenger", "freighter", "business", "unknown"])
      .meta({ description: "What the airframe is fitted for; `unknown` where nothing says." }),
    operator: field
      .operator()
      .nullable()
      .meta({ description: "Airline that flies it; null where no evidence says." }),
    operator_basis: z.enum(["callsign", "database", "register", "inferred", "unknown"]).meta({
      description:
        "What the operator rests on: callsigns heard, an operator database, the registrant, an inference from the airline's mark pattern and an owner trustee, or nothing.",
    }),
    registered_owner: field
      .text(
        "Registered owner, organisations only: a private person's name is never stored; null otherwise.",
        "DELTA AIR LINES INC",
      )
      .nullable(),
    lessor: z
      .strictObject({ slug: field.slug("lessor", "aercap"), name: field.text("Lessor name.", "AerCap") })
      .nullable()
      .meta({
        description:
          "Lessor, owner trustee or airline affiliate that the registered owner is; null otherwise.",
      }),
    status: z.enum(["active", "stored", "retired", "unknown"]).meta({
      description:
        "Active: seen recently, or validly registered where nothing was observed. Stored needs evidence.",
    }),
    status_basis: z
      .enum(["observation", "register", "database", "unknown"])
      .meta({ description: "What the status rests on: receptions, a register, a database, or nothing." }),
    estimated_value_usd: field
      .usd("Half-life market value by type, age and status; null where year or type is missing.")
      .nullable(),
    telemetry: telemetry.nullable().meta({ description: "Last reception; null if never heard." }),
    last_airport: lastAirport
      .nullable()
      .meta({ description: "Airport it was last seen at; null if never seen at one." }),
    previous_registrations: z
      .array(previousRegistration)
      .meta({ description: "Marks this airframe carried before, newest first." }),
    sources: field.sources(),
    updated_at: field.updatedAt(),
  })
  .meta({ description: "One airframe, found by registration mark or 24-bit Mode S address." });

export const airframeEnvelope = z.strictObject({
  success: z.literal(true).meta({ description: "Always true on a 200." }),
  data: airframe,
});

export type Airframe = z.infer<typeof airframe>;
