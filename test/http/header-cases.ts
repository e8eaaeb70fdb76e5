// The header section of the contract: validators, caching, codings, CORS, HEAD and OPTIONS.
import { API, type Behaviour, type Earlier } from "./behaviour.ts";

/** A small body, stored once, and a large one, stored in three codings. */
const SMALL = `${API}/airlines/DL`;
const LARGE = `${API}/airports/KATL`;
const CACHED = "public, max-age=60, s-maxage=300, stale-while-revalidate=86400, stale-if-error=604800";
const LICENCE =
  '<https://opendatacommons.org/licenses/odbl/1-0/>; rel="license", </openapi.json>; rel="service-desc"';

const RECORD_HEADERS = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": /\bETag\b.*\bLink\b.*\bX-Snapshot\b/,
  "Timing-Allow-Origin": "*",
  "X-Content-Type-Options": "nosniff",
  "Cache-Control": CACHED,
  Vary: "Accept-Encoding",
  ETag: /^"[0-9a-z-]+"$/,
  "Last-Modified": /^\w{3}, \d{2} \w{3} \d{4} \d{2}:\d{2}:\d{2} GMT$/,
  "X-Snapshot": /^\d{8}-[0-9a-f]{12}$/,
  "Server-Timing": /^store;dur=\d+(?:\.\d+)?$/,
};

const FOUND: readonly Behaviour[] = [
  {
    says: "sends every header of a record",
    target: SMALL,
    expect: {
      status: 200,
      location: "/airlines/delta-air-lines",
      headers: {
        ...RECORD_HEADERS,
        "Content-Type": "application/json",
        "Content-Length": /^\d+$/,
        "Content-Encoding": null,
        Link: `${LICENCE}, </api/v1/airlines/delta-air-lines>; rel="canonical"`,
      },
    },
  },
  {
    says: "dates a record by its newest input, and the answer by the newest of all: ages are counted to it",
    target: `${API}/airframes/N899DN`,
    expect: {
      status: 200,
      data: { updated_at: "2026-09-30T00:00:00Z" },
      headers: { "Last-Modified": "Wed, 30 Sep 2026 00:00:00 GMT" },
    },
  },
  {
    says: "wraps an aircraft type in its own envelope",
    target: `${API}/aircraft/A20N`,
    expect: { status: 200, location: "/aircraft/airbus-a320neo" },
  },
  {
    says: "answers HEAD without a body",
    method: "HEAD",
    target: SMALL,
    expect: { status: 200, location: "/airlines/delta-air-lines", bodyless: true, headers: RECORD_HEADERS },
  },
  {
    says: "answers HEAD for what does not exist without a body",
    method: "HEAD",
    target: `${API}/airlines/ZZ`,
    expect: { status: 404, bodyless: true, headers: { "Content-Type": "application/problem+json" } },
  },
];

interface Condition {
  readonly says: string;
  readonly headers: (earlier: Earlier) => Readonly<Record<string, string>>;
  readonly status: 200 | 304;
}

const CONDITIONS: readonly Condition[] = [
  { says: "its tag", status: 304, headers: ({ etag }) => ({ "If-None-Match": etag }) },
  { says: "its tag marked weak", status: 304, headers: ({ etag }) => ({ "If-None-Match": `W/${etag}` }) },
  {
    says: "its tag in a list",
    status: 304,
    headers: ({ etag }) => ({ "If-None-Match": `"a", W/"b",${etag}` }),
  },
  { says: "any tag", status: 304, headers: () => ({ "If-None-Match": "*" }) },
  { says: "another tag", status: 200, headers: () => ({ "If-None-Match": '"0123456789abcdef0123"' }) },
  {
    says: "its tag without quotes",
    status: 200,
    headers: ({ etag }) => ({ "If-None-Match": etag.slice(1, -1) }),
  },
  { says: "no tag", status: 200, headers: () => ({ "If-None-Match": "" }) },
  { says: "its date", status: 304, headers: ({ lastModified }) => ({ "If-Modified-Since": lastModified }) },
  {
    says: "a later date",
    status: 304,
    headers: () => ({ "If-Modified-Since": "Fri, 01 Jan 2100 00:00:00 GMT" }),
  },
  {
    says: "an earlier date",
    status: 200,
    headers: () => ({ "If-Modified-Since": "Sat, 01 Jan 2000 00:00:00 GMT" }),
  },
  {
    says: "a later date in the form of old clients",
    status: 304,
    headers: () => ({ "If-Modified-Since": "Fri Jan  1 00:00:00 2100" }),
  },
  { says: "a date that is none", status: 200, headers: () => ({ "If-Modified-Since": "soon" }) },
  {
    says: "another tag, whatever the date says",
    status: 200,
    headers: ({ lastModified }) => ({ "If-None-Match": '"x"', "If-Modified-Since": lastModified }),
  },
  {
    says: "its tag, whatever the date says",
    status: 304,
    headers: ({ etag }) => ({ "If-None-Match": etag, "If-Modified-Since": "Sat, 01 Jan 2000 00:00:00 GMT" }),
  },
];

