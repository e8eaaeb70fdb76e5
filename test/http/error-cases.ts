// The error section of the contract: one shape for every status, CORS on all of them, methods, pages behind the types.
import { PROBLEMS } from "../../src/contract/problems.ts";
import { API, type Behaviour } from "./behaviour.ts";

const REFUSED_METHODS = ["POST", "PUT", "PATCH", "DELETE", "TRACE", "PROPFIND"];
const PATHS = [`${API}/airlines/DL`, `${API}/airframes/NOBODY`, "/", "/nowhere"];

const METHODS: readonly Behaviour[] = REFUSED_METHODS.flatMap((method) =>
  PATHS.map((target) => ({
    says: `answers 405 to ${method} ${target}`,
    method,
    target,
    expect: {
      status: 405,
      code: "method_not_allowed",
      instance: target,
      headers: { Allow: "GET, HEAD, OPTIONS", "Cache-Control": "no-store" },
    },
  })),
);

const SHAPES: readonly Behaviour[] = [
  {
    says: "says what was asked for and where",
    target: `${API}/airframes/XX-123`,
    expect: {
      status: 404,
      code: "airframe_not_found",
      detail: "No airframe has the registration or Mode S address 'XX-123'.",
      instance: "/api/v1/airframes/XX-123",
    },
  },
  {
    says: "shows a parameter as a person wrote it",
    target: `${API}/airlines/%C3%85land%20Air?x=1`,
    expect: {
      status: 404,
      code: "airline_not_found",
      detail: "No airline has the slug, IATA or ICAO code 'Åland Air'.",
      instance: "/api/v1/airlines/%C3%85land%20Air",
    },
  },
  {
    says: "shows no more than 64 characters of a long parameter",
    target: `${API}/lessors/${"x".repeat(2000)}`,
    expect: {
      status: 404,
      code: "lessor_not_found",
      detail: `No lessor has the slug '${"x".repeat(64)}…'.`,
      instance: `/api/v1/lessors/${"x".repeat(256 - "/api/v1/lessors/".length)}`,
    },
  },
  {
    says: "caches an absence for a minute and names the snapshot that lacks it",
    target: `${API}/airlines/ZZ`,
    expect: {
      status: 404,
      code: "airline_not_found",
      headers: {
        "Cache-Control": "public, max-age=60",
        "X-Snapshot": /^\d{8}-[0-9a-f]{12}$/,
        ETag: null,
        "Last-Modified": null,
      },
    },
  },
  {
    says: "answers 405 to a method with a body, and reads on",
    method: "POST",
    target: `${API}/airlines/DL`,
    body: '{"name":"Mine"}',
    expect: { status: 405, code: "method_not_allowed" },
  },
  {
    says: "ignores the body of a GET",
    target: `${API}/airlines/DL`,
    body: '{"slug":"UA"}',
    expect: { status: 200, location: "/airlines/delta-air-lines" },
  },
];

const PAGES: readonly Behaviour[] = PROBLEMS.map(({ slug }) => ({
  says: `explains the problem ${slug} at its type URL`,
  target: `/problems/${slug}`,
  expect: { status: 200, headers: { "Content-Type": "text/html; charset=utf-8" } },
}));

/** Pages that list others, with the slash at their end and without. */
const LISTS: readonly Behaviour[] = ["/problems/", "/problems", "/data/", "/data"].map((target) => ({
  says: `lists what lies below ${target}`,
  target,
  expect: { status: 200, headers: { "Content-Type": "text/html; charset=utf-8" } },
}));

export const ERROR_CASES: readonly Behaviour[] = [...METHODS, ...SHAPES, ...PAGES, ...LISTS];
