// The load: keep-alive connections on loopback, one request in flight on each, bounded in count and time.
// The parser knows only what these servers send: a 200 with Content-Length.
import { connect, type Socket } from "node:net";

export interface Load {
  /** Sends `requests` requests, the next on whichever connection has its answer. */
  run(requests: number, nextPath: () => string): Promise<LoadResult>;
  close(): void;
}

export interface LoadResult {
  readonly seconds: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** No run takes a tenth of this; a server that hangs must not hang the benchmark. */
const TIMEOUT_MS = 60_000;

export async function openLoad(port: number, connections: number): Promise<Load> {
  const sockets = await Promise.all(Array.from({ length: connections }, () => openSocket(port)));
  return {
    run: (requests, nextPath) => run(sockets, requests, nextPath),
    close() {
      for (const socket of sockets) socket.destroy();
    },
  };
}

async function run(
  sockets: readonly Socket[],
  requests: number,
  nextPath: () => string,
): Promise<LoadResult> {
  const latencies = new Float64Array(requests);
  let sent = 0;
  let answered = 0;
  const started = performance.now();
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("the load did not end in time")), TIMEOUT_MS);
    for (const socket of sockets) {
      let asked = 0;
      const ask = () => {
        if (sent === requests) return;
        sent++;
        asked = performance.now();
        socket.write(requestFor(nextPath()), "latin1");
      };
      const onAnswer = () => {
        latencies[answered++] = performance.now() - asked;
        if (answered < requests) return ask();
        clearTimeout(timer);
        resolve();
      };
      socket.removeAllListeners("data").on("data", createParser(onAnswer, reject));
      socket.removeAllListeners("close").on("close", () => reject(new Error("a connection was closed")));
      ask();
    }
  });
  const seconds = (performance.now() - started) / 1000;
  latencies.sort();
  return { seconds, p50Ms: quantile(latencies, 0.5), p99Ms: quantile(latencies, 0.99) };
}

/** What curl sends, and the header every browser adds. */
export function requestFor(path: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: localhost\r\nUser-Agent: bench\r\nAccept: */*\r\nAccept-Encoding: gzip, br\r\n\r\n`;
}

function createParser(onAnswer: () => void, onError: (error: Error) => void): (chunk: Buffer) => void {
  let pending = "";
  return (chunk) => {
    const text = pending + chunk.toString("latin1");
    const headEnd = text.indexOf("\r\n\r\n");
    const length = /\r\ncontent-length: (\d+)/i.exec(text);
    const end = headEnd + 4 + Number(length?.[1]);
    if (headEnd < 0 || text.length < end) {
      pending = text;
      return;
    }
    pending = "";
    if (!text.startsWith("HTTP/1.1 200 ") || text.length !== end) {
      onError(new Error(`not what was expected:\n${text}`));
    } else onAnswer();
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
