// Answers to sockets, as cheaply as node:http allows: all answers of an event-loop turn leave in one batch, each as
// one latin1 string, head and body in a single write. bench/README.md says what each of these is worth.
import { type ServerResponse, STATUS_CODES } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ApiAnswer } from "../http/message.ts";

export type Send = (response: ServerResponse, answer: ApiAnswer) => void;

/**
 * What writeHead leaves behind: the head as text, sent with the first write. Not in Node's documents, but there since
 * its first releases and up to Node 26; where it is missing, writeHead itself is called.
 */
interface WithHead {
  _header?: string | null;
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
  const { body } = answer;
  if (typeof body === "string") writeText(response, answer, body, endOfHead);
  else if (body instanceof Uint8Array) writeText(response, answer, toLatin1(body), endOfHead);
  else {
    response.writeHead(answer.status, answer.headers as string[]);
    if (body === null) response.end();
    // A client that goes away in the middle of a download is no fault of ours.
    else pipeline(Readable.from(body), response).catch(() => response.destroy());
  }
}

function writeText(response: ServerResponse, answer: ApiAnswer, text: string, endOfHead: string): void {
  const { status, headers } = answer;
  if ((response as WithHead)._header === null && response.shouldKeepAlive) {
    response.statusCode = status;
    (response as WithHead)._header = headOf(status, headers) + endOfHead;
  } else response.writeHead(status, headers as string[]);
  const { socket } = response;
  // A pipelined answer has no socket before the one ahead of it is done.
  if (socket === null) response.end(text, "latin1");
  else {
    // end(text) alone makes two writes on older Nodes, the text and an empty string; this makes one everywhere.
    socket.cork();
    response.write(text, "latin1");
    socket.uncork();
    response.end();
  }
}

/**
 * The same head as writeHead makes, without its checks of each name and value. They are not needed here: values are
 * constants, or come from a manifest or a pack, whose writer refuses anything but printable ASCII.
 */
function headOf(status: number, headers: readonly string[]): string {
  let head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`;
  for (let at = 0; at < headers.length; at += 2) head += `${headers[at]}: ${headers[at + 1]}\r\n`;
  return head;
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
