// Every answer's status, headers and body: the one place that spells a header.
import { LICENCE_URL } from "../contract/endpoints.ts";
import { asciiJson, METHOD_NOT_ALLOWED, type Problem, problemBody } from "../contract/problems.ts";
import type { StoredAnswer } from "../snapshot/format.ts";
import type { Download } from "../store/store.ts";
import { acceptedCodings } from "./encoding.ts";
import type { ApiAnswer, ApiRequest } from "./message.ts";

const CACHE_FOUND = "public, max-age=60, s-maxage=300, stale-while-revalidate=86400, stale-if-error=604800";
const CACHE_NOT_FOUND = "public, max-age=60";
const CACHE_NEVER = "no-store";
/** Long enough for a store to reconnect, short enough for a person to wait. */
const RETRY_AFTER_SECONDS = "5";
const ALLOWED_METHODS = "GET, HEAD, OPTIONS";
const PREFLIGHT_SECONDS = "86400";
const LINKS = `<${LICENCE_URL}>; rel="license", </openapi.json>; rel="service-desc"`;
const EXPOSED =
  "ETag, Last-Modified, Content-Location, Link, X-Snapshot, Server-Timing, Retry-After, Content-Length, Content-Encoding";

export const PROBLEM_TYPE = "application/problem+json";
export const JSON_TYPE = "application/json";

/** On every answer, whatever its status. */
const EVERYWHERE = [
  "Access-Control-Allow-Origin",
  "*",
  "Access-Control-Expose-Headers",
  EXPOSED,
  "Timing-Allow-Origin",
  "*",
  "X-Content-Type-Options",
  "nosniff",
] as const;

interface Context {
  readonly snapshot: string;
  /** Milliseconds spent in the store. */
  readonly storeMs: number;
}

export function found(request: ApiRequest, answer: StoredAnswer, context: Context): ApiAnswer {
  let { etag, identity: body } = answer;
  let coding = "";
  if (answer.brotli !== null || answer.gzip !== null) {
    const accepted = acceptedCodings(request.acceptEncoding);
    if (accepted.brotli && answer.brotli !== null) {
      body = answer.brotli;
      coding = "br";
    } else if (accepted.gzip && answer.gzip !== null) {
      body = answer.gzip;
      coding = "gzip";
    }
    // A strong tag names bytes, so each coding has its own.
    if (coding !== "") etag += `-${coding}`;
  }
  const quoted = `"${etag}"`;
  const headers = [
    ...EVERYWHERE,
    "Cache-Control",
    CACHE_FOUND,
    "Vary",
    "Accept-Encoding",
    "ETag",
    quoted,
    "Last-Modified",
    answer.lastModified,
    "Link",
    linkOf(answer),
    "X-Snapshot",
    context.snapshot,
    "Server-Timing",
    serverTiming(context.storeMs),
  ];
  if (answer.canonical !== "") headers.push("Content-Location", answer.canonical);
  if (isNotModified(request, quoted, answer.lastModified)) return { status: 304, headers, body: null };
  headers.push("Content-Type", answer.contentType, "Content-Length", `${body.length}`);
  if (coding !== "") headers.push("Content-Encoding", coding);
  return { status: 200, headers, body: request.method === "HEAD" ? null : body };
}

export function download(request: ApiRequest, file: Download, context: Context): ApiAnswer {
  const quoted = `"${file.etag}"`;
  const headers = [
    ...EVERYWHERE,
    "Cache-Control",
    CACHE_FOUND,
    "ETag",
    quoted,
    "Last-Modified",
    file.lastModified,
    "Link",
    LINKS,
    "X-Snapshot",
    context.snapshot,
  ];
  if (isNotModified(request, quoted, file.lastModified)) return { status: 304, headers, body: null };
  headers.push("Content-Type", file.contentType, "Content-Length", `${file.bytes}`);
  return { status: 200, headers, body: request.method === "HEAD" ? null : file.open() };
}

/** An answer made on the spot, such as /healthz: never cached, no validator. */
export function live(request: ApiRequest, value: unknown): ApiAnswer {
  return withBody(request, 200, JSON_TYPE, asciiJson(value), ["Cache-Control", CACHE_NEVER]);
}

export function problem(
  request: ApiRequest,
  of: Problem,
  instance: string,
  more: ProblemExtras = {},
): ApiAnswer {
  const cache = of.status === 404 ? CACHE_NOT_FOUND : CACHE_NEVER;
  const headers = ["Cache-Control", cache, "Link", LINKS];
  if (of.status === 503) headers.push("Retry-After", RETRY_AFTER_SECONDS);
  if (of === METHOD_NOT_ALLOWED) headers.push("Allow", ALLOWED_METHODS);
  if (of.status === 404) headers.push("Vary", "Accept-Encoding");
  if (more.context !== undefined) {
    headers.push("X-Snapshot", more.context.snapshot, "Server-Timing", serverTiming(more.context.storeMs));
  }
  return withBody(request, of.status, PROBLEM_TYPE, problemBody(of, instance, more.detail), headers);
}

interface ProblemExtras {
  readonly detail?: string;
  readonly context?: Context;
}

export function preflight(): ApiAnswer {
  return {
    status: 204,
    headers: [
      ...EVERYWHERE,
      "Allow",
      ALLOWED_METHODS,
      "Access-Control-Allow-Methods",
      ALLOWED_METHODS,
      "Access-Control-Allow-Headers",
      "If-None-Match, If-Modified-Since",
      "Access-Control-Max-Age",
      PREFLIGHT_SECONDS,
    ],
    body: null,
  };
}

function withBody(
  request: ApiRequest,
  status: number,
  type: string,
  body: string,
  more: readonly string[],
): ApiAnswer {
  const headers = [...EVERYWHERE, ...more, "Content-Type", type, "Content-Length", `${body.length}`];
  return { status, headers, body: request.method === "HEAD" ? null : body };
}

function linkOf(answer: StoredAnswer): string {
  let links = answer.canonical === "" ? LINKS : `${LINKS}, <${answer.canonical}>; rel="canonical"`;
  for (const path of answer.related) links += `, <${path}>; rel="related"`;
  return links;
}

function serverTiming(storeMs: number): string {
  return `store;dur=${storeMs.toFixed(3)}`;
}

/** RFC 9110, 13.2.2: If-None-Match decides alone where it is sent; If-Modified-Since only otherwise. */
function isNotModified(request: ApiRequest, etag: string, lastModified: string): boolean {
  const { ifNoneMatch, ifModifiedSince } = request;
  if (ifNoneMatch !== undefined) {
    if (ifNoneMatch === etag || ifNoneMatch.trim() === "*") return true;
    return ifNoneMatch.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
  }
  if (ifModifiedSince === undefined) return false;
  return ifModifiedSince === lastModified || Date.parse(lastModified) <= Date.parse(ifModifiedSince);
}
