// The headers the document names are the headers http/ sends, status by status, and the body validates with them.
import { describe, expect, it } from "vitest";
import { EXAMPLES } from "../../src/contract/examples.ts";
import { HEADERS, STATUSES } from "../../src/contract/openapi-headers.ts";
import { TRANSPORT_PROBLEMS } from "../../src/contract/problems.ts";
import { resourceOf } from "../../src/contract/resources.ts";
import { createHandler } from "../../src/http/handler.ts";
import { type ApiAnswer, type ApiRequest, headerPairs } from "../../src/http/message.ts";
import { preflight, problem } from "../../src/http/responses.ts";
import { recordKey, type StoredAnswer } from "../../src/snapshot/format.ts";
import { type Snapshot, StoreError } from "../../src/store/store.ts";
import { templateOf, validateAnswer, validateHeaders } from "./openapi-validator.ts";

const [example] = EXAMPLES.airlines;
const body = new TextEncoder().encode(JSON.stringify(resourceOf("airlines").wrap(example?.data)));
const stored: StoredAnswer = {
  contentType: "application/json",
  etag: "5d41402abc4b2a76b971",
  lastModified: "Sun, 15 Nov 2026 00:00:00 GMT",
  canonical: "/api/v1/airlines/delta-air-lines",
  related: ["/api/v1/airlines/other"],
  identity: body,
  gzip: body,
  brotli: null,
};

const snapshot: Snapshot = {
  id: "20261115-24a77af81104",
  find: ([key]) => {
    if (key === recordKey("airlines", "DAMAGED")) throw new StoreError("a page is missing");
    if (key === recordKey("airlines", "BUG")) throw new TypeError("undefined is not a function");
    return key === recordKey("airlines", "DL") ? stored : null;
  },
  download: () => null,
};
const handler = createHandler({
  source: { current: () => snapshot, close: () => undefined },
  report: () => undefined,
  now: () => 0,
});

const ASKED: readonly (readonly [number, ApiRequest])[] = [
  [200, { method: "GET", target: "/api/v1/airlines/DL" }],
  [200, { method: "HEAD", target: "/api/v1/airlines/DL" }],
  [200, { method: "GET", target: "/api/v1/airlines/dl?x=1", acceptEncoding: "gzip" }],
  [304, { method: "GET", target: "/api/v1/airlines/DL", ifNoneMatch: `"${stored.etag}"` }],
  [304, { method: "GET", target: "/api/v1/airlines/DL", ifModifiedSince: stored.lastModified }],
  [404, { method: "GET", target: "/api/v1/airlines/nobody" }],
  [404, { method: "GET", target: "/api/v1/airlines/%" }],
  [404, { method: "GET", target: `/api/v1/airlines/%5B${"[%20%".repeat(100)}` }],
  [404, { method: "GET", target: "/api/v1/airlines/" }],
  [404, { method: "GET", target: "//a:b/c" }],
  [404, { method: "GET", target: "" }],
  [405, { method: "DELETE", target: "/api/v1/airlines/DL" }],
  [500, { method: "GET", target: "/api/v1/airlines/bug" }],
  [503, { method: "GET", target: "/api/v1/airlines/damaged" }],
];

describe("headers and bodies against the document", () => {
  it.each(ASKED)("fit on %i, request %#", async (status, request) => {
    const answer = await handler(request);
    expect(answer.status).toBe(status);
    expect(faultsOf(request, answer)).toEqual([]);
  });

  it.each(TRANSPORT_PROBLEMS)("fit on $status, which the HTTP layer answers", (refusal) => {
    const request = { method: "GET", target: "/api/v1/airlines/DL" };
    expect(faultsOf(request, problem(request, refusal, "/"))).toEqual([]);
  });

  it("are checked on every status of the contract", () => {
    const checked = [...ASKED.map(([status]) => status), ...TRANSPORT_PROBLEMS.map(({ status }) => status)];
    expect([...new Set(checked)].sort()).toEqual([...STATUSES].sort());
  });

  it("show as example the very value that is sent, where it never varies", async () => {
    const varying = new Set(["ETag", "Content-Location", "Content-Length", "Content-Encoding", "Link"]);
    for (const [status, request] of ASKED) {
      const sent = headersOf(await handler(request));
      for (const row of HEADERS.filter(({ on, header }) => on.includes(status) && !varying.has(header))) {
        const value = sent.get(row.header);
        if (row.header === "Server-Timing") expect(value).toMatch(/^store;dur=\d+\.\d{3}$/);
        else expect(value, row.header).toBe(`${row.example}`);
      }
      expect(sent.get("Link")).toContain(HEADERS.find(({ header }) => header === "Link")?.example);
    }
  });

  it("leave OPTIONS out of the document, whose permissions name the two conditional headers", () => {
    const sent = headersOf(preflight());
    expect(sent.get("Access-Control-Allow-Headers")).toBe("If-None-Match, If-Modified-Since");
    expect(sent.get("Allow")).toBe(`${HEADERS.find(({ header }) => header === "Allow")?.example}`);
  });
});

