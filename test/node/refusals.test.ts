// What the HTTP layer itself refuses, over raw sockets: the same JSON and the same CORS headers as every other error.
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MAX_HEADER_BYTES, MAX_TARGET_LENGTH } from "../../src/node/refusals.ts";
import { type FolderSource, openSnapshotFolder } from "../../src/store/pack-file-store.ts";
import { validateAnswer, validateHeaders } from "../contract/openapi-validator.ts";
import { buildFixtureSnapshot, temporaryFolder } from "../fixtures/fixture-snapshot.ts";
import { type HostAnswer, headerOf, plainBody } from "../http/host.ts";
import { collect, exchange, parseAnswers, rawRequest, requestText } from "./raw-http.ts";
import { type Serving, serveOn } from "./serving.ts";

const HEADERS_TIMEOUT_MS = 600;
const DELTA = "/api/v1/airlines/DL";

const folder = temporaryFolder();
let source: FolderSource;
let serving: Serving;

beforeAll(async () => {
  const { data } = await buildFixtureSnapshot(folder.path);
  source = openSnapshotFolder(data, { pollMs: 0 });
  serving = await serveOn(source, { headersTimeoutMs: HEADERS_TIMEOUT_MS });
});

afterAll(async () => {
  await serving.stop();
  source.close();
  folder.remove();
});

interface Refusal {
  readonly says: string;
  readonly sent: string;
  readonly status: number;
  readonly code: string;
}

const LONG_TARGET = `/api/v1/airlines/${"x".repeat(MAX_TARGET_LENGTH)}`;

const REFUSALS: readonly Refusal[] = [
  {
    says: "bytes that are no request",
    sent: "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\r\n\r\n",
    status: 400,
    code: "bad_request",
  },
  { says: "an unknown method", sent: requestText("BREW", DELTA), status: 400, code: "bad_request" },
  { says: "a request line cut short", sent: "GET\r\n\r\n", status: 400, code: "bad_request" },
  {
    says: "another protocol version",
    sent: `GET ${DELTA} HTTP/9.9\r\n\r\n`,
    status: 400,
    code: "bad_request",
  },
  { says: "HTTP/2 without TLS", sent: "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", status: 400, code: "bad_request" },
  {
    says: "a header without a colon",
    sent: requestText("GET", DELTA, { "X-A": "1\r\nnonsense" }),
    status: 400,
    code: "bad_request",
  },
  {
    says: "a control character in a header",
    sent: requestText("GET", DELTA, { "X-A": "a\x01b" }),
    status: 400,
    code: "bad_request",
  },
  {
    says: "a space in the target",
    sent: requestText("GET", "/api/v1/airlines/D L"),
    status: 400,
    code: "bad_request",
  },
  {
    says: "a raw NUL in the target",
    sent: requestText("GET", "/api/v1/airlines/D\x00L"),
    status: 400,
    code: "bad_request",
  },
  {
    says: "raw bytes beyond ASCII in the target",
    sent: requestText("GET", "/api/v1/airlines/\xc3\xa5"),
    status: 400,
    code: "bad_request",
  },
  {
    says: "HTTP/1.1 without a Host header",
    sent: `GET ${DELTA} HTTP/1.1\r\n\r\n`,
    status: 400,
    code: "bad_request",
  },
  {
    says: "two lengths for one body",
    sent: requestText("POST", DELTA, { "Content-Length": "1\r\nContent-Length: 2" }),
    status: 400,
    code: "bad_request",
  },
  {
    says: "a length and chunks at once",
    sent: requestText("POST", DELTA, { "Content-Length": "3", "Transfer-Encoding": "chunked" }),
    status: 400,
    code: "bad_request",
  },
  {
    says: "a target that is too long",
    sent: requestText("GET", LONG_TARGET),
    status: 414,
    code: "uri_too_long",
  },
  {
    says: "a query that is too long",
    sent: requestText("GET", `${DELTA}?${"q".repeat(MAX_TARGET_LENGTH)}`),
    status: 414,
    code: "uri_too_long",
  },
  {
    says: "a long target with another method",
    sent: requestText("DELETE", LONG_TARGET),
    status: 414,
    code: "uri_too_long",
  },
  {
    says: "an expectation nobody can meet",
    sent: requestText("GET", DELTA, { Expect: "a-miracle" }),
    status: 417,
    code: "expectation_failed",
  },
  {
    says: "headers that are too large",
    sent: requestText("GET", DELTA, { Cookie: "c".repeat(MAX_HEADER_BYTES) }),
    status: 431,
    code: "header_fields_too_large",
  },
  {
    says: "many headers that are too large together",
    sent: requestText(
      "GET",
      DELTA,
      Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`X-${at}`, "v".repeat(60)])),
    ),
    status: 431,
    code: "header_fields_too_large",
  },
];

describe("the HTTP layer's own refusals", () => {
  it.each(REFUSALS)("answers $status to $says", async ({ sent, status, code }) => {
    expectRefusal(await exchange(serving.port, sent), status, code);
  });

  it.each([
    ["nothing but a request line", `GET ${DELTA} HTTP/1.1\r\n`],
    ["headers that do not end", `GET ${DELTA} HTTP/1.1\r\nHost: a\r\nX-Slow: `],
  ])("answers 408 to %s", async (_, sent) => {
    const socket = connect({ port: serving.port, host: "127.0.0.1" }, () => socket.write(sent));
    expectRefusal(await collect(socket), 408, "request_timeout");
  });

  it("lets a target of just the longest length through to a 404", async () => {
    const target = "/api/v1/airlines/".padEnd(MAX_TARGET_LENGTH, "x");
    expect((await rawRequest(serving.port, "GET", target)).status).toBe(404);
  });

  it("answers HEAD to a target that is too long without a body", async () => {
    const answer = await rawRequest(serving.port, "HEAD", LONG_TARGET);
    expect(answer.status).toBe(414);
  });

  it("does not fall over a client that hangs up in the middle", async () => {
    const tunnel = requestText("CONNECT", "api.example:443");
    for (const sent of ["", "GET /api", requestText("POST", DELTA, { "Content-Length": "100" }), tunnel]) {
      const socket = connect({ port: serving.port, host: "127.0.0.1" });
      await new Promise<void>((resolve) => socket.once("connect", resolve));
      socket.write(sent);
      await new Promise((resolve) => setTimeout(resolve, 5));
      socket.resetAndDestroy();
    }
    expect((await rawRequest(serving.port, "GET", DELTA)).status).toBe(200);
  });
});

function expectRefusal(received: string, status: number, code: string): void {
  const [answer] = parseAnswers(received, ["GET"]) as [HostAnswer];
  expect(answer.status).toBe(status);
  expect(headerOf(answer, "connection")).toBe("close");
  expect(headerOf(answer, "cache-control")).toBe("no-store");
  expect(headerOf(answer, "content-length")).toBe(`${answer.body.length}`);
  expect(validateAnswer(null, status, headerOf(answer, "content-type"), answer.body)).toEqual([]);
  expect(validateHeaders(null, status, answer.headers)).toEqual([]);
  expect(JSON.parse(plainBody(answer))).toMatchObject({ status, code, success: false, instance: "/" });
}
