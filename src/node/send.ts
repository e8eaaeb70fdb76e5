// Answers to sockets, as cheaply as node:http allows: all answers of an event-loop turn leave in one batch, each as
// one latin1 string, head and body in a single write. bench/README.md says what each of these is worth.
import { type ServerResponse, STATUS_CODES } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type ApiAnswer, headerPairs } from "../http/message.ts";

export type Send = (response: ServerResponse, answer: ApiAnswer) => void;

/**
 * What writeHead leaves behind for the first write: the head as text. It takes it to pieces and checks each of them,
 * which is an eighth of a request; ours is ready, made of constants and of what the pack's writer found to be
 * printable ASCII. Not in Node's documents, though there since its first releases and in Node 26 still.
 */
interface HeadAsText {
  _header: string | null;
}

/** Where this is false, among them HTTP/1.0 and connections that are to be closed, writeHead is called. */
function takesHeadAsText(response: ServerResponse): response is ServerResponse & HeadAsText {
  return (
    (response as Partial<HeadAsText>)._header === null &&
    response.shouldKeepAlive &&
    response.req.httpVersion === "1.1"
  );
}

export function createBatchedSend(keepAliveMs: number): Send {
  let responses: ServerResponse[] = [];
  let answers: ApiAnswer[] = [];
  const endOfHead = createEndOfHead(keepAliveMs);
  const flush = () => {
    const [batch, batchAnswers] = [responses, answers];
    responses = [];
    answers = [];
    const end = endOfHead(Date.now());
    for (let at = 0; at < batch.length; at++)
      write(batch[at] as ServerResponse, batchAnswers[at] as ApiAnswer, end);
  };
  return (response, answer) => {
    if (responses.length === 0) setImmediate(flush);
    responses.push(response);
    answers.push(answer);
  };
}

function write(response: ServerResponse, answer: ApiAnswer, endOfHead: string): void {
  const { status, headerLines, body } = answer;
  if (body !== null && typeof body === "object" && !(body instanceof Uint8Array)) {
    const start = () => {
      response.writeHead(status, headerPairs(headerLines).flat());
      // A client that goes away in the middle of a download is no fault of ours.
      pipeline(Readable.from(body), response).catch(() => response.destroy());
    };
    // A pipelined answer begins when it is its turn: one that never comes must not hold a file open for good.
    if (response.socket === null) response.once("socket", start);
    else start();
    return;
  }
  if (takesHeadAsText(response)) {
    response.statusCode = status;
    response._header = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headerLines}${endOfHead}`;
  } else response.writeHead(status, headerPairs(headerLines).flat());
  if (body === null) response.end();
  else writeBody(response, typeof body === "string" ? body : toLatin1(body));
}

/** A pipelined answer has no socket before the one ahead of it is done. */
function writeBody(response: ServerResponse, text: string): void {
  const { socket } = response;
  if (socket === null) {
    response.end(text, "latin1");
    return;
  }
  // end(text) alone makes two writes on older Nodes, the text and an empty string; this makes one on all.
  socket.cork();
  response.write(text, "latin1");
  socket.uncork();
  response.end();
}

/** The headers node:http adds to an answer on a connection that stays open, made once a second. */
function createEndOfHead(keepAliveMs: number): (nowMs: number) => string {
  const keepAlive = keepAliveMs > 0 ? `Keep-Alive: timeout=${Math.floor(keepAliveMs / 1000)}\r\n` : "";
  let madeFor = -1;
  let text = "";
  return (nowMs) => {
    const second = Math.floor(nowMs / 1000);
    if (second !== madeFor) {
      madeFor = second;
      text = `Date: ${new Date(nowMs).toUTCString()}\r\nConnection: keep-alive\r\n${keepAlive}\r\n`;
    }
    return text;
  };
}

// toString("latin1") without its argument checks; missing from Node's published types.
const { latin1Slice } = Buffer.prototype as unknown as {
  latin1Slice(this: Uint8Array, start: number, end: number): string;
};

function toLatin1(body: Uint8Array): string {
  return latin1Slice.call(body, 0, body.length);
}
