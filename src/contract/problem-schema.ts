// The body of every error as a schema, so that the OpenAPI document can name it. The bodies themselves are made from
// the plain rows of problems.ts, because request time carries no schema library.
import { z } from "zod";
import { PROBLEMS, problemCode } from "./problems.ts";

export const problemSchema = z
  .strictObject({
    type: z.enum(PROBLEMS.map(({ slug }) => `/problems/${slug}`)).meta({
      description: "Address of a page that explains the problem, relative to the service.",
      format: "uri-reference",
      example: "/problems/airframe-not-found",
    }),
    title: z.string().min(1).meta({
      description: "The problem in a few words; the same every time.",
      example: "Airframe not found",
    }),
    status: z
      .int()
      .min(400)
      .max(599)
      .meta({ description: "The HTTP status, repeated for logs.", example: 404 }),
    detail: z.string().min(1).meta({
      description: "What happened this time, for people. Do not parse it.",
      example: "No airframe has the registration or Mode S address 'XX-123'.",
    }),
    instance: z.string().min(1).meta({
      description:
        "Path that was asked for, its first 256 characters, percent-encoded where it must be; `/` where the request could not be read.",
      format: "uri-reference",
      example: "/api/v1/airframes/XX-123",
    }),
    success: z
      .literal(false)
      .meta({ description: "Always false on an error, for clients that look at the envelope." }),
    code: z.enum(PROBLEMS.map(problemCode)).meta({
      description: "The problem as one word, for programs: the last segment of `type`, with underscores.",
      example: "airframe_not_found",
    }),
  })
  .meta({ description: "Problem details (RFC 9457): the one shape of every error, whatever its status." });
