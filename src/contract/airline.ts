// GET /airlines/{slug}: the fleet profile of one airline. Field names and envelope are fixed by the service description.
import { z } from "zod";
import * as field from "./fields.ts";

export const airline = z
  .strictObject({
    name: field.text("Airline name, as the airline writes it in English.", "Delta Air Lines"),
    iata: field.airlineIata().nullable(),
    icao: field.airlineIcao().nullable(),
    country: field
      .text("Country of the airline's certificate, in English; null if no source has it.", "United States")
      .nullable(),
    status: z.enum(["active", "defunct", "unknown"]).meta({
      description: "Whether the airline flies today, has ceased, or no source says.",
      example: "active",
    }),
    ...field.fleetCounts("be operated by this airline"),
    avg_age: field
      .ageYears("Average age of the airframes whose build year is known; null if none is.")
      .nullable(),
    hubs: z
      .array(field.airportIcao().meta({ description: "ICAO code of a hub airport.", example: "KATL" }))
      .meta({ description: "Hub airports as ICAO codes, busiest first; empty if unknown." }),
  })
  .meta({ description: "Fleet profile of an airline, counted by air operator certificate, not by group." });

export const airlineEnvelope = z.strictObject({
  success: z.literal(true).meta({ description: "Always true on a 200." }),
  data: airline,
});

export type Airline = z.infer<typeof airline>;
