// The contract as Markdown: endpoints, identifiers, fields, problems, headers.
import { API_PREFIX, ENDPOINTS, type Endpoint } from "../../src/contract/endpoints.ts";
import { COMMON_RULES, IDENTIFIER_RULES } from "../../src/contract/identifier-rules.ts";
import { HEADERS, STATUSES } from "../../src/contract/openapi-headers.ts";
import { buildSchemas, recordSchemaName } from "../../src/contract/openapi-schemas.ts";
import type { Schema } from "../../src/contract/openapi-types.ts";
import { PROBLEMS, problemCode } from "../../src/contract/problems.ts";
import { resourceOf } from "../../src/contract/resources.ts";
import type { Blocks } from "./blocks.ts";

export function contractBlocks(): Blocks {
  const schemas = buildSchemas();
  return new Map([
    ["endpoints", endpointsTable()],
    ["identifiers", identifierRules()],
    ...ENDPOINTS.map((endpoint): [string, string] => [
      `fields-${endpoint.noun.replaceAll(" ", "-")}`,
      fieldsTable(schemas[recordSchemaName(endpoint)] ?? {}),
    ]),
    ["problems", problemsTable()],
    ["headers", headersTable()],
  ]);
}

function endpointsTable(): string {
  return table(
    ["Path", "Answers", "Accepts", "Envelope"],
    ENDPOINTS.map((endpoint) => [
      `\`GET ${pathOf(endpoint)}\``,
      endpoint.summary,
      endpoint.forms.map(({ form, example }) => `${form} (\`${example}\`)`).join(", "),
      `\`${envelopeOf(endpoint)}\``,
    ]),
  );
}

/** { "success": true, "data": {…} } */
function envelopeOf({ collection }: Endpoint): string {
  const members = Object.entries(resourceOf(collection).wrap(null)).map(
    ([name, value]) => `"${name}": ${name === "data" ? "{…}" : JSON.stringify(value)}`,
  );
  return `{ ${members.join(", ")} }`;
}

function identifierRules(): string {
  const perEndpoint = ENDPOINTS.map(
    (endpoint) =>
      `**\`${pathOf(endpoint)}\`**\n\n${IDENTIFIER_RULES[endpoint.collection].map((rule, at) => `${at + 1}. ${rule}`).join("\n")}`,
  );
  return [COMMON_RULES.map((rule) => `- ${rule}`).join("\n"), ...perEndpoint].join("\n\n");
}

/** Nested fields follow their parent: `telemetry.callsign`, `runways[].ends[].ident`. */
function fieldsTable(record: Schema): string {
  return table(["Field", "Type", "Null", "Meaning"], fieldRows(record, ""));
}

function fieldRows(schema: Schema, prefix: string): string[][] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = `${prefix}${name}`;
    const own = [`\`${path}\``, typeOf(field), field.nullable === true ? "yes" : "", meaningOf(field)];
    if (field.items !== undefined) return [own, ...fieldRows(field.items, `${path}[].`)];
    return [own, ...fieldRows(field, `${path}.`)];
  });
}

function typeOf(schema: Schema): string {
  if (schema.items !== undefined) return `array of ${schema.items.type ?? "object"}`;
  return schema.format === "date-time" ? "string (time)" : (schema.type ?? "object");
}

function meaningOf({ description = "", enum: values, type }: Schema): string {
  if (values === undefined || type !== "string") return description;
  return `${description} One of ${values.map((value) => `\`${value}\``).join(" · ")}.`;
}

function problemsTable(): string {
  return table(
    ["Status", "Code", "Title", "What it means"],
    [...PROBLEMS]
      .sort((a, b) => a.status - b.status)
      .map((problem) => [
        `${problem.status}`,
        `\`${problemCode(problem)}\``,
        problem.title,
        problem.explanation,
      ]),
  );
}

function headersTable(): string {
  return table(
    ["Header", "On", "Meaning", "For example"],
    HEADERS.map(({ header, on, always, description, example }) => [
      `\`${header}\``,
      `${statusesOf(on)}${always ? "" : ", not always"}`,
      description,
      `\`${example}\``,
    ]),
  );
}

function statusesOf(on: readonly number[]): string {
  if (on.length === STATUSES.length) return "every status";
  const missing = STATUSES.filter((status) => !on.includes(status));
  return missing.length <= 3 ? `all but ${missing.join(", ")}` : on.join(", ");
}

function pathOf({ collection, parameter }: Endpoint): string {
  return `${API_PREFIX}/${collection}/{${parameter}}`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}
