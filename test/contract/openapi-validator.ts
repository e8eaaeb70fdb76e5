// Holds an answer against the committed openapi.json with a validator that had no part in making it (ajv). Tests of
// any host call validateAnswer for every answer they get and expect no complaint.
import { readFileSync } from "node:fs";
import { Ajv, type ValidateFunction } from "ajv";
import addFormats from "ajv-formats";
import type {
  Header,
  OpenApiDocument,
  Reference,
  Response,
  Schema,
} from "../../src/contract/openapi-types.ts";

export const DOCUMENT_URL = new URL("../../openapi.json", import.meta.url);
export const committedDocument = JSON.parse(readFileSync(DOCUMENT_URL, "utf8")) as OpenApiDocument;

const PROBLEM_TYPE = "application/problem+json";

/** Of the connection, or of the media type: not part of the contract's headers. */
const UNDESCRIBED = new Set(["content-type", "date", "connection", "keep-alive", "transfer-encoding"]);

/** A request for /api/v1/airlines/DL is one of /airlines/{slug}; null for what is no operation of the contract. */
export function templateOf(target: string): string | null {
  // Not new URL(): it would resolve the dots of /airlines/%2E%2E, which the service takes as they come.
  const [pathname = ""] = target.replace(/^[a-z]+:\/\/[^/?]*/i, "").split("?");
  const [server] = committedDocument.servers;
  for (const template of Object.keys(committedDocument.paths)) {
    const prefix = `${server?.url}${template.slice(0, template.indexOf("{"))}`;
    const parameter = pathname.slice(prefix.length);
    if (pathname.startsWith(prefix) && parameter !== "" && !parameter.includes("/")) return template;
  }
  return null;
}

/**
 * What is wrong with an answer, one sentence each; empty if nothing is. Pass null as template for a path that is no
 * operation (its errors have the same shape), and null as body where none is sent with it (HEAD).
 */
export function validateAnswer(
  pathTemplate: string | null,
  status: number,
  contentType: string | null,
  body: string | Uint8Array | null,
): string[] {
  const response = responseOf(pathTemplate, status);
  if (response === null) return [`status ${status} is not described for ${pathTemplate ?? "other paths"}`];
  const text = body instanceof Uint8Array ? new TextDecoder().decode(body) : body;
  if (response.content === undefined)
    return text === null || text === "" ? [] : [`status ${status} has a body`];
  const mediaType = contentType?.split(";")[0]?.trim() ?? "";
  const media = response.content[mediaType];
  if (media === undefined) return [`status ${status} is not described as "${mediaType}"`];
  if (text === null) return [];
  const value = parseJson(text);
  if (value === undefined) return [`the body is not JSON: ${text.slice(0, 80)}`];
  return [
    ...complaints(media.schema, value),
    ...(mediaType === PROBLEM_TYPE ? aboutProblem(status, value) : []),
  ];
}

/** The same for headers: each described one that is required is there, each that is there is described and fits. */
export function validateHeaders(
  pathTemplate: string | null,
  status: number,
  headers: Iterable<readonly [string, string]>,
): string[] {
  const response = responseOf(pathTemplate, status);
  if (response === null) return [`status ${status} is not described for ${pathTemplate ?? "other paths"}`];
  const described = new Map(
    Object.entries(response.headers).map(([name, header]) => [
      name.toLowerCase(),
      resolve<Header>(header, committedDocument.components.headers),
    ]),
  );
  const sent = new Map([...headers].map(([name, value]) => [name.toLowerCase(), value]));
  const missing = [...described].filter(([name, { required }]) => required === true && !sent.has(name));
  const found = [...sent].filter(([name]) => !UNDESCRIBED.has(name));
  return [
    ...missing.map(([name]) => `${name} is required on ${status} and was not sent`),
    ...found.flatMap(([name, value]) => {
      const header = described.get(name);
      if (header === undefined) return [`${name} is not described on ${status}`];
      const typed = header.schema.type === "integer" ? Number(value) : value;
      return complaints(header.schema, typed).map((complaint) => `${name}: ${complaint}`);
    }),
  ];
}

/** What ajv says against a value under a schema of the document. */
export function complaints(schema: Schema, value: unknown): string[] {
  const validate = compile(schema);
  if (validate(value)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath || "/"} ${message} ${JSON.stringify(params)}`,
  );
}

/**
 * OpenAPI 3.0's dialect as JSON Schema: references inlined (the document has no cycles), `nullable` as a second
 * type, examples dropped. Unknown properties are refused here although clients must bear them: an answer with a
 * field the document does not name is a mistake of ours.
 */
export function toJsonSchema(schema: Schema): Record<string, unknown> {
  const { $ref, nullable, example, properties, items, type, ...rest } = resolve<Schema>(
    schema,
    committedDocument.components.schemas,
  );
  return {
    ...rest,
    ...(type === undefined ? {} : { type: nullable === true ? [type, "null"] : type }),
    ...(items === undefined ? {} : { items: toJsonSchema(items) }),
    ...(properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, field]) => [name, toJsonSchema(field)]),
          ),
          additionalProperties: false,
        }),
  };
}

const ajv = new Ajv({ strict: true, allowUnionTypes: true, allErrors: true });
addFormats.default(ajv);
const compiled = new Map<Schema, ValidateFunction>();

function compile(schema: Schema): ValidateFunction {
  const known = compiled.get(schema);
  if (known !== undefined) return known;
  const validate = ajv.compile(toJsonSchema(schema));
  compiled.set(schema, validate);
  return validate;
}

function responseOf(pathTemplate: string | null, status: number): Response | null {
  const { paths, components } = committedDocument;
  if (pathTemplate !== null) {
    const response = paths[pathTemplate]?.get.responses[status];
    return response === undefined ? null : resolve<Response>(response, components.responses);
  }
  // Elsewhere only the errors are of the contract, and they are the same as on any operation.
  const [anywhere] = Object.values(paths);
  const response = anywhere?.get.responses[status];
  if (response === undefined || status < 400) return null;
  return resolve<Response>(response, components.responses);
}

function resolve<Part extends object>(
  part: Part | Reference,
  components: Readonly<Record<string, Part>>,
): Part {
  if (!("$ref" in part) || typeof part.$ref !== "string") return part as Part;
  const name = part.$ref.slice(part.$ref.lastIndexOf("/") + 1);
  const found = components[name];
  if (found === undefined) throw new Error(`${part.$ref} leads nowhere`);
  return found;
}

/** What a schema cannot say: the members of a problem agree with the status line and with each other. */
function aboutProblem(status: number, value: unknown): string[] {
  const { status: said, type, code } = value as Record<string, unknown>;
  return [
    ...(said === status ? [] : [`the body says status ${said}, the status line ${status}`]),
    ...(type === `/problems/${String(code).replaceAll("_", "-")}`
      ? []
      : [`type ${type} is not code ${code}`]),
  ];
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
