// Requests written byte by byte over connections that stay open (workerd does not close them when asked to), as many
// at a time as wanted.
import { connect, type Socket } from "node:net";
import type { HostAnswer } from "../http/host.ts";
import { requestText } from "../node/raw-http.ts";

export interface RawClient {
  readonly port: number;
  request(
    method: string,
    rawTarget: string,
    headers?: Readonly<Record<string, string>>,
    body?: string,
  ): Promise<HostAnswer>;
  close(): void;
}

/** Longer than the worker waits for its store. */
const PATIENCE_MS = 10_000;
const HEAD_END = "\r\n\r\n";
const BODILESS = new Set([204, 304]);

export function createRawClient(port: number): RawClient {
  const idle: Socket[] = [];
  const all = new Set<Socket>();
  const open = () => {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true });
    all.add(socket);
    socket.once("close", () => {
      all.delete(socket);
      if (idle.includes(socket)) idle.splice(idle.indexOf(socket), 1);
    });
    return socket;
  };
  return {
    port,
    async request(method, rawTarget, headers = {}, body) {
      const socket = idle.pop() ?? open();
      const text = requestText(method, rawTarget, { Connection: "keep-alive", ...headers }, body);
      const answer = await exchange(socket, text, method);
      idle.push(socket);
      return answer;
    },
    close() {
      for (const socket of all) socket.destroy();
    },
  };
}

function exchange(socket: Socket, text: string, method: string): Promise<HostAnswer> {
  return new Promise((resolve, reject) => {
    let received = Buffer.alloc(0);
    const settle = (finish: () => void) => {
      clearTimeout(timer);
      socket.removeAllListeners("data").removeAllListeners("error").removeAllListeners("end");
      finish();
    };
    const fail = (reason: string) => {
      socket.destroy();
      settle(() =>
        reject(new Error(`${reason} to ${text.slice(0, 80)}: ${received.toString("latin1").slice(0, 200)}`)),
      );
    };
    const timer = setTimeout(() => fail(`no whole answer within ${PATIENCE_MS} ms`), PATIENCE_MS);
    socket.on("data", (chunk) => {
      received = Buffer.concat([received, chunk]);
      const answer = parseWhole(received, method);
      if (answer !== null) settle(() => resolve(answer));
    });
    socket.on("error", (error) => fail(`broken off (${error.message})`));
    socket.on("end", () => fail("broken off"));
    socket.write(text, "latin1");
  });
}

/** Null until all of it is here. */
function parseWhole(received: Buffer, method: string): HostAnswer | null {
  const end = received.indexOf(HEAD_END);
  if (end < 0) return null;
  const [statusLine = "", ...lines] = received.subarray(0, end).toString("latin1").split("\r\n");
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(statusLine)?.[1]);
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  if (headers.some(([name]) => name === "transfer-encoding")) throw new Error(`chunked: ${lines.join(", ")}`);
  const announced = Number(headers.find(([name]) => name === "content-length")?.[1] ?? 0);
  const length = method === "HEAD" || BODILESS.has(status) ? 0 : announced;
  const body = received.subarray(end + HEAD_END.length);
  return body.length < length ? null : { status, headers, body: body.subarray(0, length) };
}
