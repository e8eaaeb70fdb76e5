// Every header of every status, as rows: one row is a component of the OpenAPI document and a line of the docs
// table. http/responses.ts is what sends them; a test holds the two together. Left out are Content-Type, which
// OpenAPI takes from the media type, and what belongs to the connection (Date, Connection, Keep-Alive).
import { LICENCE_URL } from "./endpoints.ts";
import type { Header, Reference, Schema } from "./openapi-types.ts";
import { PROBLEMS } from "./problems.ts";

const RECORD = [200, 304];
const NOT_FOUND = [404];
const PROBLEM_STATUSES = [...new Set(PROBLEMS.map(({ status }) => status))].sort((a, b) => a - b);

/** Every status an operation answers with. */
export const STATUSES: readonly number[] = [...RECORD, ...PROBLEM_STATUSES];
const NEVER_CACHED = PROBLEM_STATUSES.filter((status) => status !== 404);
const WITH_BODY = STATUSES.filter((status) => status !== 304);

export interface HeaderRow {
  readonly header: string;
  /** Name among the components where one header means different things on different statuses. */
  readonly component?: string;
  readonly on: readonly number[];
  /** False where it may be missing on those statuses too. */
  readonly always: boolean;
  readonly description: string;
  readonly example: string | number;
  readonly schema?: Schema;
}

export const HEADERS: readonly HeaderRow[] = [
  {
    header: "ETag",
    on: RECORD,
    always: true,
    description:
      "Strong validator of these very bytes: a hash of the body, with a suffix for its content coding. Send it back in `If-None-Match`.",
    example: '"5d41402abc4b2a76b971-br"',
    schema: { type: "string", pattern: '^"[0-9a-z-]+"$' },
  },
  {
    header: "Last-Modified",
    on: RECORD,
    always: true,
    description:
      "Time of the newest input of the snapshot, as an HTTP date: ages are counted to it, so it touches every record.",
    example: "Sun, 15 Nov 2026 00:00:00 GMT",
  },
  {
    header: "Content-Location",
    on: RECORD,
    always: true,
    description: "The record's own URL, whatever spelling was asked for.",
    example: "/api/v1/airlines/delta-air-lines",
    schema: { type: "string", format: "uri-reference" },
  },
  {
    header: "Cache-Control",
    component: "Cache-Control-Record",
    on: RECORD,
    always: true,
    description:
      "Fresh for a minute in a browser and five in a shared cache; may be served stale for a day while it is fetched anew, and for a week while the service is down.",
    example: "public, max-age=60, s-maxage=300, stale-while-revalidate=86400, stale-if-error=604800",
  },
  {
    header: "Cache-Control",
    component: "Cache-Control-Not-Found",
    on: NOT_FOUND,
    always: true,
    description: "An absence is remembered for a minute.",
    example: "public, max-age=60",
  },
  {
    header: "Cache-Control",
    component: "Cache-Control-Never",
    on: NEVER_CACHED,
    always: true,
    description: "A refusal or a fault is not stored.",
    example: "no-store",
  },
  {
    header: "Vary",
    on: [...RECORD, ...NOT_FOUND],
    always: true,
    description: "Large answers exist in several content codings; caches keep them apart.",
    example: "Accept-Encoding",
  },
  {
    header: "Content-Encoding",
    on: [200],
    always: false,
    description: "`br` or `gzip` where the answer is large and the client accepts it; absent otherwise.",
    example: "br",
    schema: { type: "string", enum: ["br", "gzip"] },
  },
  {
    header: "Content-Length",
    on: WITH_BODY,
    always: false,
    description: "Bytes of the body as sent; a proxy that codes the body anew may drop it.",
    example: 512,
    schema: { type: "integer", minimum: 0 },
  },
  {
    header: "Link",
    on: STATUSES,
    always: true,
    description:
      "Licence of the data (`license`) and this description (`service-desc`); on a record also its own URL (`canonical`) and, where the identifier could mean others, theirs (`related`).",
    example: `<${LICENCE_URL}>; rel="license", </openapi.json>; rel="service-desc"`,
  },
  {
    header: "X-Snapshot",
    on: [...RECORD, ...NOT_FOUND],
    always: true,
    description:
      "Id of the snapshot that answered: the day of its newest input and a hash of its content. /status describes it.",
    example: "20261115-24a77af81104",
  },
  {
    header: "Server-Timing",
    on: [...RECORD, ...NOT_FOUND],
    always: true,
    description: "Milliseconds spent in the store.",
    example: "store;dur=0.021",
  },
  {
    header: "Allow",
    on: [405],
    always: true,
    description: "The methods that are answered.",
    example: "GET, HEAD, OPTIONS",
  },
  {
    header: "Retry-After",
    on: [503],
    always: true,
    description: "Seconds to wait before asking again.",
    example: 5,
    schema: { type: "integer", minimum: 0 },
  },
  {
    header: "Access-Control-Allow-Origin",
    on: STATUSES,
    always: true,
    description: "Any web page may read the answer, errors included.",
    example: "*",
    schema: { type: "string", enum: ["*"] },
  },
  {
    header: "Access-Control-Expose-Headers",
    on: STATUSES,
    always: true,
    description: "The headers a script on another origin may read.",
    example:
      "ETag, Last-Modified, Content-Location, Link, X-Snapshot, Server-Timing, Retry-After, Content-Length, Content-Encoding",
  },
  {
    header: "Timing-Allow-Origin",
    on: STATUSES,
    always: true,
    description: "Any web page may read the timing of its requests.",
    example: "*",
    schema: { type: "string", enum: ["*"] },
  },
  {
    header: "X-Content-Type-Options",
    on: STATUSES,
    always: true,
    description: "The media type is what the answer says it is.",
    example: "nosniff",
    schema: { type: "string", enum: ["nosniff"] },
  },
];

export function buildHeaders(): Readonly<Record<string, Header>> {
  return Object.fromEntries(HEADERS.map((row) => [componentOf(row), toHeader(row)]));
}

/** The headers of one status, by name. */
export function headersOn(status: number): Readonly<Record<string, Reference>> {
  const rows = HEADERS.filter(({ on }) => on.includes(status));
  return Object.fromEntries(
    rows.map((row) => [row.header, { $ref: `#/components/headers/${componentOf(row)}` }]),
  );
}

function toHeader({ description, always, schema, example }: HeaderRow): Header {
  return {
    description,
    ...(always ? { required: true } : {}),
    schema: schema ?? { type: "string" },
    example,
  };
}

function componentOf({ component, header }: HeaderRow): string {
  return component ?? header;
}
