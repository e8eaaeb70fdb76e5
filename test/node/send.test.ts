// What src/node/send.ts does, shown case by case.
import { createServer, type RequestListener, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ApiAnswer, headerPairs } from "../../src/http/message.ts";
import { createBatchedSend } from "../../src/node/send.ts";
import { collect, exchange } from "./raw-http.ts";

const KEEP_ALIVE_MS = 65_000;
const LARGE = "é".repeat(200_000);

function withBody(status: number, body: string | Uint8Array): ApiAnswer {
  return { status, headerLines: `Vary: Accept-Encoding\r\nContent-Length: ${body.length}\r\n`, body };
}

async function* chunks() {
  yield Buffer.from("first ");
  yield Buffer.from("second");
}

const ANSWERS: Readonly<Record<string, ApiAnswer>> = {
  "/text": withBody(200, '{"success":true}'),
  "/bytes": withBody(200, Buffer.from("Zürich 東京")),
  "/plain-bytes": withBody(200, new TextEncoder().encode("Zürich")),
  "/empty": withBody(200, ""),
  "/large": withBody(200, Buffer.from(LARGE)),
  "/missing": withBody(404, '{"status":404}'),
  "/unavailable": withBody(503, '{"status":503}'),
  "/not-modified": { status: 304, headerLines: 'ETag: "1"\r\n', body: null },
  "/preflight": { status: 204, headerLines: "Allow: GET, HEAD, OPTIONS\r\n", body: null },
  "/head": { status: 200, headerLines: "Content-Length: 16\r\n", body: null },
  "/stream": { status: 200, headerLines: "Content-Length: 12\r\n", body: chunks() },
};
const PATHS = Object.keys(ANSWERS).filter((path) => path !== "/stream");

const send = createBatchedSend(KEEP_ALIVE_MS);
const answerTo = (path: string | undefined) => ANSWERS[path ?? ""] ?? withBody(404, "");
const ours = listening((request, response) => send(response, answerTo(request.url)));
/** What node:http makes of the same answers, left to itself. */
const plain = listening((request, response) => {
  const { status, headerLines, body } = answerTo(request.url);
  response.writeHead(status, headerPairs(headerLines).flat());
  response.end(body);
});

function listening(listener: RequestListener): () => number {
  let server: Server;
  beforeAll(async () => {
    server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, listener);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return () => (server.address() as AddressInfo).port;
}

function requestTo(path: string, connection: string, version = "1.1"): string {
  const method = path === "/head" ? "HEAD" : "GET";
  return `${method} ${path} HTTP/${version}\r\nHost: localhost\r\nConnection: ${connection}\r\n\r\n`;
}

/** Everything said on one connection; the date apart, which is only of the same form. */
async function said(port: number, requests: string): Promise<string> {
  return (await exchange(port, requests)).replace(/Date: \w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT/g, "Date");
}

describe("an answer", () => {
  it.each(PATHS)(
    "to %s is byte for byte what node:http would send on a connection that stays open",
    async (path) => {
      const requests = requestTo(path, "keep-alive") + requestTo("/text", "close");
      const expected = await said(plain(), requests);
      expect(expected).toContain("Connection: keep-alive\r\nKeep-Alive: timeout=65\r\n");
      expect(await said(ours(), requests)).toBe(expected);
    },
  );

  it.each(PATHS)("to %s is the same on a connection that is to be closed", async (path) => {
    const request = requestTo(path, "close");
    expect(await said(ours(), request)).toBe(await said(plain(), request));
  });

  it.each(["keep-alive", "close"])("is the same to HTTP/1.0 with Connection: %s", async (connection) => {
    for (const path of ["/text", "/not-modified"]) {
      const requests =
        requestTo(path, connection, "1.0") + (connection === "close" ? "" : requestTo("/text", "close"));
      expect(await said(ours(), requests)).toBe(await said(plain(), requests));
    }
  });

  it("waits for its turn where requests come before the answers", async () => {
    const paths = ["/large", "/text", "/not-modified", "/bytes", "/missing"];
    const requests =
      paths.map((path) => requestTo(path, "keep-alive")).join("") + requestTo("/empty", "close");
    expect(await said(ours(), requests)).toBe(await said(plain(), requests));
  });

  it("is streamed where its body is", async () => {
    expect(await said(ours(), requestTo("/stream", "close"))).toMatch(/\r\n\r\nfirst second$/);
  });

  it("to a client that went away harms nobody", async () => {
    const gone = connect(ours(), "127.0.0.1", () => {
      gone.write(requestTo("/large", "keep-alive").repeat(3), () => gone.destroy());
    });
    await collect(gone).catch(() => "");
    expect(await said(ours(), requestTo("/text", "close"))).toContain('{"success":true}');
  });

  it("carries the date of the second it is sent in", async () => {
    const dateOf = async () =>
      Date.parse(/Date: (.*)\r/.exec(await exchange(ours(), requestsForDate))?.[1] ?? "");
    const requestsForDate = requestTo("/text", "keep-alive") + requestTo("/text", "close");
    const before = Math.floor(Date.now() / 1000) * 1000;
    const first = await dateOf();
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    expect(first).toBeGreaterThanOrEqual(before);
    expect(await dateOf()).toBeGreaterThan(first);
  });
});
