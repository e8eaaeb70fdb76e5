// Columns of a resource in a flat table (the CSV downloads), from its schema: nested objects give dotted names, lists
// stay one column.
import { z } from "zod";

export function columnsOf(record: z.ZodType): string[] {
  const shape = unwrap(record);
  if (!(shape instanceof z.ZodObject)) return [];
  return Object.entries(shape.shape as Record<string, z.ZodType>).flatMap(([name, schema]) => {
    const inner = columnsOf(schema);
    return inner.length === 0 ? [name] : inner.map((column) => `${name}.${column}`);
  });
}

function unwrap(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodNullable ? unwrap(schema.unwrap() as z.ZodType) : schema;
}
