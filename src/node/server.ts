// The handler behind node:http. Thin on purpose: read three headers, hand over, send the answer.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { Handler } from "../http/handler.ts";
import type { ApiAnswer } from "../http/message.ts";
import { createRefusals, MAX_HEADER_BYTES, MAX_TARGET_LENGTH } from "./refusals.ts";
import { createBatchedSend } from "./send.ts";

export interface ServerSettings {
  readonly handler: Handler;
  /** Called once an answer is on its way; absent: no access log. */
  readonly onAnswer?: (request: IncomingMessage, status: number, bytes: number, startedMs: number) => void;
  readonly tls?: { readonly cert: Buffer; readonly key: Buffer };
  readonly headersTimeoutMs?: number;
  readonly idleTimeoutMs?: number;
}

const HEADERS_TIMEOUT_MS = 10_000;
/** Longer than the idle timeout of common load balancers (60 s), so that they close first. */
const IDLE_TIMEOUT_MS = 65_000;

export function createNodeServer(settings: ServerSettings): Server {
  const { handler, onAnswer } = settings;
  const headersTimeout = settings.headersTimeoutMs ?? HEADERS_TIMEOUT_MS;
  const options = {
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout,
    requestTimeout: headersTimeout * 3,
    connectionsCheckingInterval: Math.min(headersTimeout, 5_000),
    keepAliveTimeout: settings.idleTimeoutMs ?? IDLE_TIMEOUT_MS,
    noDelay: true,
    // Spares requests without a body the stream of one (Node 24 and newer; older ones do not know the option).
    optimizeEmptyRequests: true,
    requireHostHeader: false,
  };
  const refusals = createRefusals(onAnswer);
  const send = createBatchedSend(options.keepAliveTimeout);

  const reply = (
    request: IncomingMessage,
    response: ServerResponse,
    answer: ApiAnswer,
    startedMs: number,
  ) => {
    send(response, answer);
    if (onAnswer === undefined) return;
    response.once("finish", () => onAnswer(request, answer.status, bodyBytes(answer), startedMs));
  };

  const listener = (request: IncomingMessage, response: ServerResponse) => {
    const startedMs = onAnswer === undefined ? 0 : performance.now();
    const target = request.url ?? "/";
    if (target.length > MAX_TARGET_LENGTH) return refusals.tooLong(request, response);
    const { headers } = request;
    if (headers.host === undefined && request.httpVersion === "1.1")
      return refusals.noHost(request, response);
    const answer = handler({
      method: request.method ?? "GET",
      target,
      ifNoneMatch: headers["if-none-match"],
      ifModifiedSince: headers["if-modified-since"],
      acceptEncoding: headers["accept-encoding"] as string | undefined,
    });
    if (answer instanceof Promise) void answer.then((late) => reply(request, response, late, startedMs));
    else reply(request, response, answer, startedMs);
  };

  const server = settings.tls
    ? createTlsServer({ ...options, ...settings.tls }, listener)
    : createServer(options, listener);
  server.on("clientError", refusals.clientError);
  server.on("checkExpectation", refusals.expectation);
  server.on("connect", refusals.tunnel);
  return server;
}

function bodyBytes({ headerLines, body }: ApiAnswer): number {
  if (body === null) return 0;
  if (typeof body === "string" || body instanceof Uint8Array) return body.length;
  return Number(/^Content-Length: (\d+)/m.exec(headerLines)?.[1]);
}