describe("the validator used on live answers", () => {
  const airlines = "/airlines/{slug}";
  const json = "application/json";
  const text = new TextDecoder().decode(body);
  const missing = JSON.stringify({ success: true, data: {} });
  const notFound = JSON.stringify({
    type: "/problems/airline-not-found",
    title: "Airline not found",
    status: 410,
    detail: "No airline has this slug, IATA or ICAO code.",
    instance: "/api/v1/airlines/x",
    success: false,
    code: "airline_not_found",
  });

  it("finds the operation of a request", () => {
    expect(templateOf("/api/v1/airlines/DL?x=1")).toBe(airlines);
    expect(templateOf("/api/v1/airframes/A%2FB")).toBe("/airframes/{tail}");
    for (const target of ["/api/v1/airlines/", "/api/v1/airlines/a/b", "/status", "/", "//a:b"])
      expect(templateOf(target), target).toBeNull();
  });

  it.each([
    ["a record", airlines, 200, json, text],
    ["a media type with a charset", airlines, 200, `${json}; charset=utf-8`, text],
    ["the answer to a HEAD", airlines, 200, json, null],
    ["a 304", airlines, 304, null, ""],
  ])("accepts %s", (_what, template, status, contentType, answer) => {
    expect(validateAnswer(template, status, contentType, answer)).toEqual([]);
  });

  it.each([
    ["another envelope", "/aircraft/{slug}", 200, json, text, "required property 'status'"],
    ["missing fields", airlines, 200, json, missing, "required property 'name'"],
    ["a status nobody described", airlines, 418, json, text, "status 418 is not described"],
    ["another media type", airlines, 200, "text/html", text, 'not described as "text/html"'],
    ["a body that is no JSON", airlines, 200, json, "<html>", "the body is not JSON"],
    ["a body on 304", airlines, 304, null, text, "status 304 has a body"],
    ["a status line that the body denies", airlines, 404, "application/problem+json", notFound, "status 410"],
    ["a success outside the operations", null, 200, json, text, "status 200 is not described"],
  ])("complains about %s", (_what, template, status, contentType, answer, complaint) => {
    expect(validateAnswer(template, status, contentType, answer).join("\n")).toContain(complaint);
  });

  it("complains about headers that are missing, not described, or of another form", () => {
    const headers = new Map(headersOf(problem({ method: "PUT", target: "/" }, refusal(), "/")));
    expect(validateHeaders(airlines, 431, headers)).toEqual([]);
    headers.delete("Link");
    headers.set("X-Powered-By", "x");
    headers.set("X-Content-Type-Options", "sniff");
    expect(validateHeaders(airlines, 431, headers)).toEqual([
      "link is required on 431 and was not sent",
      expect.stringContaining("x-content-type-options: "),
      "x-powered-by is not described on 431",
    ]);
  });
});

function refusal() {
  const found = TRANSPORT_PROBLEMS.find(({ status }) => status === 431);
  if (found === undefined) throw new Error("431 is not among the refusals");
  return found;
}

function faultsOf(request: ApiRequest, answer: ApiAnswer): string[] {
  const template = templateOf(request.target);
  const headers = headersOf(answer);
  const content = answer.body instanceof Uint8Array || typeof answer.body === "string" ? answer.body : null;
  return [
    ...validateHeaders(template, answer.status, headers),
    ...validateAnswer(template, answer.status, headers.get("Content-Type") ?? null, content),
  ];
}

function headersOf({ headerLines }: ApiAnswer): Map<string, string> {
  return new Map(headerPairs(headerLines));
}
