// Requests written to a socket byte by byte, for what no HTTP client would send, and answers read back the same way.
import { connect, type Socket } from "node:net";
import type { Host, HostAnswer } from "../http/host.ts";

/** Longer than any answer takes here; a socket that says nothing by then has failed. */
const PATIENCE_MS = 5_000;
const HEAD_END = "\r\n\r\n";

/** Sends `text` (one byte a character) and gives everything the server says until it closes the connection. */
export function exchange(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1" }, () => socket.write(text, "latin1"));
    collect(socket).then(resolve, reject);
  });
}

/** Everything a socket receives until it ends. */
export function collect(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const said = () => Buffer.concat(chunks).toString("latin1");
    socket.setTimeout(PATIENCE_MS, () => {
      socket.destroy();
      reject(new Error(`no answer within ${PATIENCE_MS} ms; so far: ${said().slice(0, 200)}`));
    });
    socket.on("data", (chunk) => chunks.push(chunk));
    socket.on("end", () => resolve(said()));
    // A server that refuses may close while we still write: what it said before counts.
    socket.on("error", (error) => (chunks.length > 0 ? resolve(said()) : reject(error)));
    socket.on("close", () => resolve(said()));
  });
}

/** Takes received bytes apart into answers, by their Content-Length; `headMethods` tells which have no body. */
export function parseAnswers(received: string, methods: readonly string[]): HostAnswer[] {
  const answers: HostAnswer[] = [];
  let rest = received;
  for (const method of methods) {
    if (rest === "") break;
    const end = rest.indexOf(HEAD_END);
    if (end < 0) throw new Error(`not an HTTP answer: ${rest.slice(0, 200)}`);
    const [statusLine = "", ...lines] = rest.slice(0, end).split("\r\n");
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(statusLine)?.[1]);
    const headers = lines.map((line): [string, string] => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    });
    const length = Number(headers.find(([name]) => name === "content-length")?.[1] ?? 0);
    const bodyAt = end + HEAD_END.length;
    const bodyEnd = bodyAt + (method === "HEAD" ? 0 : length);
    answers.push({ status, headers, body: Buffer.from(rest.slice(bodyAt, bodyEnd), "latin1") });
    rest = rest.slice(bodyEnd);
  }
  if (rest !== "") throw new Error(`more was sent than the answers announce: ${rest.slice(0, 200)}`);
  return answers;
}

export function requestText(
  method: string,
  rawTarget: string,
  headers: Readonly<Record<string, string>> = {},
  body?: string,
): string {
  const lines = Object.entries({ Host: "localhost", Connection: "close", ...headers });
  if (body !== undefined) lines.push(["Content-Length", `${Buffer.byteLength(body)}`]);
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  return `${method} ${rawTarget} HTTP/1.1\r\n${head}\r\n${body ?? ""}`;
}

/** One request on a connection of its own. */
export async function rawRequest(
  port: number,
  method: string,
  rawTarget: string,
  headers: Readonly<Record<string, string>> = {},
  body?: string,
): Promise<HostAnswer> {
  const received = await exchange(port, requestText(method, rawTarget, headers, body));
  const [answer] = parseAnswers(received, [method]);
  if (answer === undefined) throw new Error(`nothing was answered to ${method} ${rawTarget.slice(0, 80)}`);
  return answer;
}

export function nodeHost(port: () => number): Host {
  return {
    name: "node:http",
    normalisesTargets: false,
    request: (method, rawTarget, headers, body) => rawRequest(port(), method, rawTarget, headers, body),
  };
}
