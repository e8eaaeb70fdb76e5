// The answers of an operation: the record, 304, and every problem of problems.ts.
import { API_PREFIX, ENDPOINTS, type Endpoint, notFoundSlug } from "./endpoints.ts";
import { EXAMPLES } from "./examples.ts";
import { headersOn } from "./openapi-headers.ts";
import { envelopeSchemaName, PROBLEM_SCHEMA, schemaPointer } from "./openapi-schemas.ts";
import type { Reference, Response } from "./openapi-types.ts";
import { PATH_NOT_FOUND, PROBLEMS, type Problem, problemBody, TRANSPORT_PROBLEMS } from "./problems.ts";
import { resourceOf } from "./resources.ts";

const JSON_TYPE = "application/json";
const PROBLEM_TYPE = "application/problem+json";
const NOT_MODIFIED = "not-modified";
const UNKNOWN_IDENTIFIER = "XX-123";

const NOT_FOUND = new Map(ENDPOINTS.map((endpoint) => [notFoundSlug(endpoint), endpoint]));
const REFUSED_BY_TRANSPORT = new Set(TRANSPORT_PROBLEMS.map(({ slug }) => slug));

/** Shared by the operations. An unknown path is none of an operation's: whoever asks there asked for no operation. */
export function buildSharedResponses(): Readonly<Record<string, Response>> {
  const problems = PROBLEMS.filter((problem) => problem !== PATH_NOT_FOUND);
  return Object.fromEntries([
    [
      componentName(NOT_MODIFIED),
      {
        description:
          "What the client has is current: `If-None-Match` names this `ETag`, or nothing changed after `If-Modified-Since`. No body.",
        headers: headersOn(304),
      },
    ],
    ...problems.map((problem) => [componentName(problem.slug), toProblemResponse(problem)]),
  ]);
}

export function responsesOf(endpoint: Endpoint): Readonly<Record<string, Response | Reference>> {
  const own = notFoundSlug(endpoint);
  const problems = PROBLEMS.filter(
    (problem) => problem !== PATH_NOT_FOUND && (problem.slug === own || !NOT_FOUND.has(problem.slug)),
  );
  return {
    200: toRecordResponse(endpoint),
    304: reference(NOT_MODIFIED),
    ...Object.fromEntries(problems.map(({ status, slug }) => [status, reference(slug)])),
  };
}

function toRecordResponse(endpoint: Endpoint): Response {
  const { wrap } = resourceOf(endpoint.collection);
  const examples = EXAMPLES[endpoint.collection].map(({ name, summary, data }) => [
    name,
    { summary, value: wrap(data) },
  ]);
  return {
    description: `The ${endpoint.noun}.`,
    headers: headersOn(200),
    content: {
      [JSON_TYPE]: {
        schema: { $ref: schemaPointer(envelopeSchemaName(endpoint)) },
        examples: Object.fromEntries(examples),
      },
    },
  };
}

function toProblemResponse(problem: Problem): Response {
  return {
    description: `${problem.title}. ${problem.explanation}`,
    headers: headersOn(problem.status),
    content: {
      [PROBLEM_TYPE]: {
        schema: { $ref: schemaPointer(PROBLEM_SCHEMA) },
        examples: { [problem.slug]: { value: JSON.parse(exampleBody(problem)) as unknown } },
      },
    },
  };
}

function exampleBody(problem: Problem): string {
  if (REFUSED_BY_TRANSPORT.has(problem.slug)) return problemBody(problem, "/");
  const endpoint = NOT_FOUND.get(problem.slug);
  if (endpoint === undefined) return problemBody(problem, `${API_PREFIX}/airlines/DL`);
  return problemBody(
    problem,
    `${API_PREFIX}/${endpoint.collection}/${UNKNOWN_IDENTIFIER}`,
    `No ${endpoint.noun} has the ${endpoint.knownBy} '${UNKNOWN_IDENTIFIER}'.`,
  );
}

function reference(slug: string): Reference {
  return { $ref: `#/components/responses/${componentName(slug)}` };
}

/** uri-too-long: UriTooLong. */
function componentName(slug: string): string {
  return slug
    .split("-")
    .map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`)
    .join("");
}
