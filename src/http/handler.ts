// The whole path of a request: method, route, keys, one lookup, conditional, answer. Pure but for the store; the
// same on every host. Answers at once where the store does, and with a promise only where the store needs one.
import { type Endpoint, notFoundSlug } from "../contract/endpoints.ts";
import {
  INTERNAL_ERROR,
  METHOD_NOT_ALLOWED,
  NOT_FOUND_PROBLEMS,
  PATH_NOT_FOUND,
  type Problem,
  STORE_UNAVAILABLE,
} from "../contract/problems.ts";
import { pageKey, type StoredAnswer } from "../snapshot/format.ts";
import { type Snapshot, type SnapshotSource, StoreError } from "../store/store.ts";
import { health, troubledStatus } from "./health.ts";
import type { ApiAnswer, ApiRequest, ReportFault } from "./message.ts";
import { download, found, preflight, problem } from "./responses.ts";
import { pathOf, type Route, routeOf } from "./routes.ts";

export type Handler = (request: ApiRequest) => ApiAnswer | Promise<ApiAnswer>;

export interface HandlerOptions {
  readonly source: SnapshotSource;
  readonly report: ReportFault;
  /** Milliseconds, for Server-Timing only. */
  readonly now: () => number;
}

const DOWNLOADS = "/data/";
const HEALTH = "/healthz";
const STATUS = "/status";
const SHOWN_CHARACTERS = 64;
const MAX_INSTANCE = 256;
const NOT_FOUND = new Map<string, Problem>(NOT_FOUND_PROBLEMS.map((entry) => [entry.slug, entry]));

export function createHandler(options: HandlerOptions): Handler {
  const { source, report, now } = options;

  const fail = (request: ApiRequest, path: string, error: unknown): ApiAnswer => {
    report(error as Error, request);
    return problem(
      request,
      error instanceof StoreError ? STORE_UNAVAILABLE : INTERNAL_ERROR,
      instanceOf(path),
    );
  };

  const respond = (
    request: ApiRequest,
    path: string,
    route: Route,
    answer: StoredAnswer | null,
    snapshot: string,
    started: number,
  ): ApiAnswer => {
    const troubled = path === STATUS && answer !== null ? troubledStatus(request, answer, source) : null;
    return troubled ?? toAnswer(request, path, route, answer, { snapshot, storeMs: now() - started });
  };

  const answerFrom = (
    request: ApiRequest,
    path: string,
    snapshot: Snapshot,
    started: number,
  ): ApiAnswer | Promise<ApiAnswer> => {
    if (path === HEALTH) return health(request, snapshot.id, source);
    if (path.startsWith(DOWNLOADS) && path.length > DOWNLOADS.length) {
      return answerDownload(request, path, snapshot, fail);
    }
    const route = routeOf(path);
    const keys = route.kind === "record" ? route.keys : [pageKey(path)];
    const answer = keys.length === 0 ? null : snapshot.find(keys);
    if (answer instanceof Promise) {
      return answer
        .then((late) => respond(request, path, route, late, snapshot.id, started))
        .catch((error) => fail(request, path, error));
    }
    return respond(request, path, route, answer, snapshot.id, started);
  };

  return (request) => {
    const path = pathOf(request.target);
    try {
      const { method } = request;
      if (method === "OPTIONS") return preflight();
      if (method !== "GET" && method !== "HEAD")
        return problem(request, METHOD_NOT_ALLOWED, instanceOf(path));
      const started = now();
      const snapshot = source.current();
      if (snapshot instanceof Promise) {
        return snapshot
          .then((known) => answerFrom(request, path, known, started))
          .catch((error) => fail(request, path, error));
      }
      return answerFrom(request, path, snapshot, started);
    } catch (error) {
      return fail(request, path, error);
    }
  };
}

function toAnswer(
  request: ApiRequest,
  path: string,
  route: Route,
  answer: StoredAnswer | null,
  context: { readonly snapshot: string; readonly storeMs: number },
): ApiAnswer {
  if (answer !== null) return found(request, answer, context);
  if (route.kind === "page") return problem(request, PATH_NOT_FOUND, instanceOf(path), { context });
  const { endpoint, parameter } = route;
  const detail = `No ${endpoint.noun} has the ${endpoint.knownBy} '${shown(parameter)}'.`;
  return problem(request, notFoundProblem(endpoint), instanceOf(path), { detail, context });
}

async function answerDownload(
  request: ApiRequest,
  path: string,
  snapshot: Snapshot,
  fail: (request: ApiRequest, path: string, error: unknown) => ApiAnswer,
): Promise<ApiAnswer> {
  try {
    const context = { snapshot: snapshot.id, storeMs: 0 };
    const file = await snapshot.download(path.slice(DOWNLOADS.length));
    return file === null
      ? problem(request, PATH_NOT_FOUND, instanceOf(path), { context })
      : download(request, file, context);
  } catch (error) {
    return fail(request, path, error);
  }
}

function notFoundProblem(endpoint: Endpoint): Problem {
  return NOT_FOUND.get(notFoundSlug(endpoint)) ?? PATH_NOT_FOUND;
}

/** What was asked for, readable and short; the body escapes whatever is not plain. */
function shown(parameter: string): string {
  let text = parameter;
  try {
    text = decodeURIComponent(parameter);
  } catch {
    // Shown as it came.
  }
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
}

/**
 * The path as a URI reference: what cannot stand in one is percent-encoded, a stray percent sign included. A path
 * that begins with two slashes would name a host (RFC 3986, 3.3), so it gets a dot segment. Hosts pass targets in ASCII.
 */
function instanceOf(path: string): string {
  const relative = path.startsWith("//") ? `/.${path}` : path || "/";
  return relative
    .slice(0, MAX_INSTANCE)
    .replace(/%(?![0-9A-Fa-f]{2})|[^\x21-\x7e]|["#<>[\\\]^`{|}]/g, (character) => `%${hex(character)}`);
}

function hex(character: string): string {
  return (character.charCodeAt(0) & 255).toString(16).toUpperCase().padStart(2, "0");
}
