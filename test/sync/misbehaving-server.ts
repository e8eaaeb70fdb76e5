// A file server on loopback that behaves (ETag, Last-Modified, conditions, ranges) until a request is told to go wrong.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { gzipSync } from "node:zlib";

export interface ServedFile {
  readonly body: Buffer;
  readonly etag?: string;
  readonly lastModified?: string;
  readonly contentType?: string;
}

export type Mishap =
  /** All headers of a good answer, then so many bytes, then the connection is gone. */
  | { readonly kind: "cut"; readonly after: number }
  /** So many bytes, then silence. */
  | { readonly kind: "stall"; readonly after: number }
  /** Content-Length says so much less (or more) than there is. */
  | { readonly kind: "length"; readonly off: number }
  | { readonly kind: "status"; readonly status: number; readonly headers?: Record<string, string> }
  | { readonly kind: "redirect"; readonly to: string }
  /** Never ends: chunks as long as somebody listens. */
  | { readonly kind: "endless" }
  /** Gzip on the fly though nobody asked for it. */
  | { readonly kind: "coded" }
  /** No length and no chunks: over when the connection is. */
  | { readonly kind: "unframed" }
  | { readonly kind: "ignore-range" }
  /** A part is sent though the file is another one by now. */
  | { readonly kind: "ignore-if-range" }
  | { readonly kind: "web-page" };

export interface FileServer {
  readonly base: string;
  readonly files: Map<string, ServedFile>;
  /** Each is used by one request for its path, in order. */
  readonly mishaps: Map<string, Mishap[]>;
  /** Method-less log: path, the headers that matter, the status. */
  readonly log: string[];
  /** Bytes per chunk and pause between chunks, for tests that need time to interfere. */
  pace: { readonly bytes: number; readonly ms: number } | null;
  close(): Promise<void>;
}

const NOTED = ["range", "if-range", "if-none-match", "if-modified-since"];

export async function startFileServer(): Promise<FileServer> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((request, response) => void answer(request, response, state));
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.once("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const state: FileServer = {
    base: `http://127.0.0.1:${port}`,
    files: new Map(),
    mishaps: new Map(),
    log: [],
    pace: null,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return state;
}

async function answer(request: IncomingMessage, response: ServerResponse, state: FileServer): Promise<void> {
  const path = request.url ?? "/";
  const noted = NOTED.flatMap((name) =>
    request.headers[name] === undefined ? [] : [`${name}=${request.headers[name]}`],
  );
  response.once("finish", () => state.log.push([path, ...noted, response.statusCode].join(" ")));
  response.on("error", () => {});
  const mishap = state.mishaps.get(path)?.shift() ?? null;
  const file = state.files.get(path);
  if (mishap?.kind === "status")
    return void response.writeHead(mishap.status, mishap.headers ?? {}).end("<html>no</html>");
  if (mishap?.kind === "redirect") return void response.writeHead(302, { location: mishap.to }).end();
  if (mishap?.kind === "endless") return endless(response);
  if (mishap?.kind === "web-page")
    return void response
      .writeHead(200, { "content-type": "text/html; charset=utf-8" })
      .end("<!DOCTYPE html><title>Please log in</title>");
  if (file === undefined) return void response.writeHead(404).end("not found");
  if (isFresh(request, file)) return void response.writeHead(304, headersOf(file)).end();
  await sendFile(request, response, { file, mishap, state });
}

interface Sending {
  readonly file: ServedFile;
  readonly mishap: Mishap | null;
  readonly state: FileServer;
}

async function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  { file, mishap, state }: Sending,
): Promise<void> {
  const headers = headersOf(file);
  if (mishap?.kind === "coded") {
    const coded = gzipSync(file.body);
    response.writeHead(200, { ...headers, "content-encoding": "gzip", "content-length": coded.length });
    return void response.end(coded);
  }
  if (mishap?.kind === "unframed") {
    request.socket.write("HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n");
    request.socket.end(file.body);
    return;
  }
  const start = mishap?.kind === "ignore-range" ? null : rangeStart(request, file, mishap);
  if (start !== null && start >= file.body.length)
    return void response.writeHead(416, { "content-range": `bytes */${file.body.length}` }).end();
  const body = file.body.subarray(start ?? 0);
  const length = body.length + (mishap?.kind === "length" ? mishap.off : 0);
  const range = { "content-range": `bytes ${start}-${file.body.length - 1}/${file.body.length}` };
  response.writeHead(start === null ? 200 : 206, {
    ...headers,
    ...(start === null ? {} : range),
    "content-length": length,
  });
  if (mishap?.kind === "cut" || mishap?.kind === "stall") {
    response.write(body.subarray(0, mishap.after), () => {
      state.log.push(`${request.url} ${mishap.kind} after ${mishap.after} ${response.statusCode}`);
      // Late enough for a client to have taken what was sent, also on a busy machine.
      if (mishap.kind === "cut") setTimeout(() => request.socket.destroy(), 150);
    });
    return;
  }
  if (mishap?.kind === "length") {
    // Past node's own check of what was promised.
    response.flushHeaders();
    request.socket.end(body);
    return;
  }
  await sendPaced(response, body, state.pace);
}

async function sendPaced(response: ServerResponse, body: Buffer, pace: FileServer["pace"]): Promise<void> {
  if (pace === null) return void response.end(body);
  for (let at = 0; at < body.length && !response.destroyed; at += pace.bytes) {
    response.write(body.subarray(at, at + pace.bytes));
    await new Promise((resolve) => setTimeout(resolve, pace.ms));
  }
  response.end();
}

function endless(response: ServerResponse): void {
  response.writeHead(200, { "content-type": "text/csv" });
  const line = Buffer.alloc(1 << 16, "endless,line\n");
  const more = () => {
    while (!response.destroyed && response.write(line));
  };
  response.on("drain", more);
  more();
}

function headersOf(file: ServedFile): Record<string, string> {
  return {
    "content-type": file.contentType ?? "application/octet-stream",
    "accept-ranges": "bytes",
    ...(file.etag === undefined ? {} : { etag: file.etag }),
    ...(file.lastModified === undefined ? {} : { "last-modified": file.lastModified }),
  };
}

function isFresh({ headers }: IncomingMessage, { etag, lastModified }: ServedFile): boolean {
  if (headers["if-none-match"] !== undefined) return headers["if-none-match"] === etag;
  return headers["if-modified-since"] !== undefined && headers["if-modified-since"] === lastModified;
}

function rangeStart({ headers }: IncomingMessage, file: ServedFile, mishap: Mishap | null): number | null {
  const start = /^bytes=(\d+)-$/.exec(headers.range ?? "")?.[1];
  if (start === undefined) return null;
  const condition = headers["if-range"];
  const same = condition === undefined || condition === file.etag || condition === file.lastModified;
  return same || mishap?.kind === "ignore-if-range" ? Number(start) : null;
}
