// The load: keep-alive connections on loopback, one request in flight on each, bounded in count and time.
// The parser knows only what these servers send: a 200 with Content-Length.
import { connect, type Socket } from "node:net";
import { createRandom } from "./random.ts";

export interface LoadOptions {
  readonly port: number;
  readonly paths: readonly string[];
  readonly connections: number;
  readonly requests: number;
  readonly seed: number;
}

export interface LoadResult {
  readonly seconds: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** No run takes a tenth of this; a server that hangs must not hang the benchmark. */
const TIMEOUT_MS = 60_000;

export async function runLoad(options: LoadOptions): Promise<LoadResult> {
  const { port, paths, requests } = options;
  const random = createRandom(options.seed);
  const latencies = new Float64Array(requests);
  const sockets = await Promise.all(
    Array.from({ length: Math.min(options.connections, requests) }, () => openSocket(port)),
  );
  let sent = 0;
  let answered = 0;
  const started = performance.now();
  try {
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error("the load did not end in time")), TIMEOUT_MS);
      for (const socket of sockets) {
        let asked = 0;
        const ask = () => {
          if (sent === requests) return;
          sent++;
          asked = performance.now();
          socket.write(requestFor(paths[random(paths.length)] as string), "latin1");
        };
        const onAnswer = () => {
          latencies[answered++] = performance.now() - asked;
          if (answered === requests) {
            clearTimeout(timer);
            resolve();
          } else ask();
        };
        socket.on("data", createParser(onAnswer));
        socket.on("error", reject);
        socket.on("close", () => reject(new Error("the server closed a connection")));
        ask();
      }
    });
  } finally {
    for (const socket of sockets) socket.removeAllListeners("close").destroy();
  }
  const seconds = (performance.now() - started) / 1000;
  latencies.sort();
  return { seconds, p50Ms: quantile(latencies, 0.5), p99Ms: quantile(latencies, 0.99) };
}

/** What curl sends, and the header every browser adds. */
export function requestFor(path: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: localhost\r\nUser-Agent: bench\r\nAccept: */*\r\nAccept-Encoding: gzip, br\r\n\r\n`;
}

function createParser(onAnswer: () => void): (chunk: Buffer) => void {
  let pending: Buffer = Buffer.alloc(0);
  return (chunk) => {
    pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
    const text = pending.toString("latin1");
    const headEnd = text.indexOf("\r\n\r\n");
    if (headEnd < 0) return;
    if (!text.startsWith("HTTP/1.1 200 ")) throw new Error(`not a 200: ${text.slice(0, headEnd)}`);
    const length = /\r\ncontent-length: (\d+)/i.exec(text);
    if (length === null) throw new Error(`no Content-Length: ${text.slice(0, headEnd)}`);
    const end = headEnd + 4 + Number(length[1]);
    if (text.length < end) return;
    if (text.length > end) throw new Error("more bytes than the answer announced");
    pending = Buffer.alloc(0);
    onAnswer();
  };
}

function openSocket(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true }, () => resolve(socket));
    socket.once("error", reject);
  });
}

function quantile(sorted: Float64Array, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
