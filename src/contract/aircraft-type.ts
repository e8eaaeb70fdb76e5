// GET /aircraft/{slug}: one aircraft type with its fleet counts. Its envelope differs from the others (a string
// `status`, not a boolean `success`): the service description fixes both, and each endpoint keeps its own.
import { z } from "zod";
import * as field from "./fields.ts";

export const aircraftType = z
  .strictObject({
    slug: field.slug("aircraft type", "airbus-a320neo"),
    name: field.text("Manufacturer and model.", "Airbus A320neo"),
    icao_type: field.icaoType(),
    manufacturer: field.text("Manufacturer.", "Airbus"),
    seats_typical: field
      .integer("Typical seat count in airline service; null for pure freighters or if unknown.", 165)
      .nullable(),
    range_km: field.integer("Design range, kilometres; null if unknown.", 6300).nullable(),
    mtow_kg: field.integer("Maximum take-off weight, kilograms; null if unknown.", 79000).nullable(),
    ...field.fleetCounts("be of this type"),
  })
  .meta({
    description:
      "Aircraft type: one record per ICAO type designator; variants that share it are alias slugs.",
  });

export const aircraftTypeEnvelope = z.strictObject({
  status: z.literal("success").meta({ description: "Always `success` on a 200." }),
  data: aircraftType,
});

export type AircraftType = z.infer<typeof aircraftType>;
