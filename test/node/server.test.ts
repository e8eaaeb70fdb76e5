// The behaviour suite over real sockets, and what only a socket can send.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FolderSource, openSnapshotFolder } from "../../src/store/pack-file-store.ts";
import { validateAnswer } from "../contract/openapi-validator.ts";
import { buildFixtureSnapshot, temporaryFolder } from "../fixtures/fixture-snapshot.ts";
import { describeBehaviours } from "../http/handler-suite.ts";
import { type HostAnswer, headerOf, plainBody } from "../http/host.ts";
import { randomTargets } from "../http/random-targets.ts";
import { exchange, nodeHost, parseAnswers, rawRequest, requestText } from "./raw-http.ts";
import { type Serving, serveOn } from "./serving.ts";

const folder = temporaryFolder();
let source: FolderSource;
let serving: Serving;

beforeAll(async () => {
  const { data } = await buildFixtureSnapshot(folder.path);
  source = openSnapshotFolder(data, { pollMs: 0 });
  serving = await serveOn(source);
});

afterAll(async () => {
  await serving.stop();
  source.close();
  folder.remove();
});

const host = nodeHost(() => serving.port);
const DELTA = "/api/v1/airlines/DL";

describeBehaviours("node:http", () => host);

describe("what only a socket can send", () => {
  it("answers an absolute target as its path", async () => {
    const answer = await rawRequest(serving.port, "GET", `http://api.example:80${DELTA}?x=1`);
    expect(answer.status).toBe(200);
    expect(headerOf(answer, "content-location")).toBe("/api/v1/airlines/delta-air-lines");
  });

  it("answers an absolute target without a path as the front page", async () => {
    expect((await rawRequest(serving.port, "GET", "http://api.example")).status).toBe(200);
  });

  it("takes a raw fragment for part of the identifier", async () => {
    const answer = await rawRequest(serving.port, "GET", `${DELTA}#top`);
    expect(answer.status).toBe(404);
    expect(JSON.parse(plainBody(answer))).toMatchObject({ instance: `${DELTA}%23top` });
  });

  it("answers pipelined requests in order", async () => {
    const first = requestText("GET", DELTA).replace("Connection: close\r\n", "");
    const second = requestText("HEAD", "/api/v1/airlines/ZZ").replace("Connection: close\r\n", "");
    const third = requestText("GET", "/data/LICENSE.txt").replace("Connection: close\r\n", "");
    const received = await exchange(
      serving.port,
      first + second + third + requestText("GET", "/api/v1/airlines/UA"),
    );
    const answers = parseAnswers(received, ["GET", "HEAD", "GET", "GET"]);
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 200, 200]);
    expect(plainBody(answers[3] as HostAnswer)).toContain("United Airlines");
  });

  it("answers what was whole before it refuses the garbage behind it", async () => {
    const good = requestText("GET", DELTA).replace("Connection: close\r\n", "");
    const answers = parseAnswers(await exchange(serving.port, `${good}GARBAGE\r\n\r\n`), ["GET", "GET"]);
    expect(answers.map(({ status }) => status)).toEqual([200, 400]);
  });

  it("keeps the connection for the next request after a refused one with a body", async () => {
    const post = requestText("POST", DELTA, {}, "x".repeat(5_000)).replace("Connection: close\r\n", "");
    const answers = parseAnswers(await exchange(serving.port, post + requestText("GET", DELTA)), [
      "POST",
      "GET",
    ]);
    expect(answers.map(({ status }) => status)).toEqual([405, 200]);
  });

  it("answers a chunked body on GET", async () => {
    const head = requestText("GET", DELTA, { "Transfer-Encoding": "chunked" });
    const [answer] = parseAnswers(await exchange(serving.port, `${head}5\r\nhello\r\n0\r\n\r\n`), ["GET"]);
    expect(answer?.status).toBe(200);
  });

  it("answers HTTP/1.0 without a Host header", async () => {
    const [answer] = parseAnswers(await exchange(serving.port, `GET ${DELTA} HTTP/1.0\r\n\r\n`), ["GET"]);
    expect(answer?.status).toBe(200);
  });

  it("answers 405 to CONNECT instead of hanging up", async () => {
    const [answer] = parseAnswers(
      await exchange(serving.port, "CONNECT api.example:443 HTTP/1.1\r\nHost: api.example\r\n\r\n"),
      ["CONNECT"],
    );
    expect(answer?.status).toBe(405);
    expect(answer && headerOf(answer, "allow")).toBe("GET, HEAD, OPTIONS");
    expect(validateAnswer(null, 405, "application/problem+json", answer?.body ?? null)).toEqual([]);
  });

  it("answers a request to upgrade as if it did not ask", async () => {
    const answer = await rawRequest(serving.port, "GET", DELTA, {
      Connection: "Upgrade, close",
      Upgrade: "websocket",
    });
    expect(answer.status).toBe(200);
  });

  it("sends 100 Continue to a client that waits for it", async () => {
    const received = await exchange(serving.port, requestText("GET", DELTA, { Expect: "100-continue" }));
    const interim = "HTTP/1.1 100 Continue\r\n\r\n";
    expect(received.startsWith(interim)).toBe(true);
    expect(parseAnswers(received.slice(interim.length), ["GET"])[0]?.status).toBe(200);
  });

  it("joins repeated headers as RFC 9110 says", async () => {
    const { headers } = await rawRequest(serving.port, "GET", "/api/v1/airports/KATL");
    const etag = headers.find(([name]) => name === "etag")?.[1];
    const text = requestText("GET", "/api/v1/airports/KATL", {
      "If-None-Match": `"other"\r\nIf-None-Match: ${etag}`,
    });
    expect(parseAnswers(await exchange(serving.port, text), ["GET"])[0]?.status).toBe(304);
  });
});

describe("random input over sockets", () => {
  it("answers some hundreds of random targets with JSON and a status of the contract", async () => {
    for (const target of randomTargets(400, 7)) {
      const answer = await rawRequest(serving.port, "GET", target);
      expect([200, 400, 404]).toContain(answer.status);
      if (answer.status === 200) continue;
      const complaints = validateAnswer(null, answer.status, headerOf(answer, "content-type"), answer.body);
      expect(complaints, JSON.stringify(target)).toEqual([]);
      expect(headerOf(answer, "access-control-allow-origin")).toBe("*");
    }
  });

  it("answers random bytes that are no request at all", async () => {
    for (const bytes of randomTargets(100, 11)) {
      const received = await exchange(serving.port, `${bytes}\r\n\r\n`);
      // Nothing but line breaks is a client that says nothing yet; it hung up here, and so may the server.
      if (received === "") continue;
      expect(parseAnswers(received, ["GET"])[0]?.status).toBe(400);
    }
  });

  it("still answers afterwards", async () => {
    expect((await rawRequest(serving.port, "GET", DELTA)).status).toBe(200);
  });
});
