// Every answer's status, headers and body: the one place that spells a header.
import { LICENCE_URL } from "../contract/endpoints.ts";
import { asciiJson, METHOD_NOT_ALLOWED, type Problem, problemBody } from "../contract/problems.ts";
import type { StoredAnswer } from "../snapshot/format.ts";
import type { Download } from "../store/store.ts";
import { acceptedCodings } from "./encoding.ts";
import { parseHttpDate } from "./http-date.ts";
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
const EVERYWHERE = lines({
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": EXPOSED,
  "Timing-Allow-Origin": "*",
  "X-Content-Type-Options": "nosniff",
});
const ON_FOUND = EVERYWHERE + lines({ "Cache-Control": CACHE_FOUND, Vary: "Accept-Encoding" });
const ON_PREFLIGHT =
  EVERYWHERE +
  lines({
    Allow: ALLOWED_METHODS,
    "Access-Control-Allow-Methods": ALLOWED_METHODS,
    "Access-Control-Allow-Headers": "If-None-Match, If-Modified-Since",
    "Access-Control-Max-Age": PREFLIGHT_SECONDS,
  });

type Headers = Readonly<Record<string, string>>;

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
  let headerLines = `${ON_FOUND}ETag: ${quoted}\r
Last-Modified: ${answer.lastModified}\r
Link: ${linkOf(answer)}\r
X-Snapshot: ${context.snapshot}\r
Server-Timing: ${serverTiming(context.storeMs)}\r
`;
  if (answer.canonical !== "") headerLines += `Content-Location: ${answer.canonical}\r\n`;
  if (isNotModified(request, quoted, answer.lastModified)) return { status: 304, headerLines, body: null };
  headerLines += `Content-Type: ${answer.contentType}\r\nContent-Length: ${body.length}\r\n`;
  if (coding !== "") headerLines += `Content-Encoding: ${coding}\r\n`;
  return { status: 200, headerLines, body: request.method === "HEAD" ? null : body };
}

export function download(request: ApiRequest, file: Download, context: Context): ApiAnswer {
  const quoted = `"${file.etag}"`;
  const validators = { ETag: quoted, "Last-Modified": file.lastModified };
  const always = { "Cache-Control": CACHE_FOUND, ...validators, Link: LINKS, "X-Snapshot": context.snapshot };
  const headerLines = EVERYWHERE + lines(always);
  if (isNotModified(request, quoted, file.lastModified)) return { status: 304, headerLines, body: null };
  return {
    status: 200,
    headerLines: headerLines + lines({ "Content-Type": file.contentType, "Content-Length": `${file.bytes}` }),
    body: request.method === "HEAD" ? null : file.open(),
  };
}

/** An answer made on the spot, such as /healthz: never cached, no validator. */
export function live(request: ApiRequest, value: unknown): ApiAnswer {
  return withBody(request, 200, JSON_TYPE, asciiJson(value), { "Cache-Control": CACHE_NEVER });
}

export function problem(
  request: ApiRequest,
  of: Problem,
  instance: string,
  more: ProblemExtras = {},
): ApiAnswer {
  const notFound = of.status === 404;
  const { context } = more;
  const headers = {
    "Cache-Control": notFound ? CACHE_NOT_FOUND : CACHE_NEVER,
    Link: LINKS,
    ...(of.status === 503 && { "Retry-After": RETRY_AFTER_SECONDS }),
    ...(of === METHOD_NOT_ALLOWED && { Allow: ALLOWED_METHODS }),
    ...(notFound && { Vary: "Accept-Encoding" }),
    ...(context && { "X-Snapshot": context.snapshot, "Server-Timing": serverTiming(context.storeMs) }),
  };
  return withBody(request, of.status, PROBLEM_TYPE, problemBody(of, instance, more.detail), headers);
}

interface ProblemExtras {
  readonly detail?: string;
  readonly context?: Context;
}

export function preflight(): ApiAnswer {
  return { status: 204, headerLines: ON_PREFLIGHT, body: null };
}

function withBody(
  request: ApiRequest,
  status: number,
  type: string,
  body: string,
  headers: Headers,
): ApiAnswer {
  const own = lines({ ...headers, "Content-Type": type, "Content-Length": `${body.length}` });
  return { status, headerLines: EVERYWHERE + own, body: request.method === "HEAD" ? null : body };
}

function lines(headers: Headers): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("");
}

function linkOf(answer: StoredAnswer): string {
  let links = answer.canonical === "" ? LINKS : `${LINKS}, <${answer.canonical}>; rel="canonical"`;
  for (const path of answer.related) links += `, <${path}>; rel="related"`;
  return links;
}

/** Lookups take microseconds, so nearly all of them are spelled here, once. */
const TIMINGS = Array.from({ length: 256 }, (_, microseconds) => timing(microseconds / 1000));

function serverTiming(storeMs: number): string {
  return TIMINGS[Math.round(storeMs * 1000)] ?? timing(storeMs);
}

function timing(ms: number): string {
  return `store;dur=${ms.toFixed(3)}`;
}

/** RFC 9110, 13.2.2: If-None-Match decides alone where it is sent; If-Modified-Since only otherwise. */
function isNotModified(request: ApiRequest, etag: string, lastModified: string): boolean {
  const { ifNoneMatch, ifModifiedSince } = request;
  if (ifNoneMatch !== undefined) {
    if (ifNoneMatch === etag || ifNoneMatch.trim() === "*") return true;
    return ifNoneMatch.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
  }
  if (ifModifiedSince === undefined) return false;
  if (ifModifiedSince === lastModified) return true;
  const since = parseHttpDate(ifModifiedSince);
  return since !== null && Date.parse(lastModified) <= since;
}
