// Each collection with its schemas: what the snapshot builder validates by and wraps answers in.
import type { z } from "zod";
import { aircraftType, aircraftTypeEnvelope } from "./aircraft-type.ts";
import { airframe, airframeEnvelope } from "./airframe.ts";
import { airline, airlineEnvelope } from "./airline.ts";
import { airport, airportEnvelope } from "./airport.ts";
import type { Collection } from "./endpoints.ts";
import { lessor, lessorEnvelope } from "./lessor.ts";

export interface Resource {
  readonly collection: Collection;
  readonly record: z.ZodType;
  readonly envelope: z.ZodType;
  readonly wrap: (data: unknown) => object;
}

const succeeded = (data: unknown) => ({ success: true, data });
const withStatus = (data: unknown) => ({ status: "success", data });

export const RESOURCES: readonly Resource[] = [
  { collection: "airlines", record: airline, envelope: airlineEnvelope, wrap: succeeded },
  { collection: "aircraft", record: aircraftType, envelope: aircraftTypeEnvelope, wrap: withStatus },
  { collection: "airframes", record: airframe, envelope: airframeEnvelope, wrap: succeeded },
  { collection: "airports", record: airport, envelope: airportEnvelope, wrap: succeeded },
  { collection: "lessors", record: lessor, envelope: lessorEnvelope, wrap: succeeded },
];

const BY_COLLECTION = new Map(RESOURCES.map((resource) => [resource.collection, resource]));

export function resourceOf(collection: Collection): Resource {
  const resource = BY_COLLECTION.get(collection);
  if (resource === undefined) throw new Error(`no schema is written for the collection ${collection}`);
  return resource;
}
