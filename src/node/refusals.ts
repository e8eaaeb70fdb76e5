// What the HTTP layer itself refuses (400, 408, 414, 417, 431), answered with the same JSON and the same CORS
// headers as everything else instead of node:http's bare lines.
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { METHOD_NOT_ALLOWED, type Problem, TRANSPORT_PROBLEMS } from "../contract/problems.ts";
import { type ApiAnswer, headerPairs } from "../http/message.ts";
import { problem } from "../http/responses.ts";

export const MAX_HEADER_BYTES = 16 * 1024;
/** Below the header limit, so that a long target is told apart from large headers. */
export const MAX_TARGET_LENGTH = 8 * 1024;

const UNREAD = { method: "GET", target: "" } as const;
const BY_STATUS = new Map(TRANSPORT_PROBLEMS.map((entry) => [entry.status, entry]));

export function createRefusals(
  onAnswer?: (request: IncomingMessage, status: number, bytes: number, startedMs: number) => void,
) {
  const refuse = (request: IncomingMessage, response: ServerResponse, status: number) => {
    const answer = problem({ ...UNREAD, method: request.method ?? "GET" }, problemOf(status), "/");
    response.writeHead(answer.status, [...headerPairs(answer.headerLines).flat(), "Connection", "close"]);
    response.end(answer.body);
    onAnswer?.(request, status, 0, performance.now());
  };
  return {
    /** RFC 9112, 3.2: HTTP/1.1 without Host; node:http would refuse it with an empty body. */
    noHost: (request: IncomingMessage, response: ServerResponse) => refuse(request, response, 400),
    tooLong: (request: IncomingMessage, response: ServerResponse) => refuse(request, response, 414),
    expectation: (request: IncomingMessage, response: ServerResponse) => refuse(request, response, 417),
    clientError: (error: Error & { readonly code?: string }, socket: Duplex) => {
      if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
      // Answers to sound requests that came before on this connection leave at the end of this turn: they go first.
      setImmediate(() => socket.end(toBytes(problem(UNREAD, problemOf(statusOf(error.code)), "/"))));
    },
    /** Without a listener node:http hangs up on CONNECT; with one, the socket and its faults are ours. */
    tunnel: (_: IncomingMessage, socket: Duplex) => {
      socket.on("error", () => socket.destroy());
      socket.end(toBytes(problem(UNREAD, METHOD_NOT_ALLOWED, "/")));
    },
  };
}

function statusOf(code: string | undefined): number {
  if (code === "HPE_HEADER_OVERFLOW") return 431;
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return 408;
  return 400;
}

function problemOf(status: number): Problem {
  const found = BY_STATUS.get(status);
  if (found === undefined) throw new Error(`no problem is written for status ${status}`);
  return found;
}

/** The answer as it goes over a socket that has no ServerResponse. */
function toBytes(answer: ApiAnswer): string {
  const { status, headerLines, body } = answer;
  const opening = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nDate: ${new Date().toUTCString()}\r\nConnection: close\r\n`;
  return `${opening}${headerLines}\r\n${body}`;
}
