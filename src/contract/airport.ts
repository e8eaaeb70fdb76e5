// GET /airports/{icao}: one airport: elevation, runways, and the airframes last seen there.
import { z } from "zod";
import * as field from "./fields.ts";

/** Closed list that a register's free text ("ASPH-G", "PEM", "GRVL") is read into; its own text stays in surface_raw. */
export const RUNWAY_SURFACES = [
  "asphalt",
  "concrete",
  "bituminous",
  "gravel",
  "grass",
  "dirt",
  "sand",
  "clay",
  "coral",
  "snow_ice",
  "water",
  "metal",
  "wood",
  "other",
  "unknown",
] as const;

const runwayEnd = z.strictObject({
  ident: field.text("Runway end designator; null if not published.", "09L").nullable(),
  heading_true_deg: field
    .number("Heading, degrees clockwise from true north; null if not published.", 90.2)
    .nullable(),
  elevation_ft: field
    .integer("Elevation of the end above mean sea level, feet; null if not published.", 1019)
    .nullable(),
  displaced_threshold_ft: field
    .integer("Displaced threshold, feet; null if none is published.", 500)
    .nullable(),
  latitude_deg: field.latitude("null if not published").nullable(),
  longitude_deg: field.longitude("null if not published").nullable(),
});

const runway = z.strictObject({
  ident: field.text("Designators of both ends; null if not published.", "09L/27R").nullable(),
  length_ft: field.integer("Length, feet; null if not published.", 9000).nullable(),
  length_m: field.integer("Length, metres; null if not published.", 2743).nullable(),
  width_ft: field.integer("Width, feet; null if not published.", 150).nullable(),
  width_m: field.integer("Width, metres; null if not published.", 46).nullable(),
  surface: z.enum(RUNWAY_SURFACES).meta({
    description:
      "Surface, read into a closed list; `unknown` where the source says nothing, `other` where its text fits none.",
  }),
  surface_raw: field.text("Surface as the source writes it; null if it writes none.", "CONC").nullable(),
  lighted: z.boolean().meta({ description: "Whether the runway has lights." }),
  closed: z.boolean().meta({ description: "Whether the runway is closed." }),
  ends: z.array(runwayEnd).meta({ description: "The ends, low number first." }),
});

const lastSeenAirframe = z.strictObject({
  registration: field.registration().nullable(),
  mode_s_hex: field.modeSHex().nullable(),
  icao_type: field.icaoType("null if unknown").nullable(),
  operator: field
    .operator()
    .nullable()
    .meta({ description: "Airline that flies it; null where no evidence says." }),
  callsign: field.text("Callsign it used; null if none was sent.", "DAL123").nullable(),
  on_ground: z
    .boolean()
    .nullable()
    .meta({ description: "Whether it was on the ground when seen; null if unknown." }),
  seen_at: field.time("When it was seen here."),
});

export const MAX_LAST_SEEN_AIRFRAMES = 50;

export const airport = z
  .strictObject({
    icao: field.airportIcao().nullable(),
    iata: field.airportIata().nullable(),
    local_code: field.text("Code the country itself uses; null if none.", "ATL").nullable(),
    name: field.text("Airport name.", "Hartsfield Jackson Atlanta International Airport"),
    kind: z
      .enum(["large_airport", "medium_airport", "small_airport", "heliport", "seaplane_base", "closed"])
      .meta({ description: "Size and kind, as OurAirports classes it." }),
    municipality: field.text("Town or city served; null if unknown.", "Atlanta").nullable(),
    region: field.text("State, province or region; null if unknown.", "Georgia").nullable(),
    country: field.text("Country, in English.", "United States"),
    country_iso2: field.countryIso2(),
    latitude_deg: field.latitude(),
    longitude_deg: field.longitude(),
    elevation_ft: field.integer("Elevation above mean sea level, feet; null if unknown.", 1026).nullable(),
    elevation_m: field.integer("Elevation above mean sea level, metres; null if unknown.", 313).nullable(),
    timezone: field
      .text("IANA time zone, from the position; null if none can be told.", "America/New_York")
      .nullable(),
    scheduled_service: z.boolean().meta({ description: "Whether an airline flies there on a schedule." }),
    runways: z.array(runway).meta({ description: "Runways, longest first." }),
    longest_runway_m: field
      .integer("Length of the longest open runway, metres; null if unknown.", 3776)
      .nullable(),
    hub_for: z
      .array(
        z.strictObject({
          slug: field.slug("airline", "delta-air-lines"),
          name: field.text("Airline name.", "Delta Air Lines"),
        }),
      )
      .meta({ description: "Airlines that name this airport as a hub." }),
    observed_influx: z
      .strictObject({
        window_hours: field.count("Length of the window, hours.", 24),
        arrivals_count: field.count("Arrivals seen in the window."),
        airframe_count: field.count("Different airframes seen arriving in the window."),
        as_of: field.time("End of the window."),
      })
      .meta({ description: "Arrivals observed by receivers; zero where none covers the airport." }),
    last_seen_airframes: z
      .array(lastSeenAirframe)
      .max(MAX_LAST_SEEN_AIRFRAMES)
      .meta({ description: "Airframes last seen here, newest first, at most 50." }),
    sources: field.sources(),
    updated_at: field.updatedAt(),
  })
  .meta({ description: "Airport profile, found by ICAO or IATA code." });

export const airportEnvelope = z.strictObject({
  success: z.literal(true).meta({ description: "Always true on a 200." }),
  data: airport,
});

export type Airport = z.infer<typeof airport>;
