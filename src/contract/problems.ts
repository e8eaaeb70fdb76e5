// Every error the API answers with, as plain data: one row makes the body, the page behind its type URL, the
// OpenAPI response and the docs table.
import { ENDPOINTS, notFoundSlug } from "./endpoints.ts";

export interface Problem {
  /** Last segment of the type URL; with underscores instead of hyphens it is the `code`. */
  readonly slug: string;
  readonly status: number;
  readonly title: string;
  /** Said in `detail` where the handler has nothing more exact to say. */
  readonly detail: string;
  /** For the page: what happened, and what to do next. */
  readonly explanation: string;
}

export const PATH_NOT_FOUND: Problem = {
  slug: "path-not-found",
  status: 404,
  title: "Path not found",
  detail: "Nothing is served at this path.",
  explanation:
    "The path is not part of this service. The API answers at five paths under /api/v1, each with exactly one parameter and no trailing slash; /openapi.json describes them.",
};

export const METHOD_NOT_ALLOWED: Problem = {
  slug: "method-not-allowed",
  status: 405,
  title: "Method not allowed",
  detail: "This service is read-only: use GET, HEAD or OPTIONS.",
  explanation:
    "The service is read-only. Only GET, HEAD and OPTIONS are answered; the Allow header of the answer lists them.",
};

export const INTERNAL_ERROR: Problem = {
  slug: "internal-error",
  status: 500,
  title: "Internal error",
  detail: "The service failed to answer. The fault is on this side.",
  explanation:
    "Something went wrong inside the service. The answer says nothing more on purpose; try again, and report it if it stays.",
};

export const STORE_UNAVAILABLE: Problem = {
  slug: "store-unavailable",
  status: 503,
  title: "Store unavailable",
  detail: "The data store did not give a sound answer. Try again shortly.",
  explanation:
    "The store behind the API could not be read, or what it returned was damaged. Whether the record exists is not known, so this is never a 404. Try again after the seconds in Retry-After.",
};

/** Refusals of the HTTP layer itself, before a request reaches the handler. */
export const TRANSPORT_PROBLEMS: readonly Problem[] = [
  {
    slug: "bad-request",
    status: 400,
    title: "Bad request",
    detail: "The request is not valid HTTP.",
    explanation:
      "The bytes received are not a valid HTTP/1.1 request: a malformed request line, header or body framing.",
  },
  {
    slug: "request-timeout",
    status: 408,
    title: "Request timeout",
    detail: "The request was not completed in time.",
    explanation: "The connection was opened but the request line and headers did not arrive in time.",
  },
  {
    slug: "uri-too-long",
    status: 414,
    title: "URI too long",
    detail: "The request target is too long.",
    explanation:
      "The path and query of the request are longer than any identifier could need. Parameters are at most 64 characters.",
  },
  {
    slug: "expectation-failed",
    status: 417,
    title: "Expectation failed",
    detail: "The Expect header asks for something this service does not offer.",
    explanation: "The only expectation understood is 100-continue.",
  },
  {
    slug: "header-fields-too-large",
    status: 431,
    title: "Header fields too large",
    detail: "The request headers are too large.",
    explanation:
      "Together the request headers exceed 16 KiB. Cookies and credentials are not needed here: leave them out.",
  },
];

export const NOT_FOUND_PROBLEMS: readonly Problem[] = ENDPOINTS.map((endpoint) => ({
  slug: notFoundSlug(endpoint),
  status: 404,
  title: `${endpoint.noun[0]?.toUpperCase()}${endpoint.noun.slice(1)} not found`,
  detail: `No ${endpoint.noun} has this ${endpoint.knownBy}.`,
  explanation: `No ${endpoint.noun} in the current snapshot is known by the identifier given. Accepted: ${endpoint.forms
    .map(({ form, example }) => `${form} (${example})`)
    .join(", ")}. A malformed identifier is answered the same way. /status says what the snapshot covers.`,
}));

export const PROBLEMS: readonly Problem[] = [
  ...NOT_FOUND_PROBLEMS,
  PATH_NOT_FOUND,
  METHOD_NOT_ALLOWED,
  ...TRANSPORT_PROBLEMS,
  INTERNAL_ERROR,
  STORE_UNAVAILABLE,
];

export function problemCode(problem: Problem): string {
  return problem.slug.replaceAll("-", "_");
}

/** RFC 9457 body, plus `success: false` for clients that look at the envelope. ASCII only, so its length is its bytes. */
export function problemBody(problem: Problem, instance: string, detail = problem.detail): string {
  const body = {
    type: `/problems/${problem.slug}`,
    title: problem.title,
    status: problem.status,
    detail,
    instance,
    success: false,
    code: problemCode(problem),
  };
  return asciiJson(body);
}

/** JSON whose length in characters is its length in bytes. */
export function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
