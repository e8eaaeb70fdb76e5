// The zod schemas as components of the OpenAPI document. zod exports for 3.0 itself; what it leaves that 3.0
// validators or later versions of the contract would stumble over is put right here.
import { z } from "zod";
import { ENDPOINTS, type Endpoint } from "./endpoints.ts";
import type { Schema } from "./openapi-types.ts";
import { problemSchema } from "./problem-schema.ts";
import { resourceOf } from "./resources.ts";

export const PROBLEM_SCHEMA = "Problem";

export function recordSchemaName({ title }: Endpoint): string {
  return title;
}

export function envelopeSchemaName({ title }: Endpoint): string {
  return `${title}Response`;
}

export function schemaPointer(name: string): string {
  return `#/components/schemas/${name}`;
}

export function buildSchemas(): Readonly<Record<string, Schema>> {
  const registry = z.registry<{ id: string }>();
  for (const endpoint of ENDPOINTS) {
    const { record, envelope } = resourceOf(endpoint.collection);
    registry.add(record, { id: recordSchemaName(endpoint) });
    registry.add(envelope, { id: envelopeSchemaName(endpoint) });
  }
  registry.add(problemSchema, { id: PROBLEM_SCHEMA });
  const { schemas } = z.toJSONSchema(registry, {
    target: "openapi-3.0",
    uri: schemaPointer,
    override: ({ jsonSchema }) => putRight(jsonSchema),
  });
  // A schema object of OpenAPI 3.0 has no $id.
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $id, ...schema }]) => [name, schema as Schema]),
  );
}

function putRight(schema: z.core.JSONSchema.BaseSchema): void {
  // Strictness is the build's own; said to clients, it would make every later field a breaking change.
  if (schema.additionalProperties === false) delete schema.additionalProperties;
  // An integer's bounds in JavaScript say nothing about the field.
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  // In 3.0 `nullable` widens the type but not the enum: without a null among the values validators refuse it.
  if (schema.nullable === true && schema.enum !== undefined && !schema.enum.includes(null)) {
    schema.enum = [...schema.enum, null];
  }
}