const CONDITIONAL: readonly Behaviour[] = [SMALL, LARGE].flatMap((target) =>
  CONDITIONS.flatMap(({ says, headers, status }) =>
    ["GET", "HEAD"].map((method) => ({
      says: `answers ${status} to ${method} ${target} if the client names ${says}`,
      method,
      target,
      headers,
      expect: {
        status,
        bodyless: status === 304 || method === "HEAD",
        headers:
          status === 304
            ? { ...RECORD_HEADERS, "Content-Type": null, "Content-Length": null }
            : RECORD_HEADERS,
      },
    })),
  ),
);

const CODINGS: readonly (readonly [accepted: string, coding: string | null])[] = [
  ["br", "br"],
  ["gzip", "gzip"],
  ["gzip, deflate, br", "br"],
  ["GZIP", "gzip"],
  ["x-gzip", "gzip"],
  ["*", "br"],
  ["br;q=0, gzip;q=0.5", "gzip"],
  ["br; q=0.000, *", "gzip"],
  ["gzip;q=0", null],
  ["*;q=0", null],
  ["br;q=0, gzip; q=0", null],
  ["identity", null],
  ["deflate, zstd", null],
  ["", null],
  ["gzip;q=nonsense", null],
];

const CODED: readonly Behaviour[] = CODINGS.flatMap(([accepted, coding]) => [
  {
    says: `sends a large body ${coding === null ? "as it is" : `in ${coding}`} to a client that accepts '${accepted}'`,
    target: LARGE,
    headers: { "Accept-Encoding": accepted },
    expect: {
      status: 200,
      location: "/airports/KATL",
      headers: {
        ...RECORD_HEADERS,
        "Content-Encoding": coding,
        ETag: coding === null ? /^"[0-9a-f]+"$/ : new RegExp(`^"[0-9a-f]+-${coding}"$`),
      },
    },
  },
  {
    says: `sends a small body as it is to a client that accepts '${accepted}'`,
    target: SMALL,
    headers: { "Accept-Encoding": accepted },
    expect: { status: 200, headers: { ...RECORD_HEADERS, "Content-Encoding": null } },
  },
]);

const CODED_CONDITIONS: readonly Behaviour[] = [
  {
    says: "answers 304 to the tag of the coding it would send",
    target: LARGE,
    earlierHeaders: { "Accept-Encoding": "br" },
    headers: ({ etag }) => ({ "If-None-Match": etag, "Accept-Encoding": "br" }),
    expect: { status: 304, bodyless: true },
  },
  {
    says: "answers 200 to the tag of another coding, for a strong tag names bytes",
    target: LARGE,
    earlierHeaders: { "Accept-Encoding": "br" },
    headers: ({ etag }) => ({ "If-None-Match": etag, "Accept-Encoding": "gzip" }),
    expect: { status: 200, headers: { "Content-Encoding": "gzip" } },
  },
];

const PREFLIGHTS: readonly Behaviour[] = [SMALL, `${API}/airframes/NOBODY`, "/nowhere", "*"].map(
  (target) => ({
    says: `answers OPTIONS ${target} with what is allowed`,
    method: "OPTIONS",
    target,
    headers: { Origin: "https://app.example", "Access-Control-Request-Headers": "if-none-match" },
    dependsOnRawTarget: target === "*",
    expect: {
      status: 204,
      bodyless: true,
      headers: {
        "Access-Control-Allow-Origin": "*",
        "Access-Control-Allow-Methods": "GET, HEAD, OPTIONS",
        "Access-Control-Allow-Headers": "If-None-Match, If-Modified-Since",
        "Access-Control-Max-Age": /^\d+$/,
        Allow: "GET, HEAD, OPTIONS",
      },
    },
  }),
);

export const HEADER_CASES: readonly Behaviour[] = [
  ...FOUND,
  ...CONDITIONAL,
  ...CODED,
  ...CODED_CONDITIONS,
  ...PREFLIGHTS,
];
