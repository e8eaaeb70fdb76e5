// The OpenAPI 3.0.3 document, assembled from the files beside this one: written to openapi.json, compared in the
// checks, served, linted, and held against every live answer in the tests.
import { MAX_PARAMETER_LENGTH } from "../identifiers/parameter.ts";
import {
  API_PREFIX,
  API_TITLE,
  CONTRACT_VERSION,
  ENDPOINTS,
  type Endpoint,
  LICENCE_NAME,
  LICENCE_URL,
} from "./endpoints.ts";
import { COMMON_RULES, IDENTIFIER_RULES } from "./identifier-rules.ts";
import { buildHeaders } from "./openapi-headers.ts";
import { buildSharedResponses, responsesOf } from "./openapi-responses.ts";
import { buildSchemas } from "./openapi-schemas.ts";
import type { OpenApiDocument, Operation, Parameter } from "./openapi-types.ts";
import { resourceOf } from "./resources.ts";

const DESCRIPTION = `Look up an airline, aircraft type, airframe, airport or lessor; get JSON. Five read-only endpoints, one path parameter each, no key.

**Answers.** A record comes as \`{ "success": true, "data": {…} }\`, an aircraft type as \`{ "status": "success", "data": {…} }\`. Every field is always there. What no source knows is \`null\`, never 0, an empty text or a guess. Units are in the field names; times are ISO 8601, UTC, to the second.

**Errors** are \`application/problem+json\` (RFC 9457) with \`success: false\`, whatever the status; the \`type\` of each leads to a page that explains it. An identifier nobody carries and one that is malformed are both a 404.

**Identifiers**
${COMMON_RULES.map((rule) => `- ${rule}`).join("\n")}

**Caching.** Records carry a strong \`ETag\` and \`Last-Modified\` and answer 304 to conditional requests.

**Methods.** HEAD answers as GET does, without the body. OPTIONS answers 204 with the CORS permissions. Anything else is a 405. Every answer may be read from any origin.

**Licence.** The data is open under the Open Database License 1.0: name the sources, which /status lists, and share what you derive under the same licence.`;

const NONE_MATCH = "If-None-Match";
const MODIFIED_SINCE = "If-Modified-Since";

const CONDITIONS: readonly Parameter[] = [
  {
    name: NONE_MATCH,
    in: "header",
    description:
      "An `ETag` received earlier, several with commas between, or `*`. If one is current the answer is 304.",
    schema: { type: "string" },
    example: '"5d41402abc4b2a76b971"',
  },
  {
    name: MODIFIED_SINCE,
    in: "header",
    description: `A \`Last-Modified\` received earlier, as an HTTP date. Ignored beside \`${NONE_MATCH}\`.`,
    schema: { type: "string" },
    example: "Mon, 07 Sep 2026 00:00:00 GMT",
  },
];

export function buildOpenApi(): OpenApiDocument {
  return {
    openapi: "3.0.3",
    info: {
      title: API_TITLE,
      version: CONTRACT_VERSION,
      description: DESCRIPTION,
      license: { name: `Open Database License 1.0 (${LICENCE_NAME})`, url: LICENCE_URL },
    },
    servers: [{ url: API_PREFIX, description: "The service this document came from." }],
    security: [],
    tags: ENDPOINTS.map(({ title, summary }) => ({ name: title, description: `${summary}.` })),
    paths: Object.fromEntries(
      ENDPOINTS.map((endpoint) => [pathTemplate(endpoint), { get: toOperation(endpoint) }]),
    ),
    components: {
      schemas: buildSchemas(),
      parameters: Object.fromEntries(CONDITIONS.map((parameter) => [parameter.name, parameter])),
      headers: buildHeaders(),
      responses: buildSharedResponses(),
    },
  };
}

/** /airlines/{slug} */
export function pathTemplate({ collection, parameter }: Endpoint): string {
  return `/${collection}/{${parameter}}`;
}

function toOperation(endpoint: Endpoint): Operation {
  const { collection, title, summary } = endpoint;
  return {
    operationId: `get${title}`,
    tags: [title],
    summary,
    description: resourceOf(collection).record.meta()?.description ?? summary,
    parameters: [
      toPathParameter(endpoint),
      ...CONDITIONS.map(({ name }) => ({ $ref: `#/components/parameters/${name}` })),
    ],
    responses: responsesOf(endpoint),
  };
}

function toPathParameter({ collection, parameter, forms }: Endpoint): Parameter {
  const rules = IDENTIFIER_RULES[collection].map((rule, at) => `${at + 1}. ${rule}`);
  const examples = forms.map(({ form, example }) => [
    form.toLowerCase().replaceAll(" ", "-"),
    { summary: form, value: example },
  ]);
  return {
    name: parameter,
    in: "path",
    required: true,
    description: `Accepted: ${forms.map(({ form }) => form).join(", ")}. How it is read, in this order:\n${rules.join("\n")}`,
    schema: { type: "string", minLength: 1, maxLength: MAX_PARAMETER_LENGTH },
    examples: Object.fromEntries(examples),
  };
}
