// GET /lessors/{slug}: one lessor's portfolio: fleet, client airlines, and an estimate of what it is worth.
import { z } from "zod";
import * as field from "./fields.ts";

const fleetByType = z.strictObject({
  slug: field.slug("aircraft type", "airbus-a320neo"),
  icao_type: field.icaoType(),
  name: field.text("Manufacturer and model.", "Airbus A320neo"),
  count: field.count("Airframes of this type in the portfolio."),
  share_pct: field.sharePct("Share of the observed fleet."),
});

const client = z.strictObject({
  slug: field.slug("airline", "delta-air-lines"),
  name: field.text("Airline name.", "Delta Air Lines"),
  iata: field.airlineIata().nullable(),
  icao: field.airlineIcao().nullable(),
  country: field.text("Country of the airline, in English; null if unknown.", "United States").nullable(),
  airframe_count: field.count("Airframes of the portfolio that this airline operates."),
  active_count: field.count("Those of them with status `active`."),
  stored_count: field.count("Those of them with status `stored`."),
  share_pct: field.sharePct("Share of the observed fleet."),
  estimated_value_usd: field
    .usd("Sum over the airframes that could be valued; null if none could, and for an owner trustee.")
    .nullable(),
});

const valuation = z.strictObject({
  currency: z.literal("USD").meta({ description: "Currency of the figures." }),
  estimated_total: field.usd("Sum of the half-life market values."),
  low: field.usd("Lower end of the band."),
  high: field.usd("Upper end of the band."),
  covered_airframe_count: field.count("Airframes that could be valued."),
  coverage_pct: field.sharePct("Airframes that could be valued, as a share of the observed fleet."),
  method: field.text(
    "How the figures are made, in one sentence.",
    "Half-life market value by type, age and status.",
  ),
  as_of: field.time("Date the ages are counted to."),
});

export const lessor = z
  .strictObject({
    slug: field.slug("lessor", "aercap"),
    name: field.text("Lessor name.", "AerCap"),
    kind: z.enum(["operating_lessor", "owner_trustee", "airline_affiliate"]).meta({
      description:
        "An operating lessor leases aircraft out for its own account; an owner trustee holds title for a beneficiary nobody publishes; an airline affiliate is an airline's own leasing arm.",
    }),
    country: field.text("Country of the head office, in English; null if unknown.", "Ireland").nullable(),
    headquarters: field.text("City of the head office; null if unknown.", "Dublin").nullable(),
    founded_year: field.integer("Year of foundation; null if unknown.", 1995).nullable(),
    parent: field
      .text("Name of the parent company; null if independent or unknown.", "UPS Airlines")
      .nullable(),
    website_url: field.webAddress("Web site; null if unknown.", "https://www.aercap.com").nullable(),
    ...field.fleetCounts("be owned or held by it"),
    avg_age: field
      .ageYears("Average age of the airframes whose build year is known; null if none is.")
      .nullable(),
    fleet_by_type: z.array(fleetByType).meta({ description: "The fleet by aircraft type, largest first." }),
    client_exposure: z.array(client).meta({ description: "Client airlines, largest first." }),
    unattributed_count: field.count("Airframes of the portfolio whose operator is unknown."),
    concentration: z
      .strictObject({
        top1_share_pct: field.sharePct("Share of the observed fleet that flies for the largest client."),
        top5_share_pct: field.sharePct(
          "Share of the observed fleet that flies for the five largest clients.",
        ),
        hhi: field.integer(
          "Herfindahl-Hirschman index of the known clients' shares of the observed fleet, 0 to 10,000; a lower bound while airframes are unattributed.",
          1800,
        ),
      })
      .nullable()
      .meta({ description: "How concentrated the client base is; null where no client is known." }),
    valuation: valuation.nullable().meta({
      description:
        "Estimated value of the portfolio; null for an owner trustee and where nothing could be valued.",
    }),
    sources: field.sources(),
    updated_at: field.updatedAt(),
  })
  .meta({ description: "Portfolio of an aircraft lessor, owner trustee or airline affiliate." });

export const lessorEnvelope = z.strictObject({
  success: z.literal(true).meta({ description: "Always true on a 200." }),
  data: lessor,
});

export type Lessor = z.infer<typeof lessor>;
