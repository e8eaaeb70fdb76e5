// The adapter for runtimes that speak Request and Response: what it hands to the handler, and what it makes of answers.
// workerd itself runs it in test/worker.
import { describe, expect, it } from "vitest";
import { createFetch } from "../../src/http/fetch.ts";
import type { ApiAnswer, ApiRequest } from "../../src/http/message.ts";

const EMPTY: ApiAnswer = { status: 204, headerLines: "", body: null };

async function handedOver(url: string, init: RequestInit = {}, more: object = {}): Promise<ApiRequest> {
  const seen: ApiRequest[] = [];
  const answer = createFetch((request) => {
    seen.push(request);
    return EMPTY;
  });
  await answer(Object.assign(new Request(url, init), more));
  return seen[0] as ApiRequest;
}

describe("the handler gets", () => {
  it("the target without the origin", async () => {
    expect((await handedOver("https://fleet.example:8443/api/v1/airlines/DL?x=1")).target).toBe(
      "/api/v1/airlines/DL?x=1",
    );
    expect((await handedOver("https://fleet.example")).target).toBe("/");
  });

  it("a target as the runtime shows it, in ASCII", async () => {
    expect(await targetOf("https://fleet.example/a/%2E%2E/b\\c")).toBe("/a/%2E%2E/b\\c");
    expect(await targetOf("https://fleet.example/\u00df\u{1f6e9}")).toBe("/%C3%9F%F0%9F%9B%A9");
  });

  it("method and conditional headers, and nothing where they are absent", async () => {
    const headers = { "If-None-Match": '"a"', "If-Modified-Since": "x", "Accept-Encoding": "br" };
    expect(await handedOver("https://fleet.example/a", { method: "HEAD", headers })).toEqual({
      method: "HEAD",
      target: "/a",
      ifNoneMatch: '"a"',
      ifModifiedSince: "x",
      acceptEncoding: "br",
    });
    expect((await handedOver("https://fleet.example/a")).ifNoneMatch).toBeUndefined();
  });

  it("the codings that the client named, where the edge has put its own in their place", async () => {
    const init = { headers: { "Accept-Encoding": "gzip, br" } };
    const cf = { clientAcceptEncoding: "identity" };
    expect((await handedOver("https://fleet.example/a", init, { cf })).acceptEncoding).toBe("identity");
  });
});

describe("the client gets", () => {
  const answering = (answer: ApiAnswer) => createFetch(() => answer)(new Request("https://fleet.example/a"));

  it("status, headers and bytes as they are", async () => {
    const response = await answering({
      status: 404,
      headerLines: "X-A: 1\r\nLink: <a>, <b>\r\n",
      body: "gone",
    });
    expect(response.status).toBe(404);
    expect([response.headers.get("x-a"), response.headers.get("link")]).toEqual(["1", "<a>, <b>"]);
    expect(await response.text()).toBe("gone");
    const bytes = await answering({ status: 200, headerLines: "", body: Uint8Array.of(0, 255) });
    expect([...new Uint8Array(await bytes.arrayBuffer())]).toEqual([0, 255]);
  });

  it("a stream chunk by chunk, and an error where it breaks off", async () => {
    const stream = await answering({
      status: 200,
      headerLines: "Content-Length: 6\r\n",
      body: chunks("one", "two"),
    });
    expect(await stream.text()).toBe("onetwo");
    const broken = await answering({ status: 200, headerLines: "", body: chunks("one", new Error("lost")) });
    await expect(broken.text()).rejects.toThrow("lost");
  });

  it("nothing more once it has gone away", async () => {
    let ended = false;
    async function* endless() {
      try {
        for (;;) yield Uint8Array.of(1);
      } finally {
        ended = true;
      }
    }
    const response = await answering({ status: 200, headerLines: "", body: endless() });
    await response.body?.cancel();
    expect(ended).toBe(true);
  });
});

/** What a request with exactly this URL hands over: Node's own Request would rewrite it, workerd's does not. */
async function targetOf(url: string): Promise<string> {
  let target = "";
  const answer = createFetch((request) => {
    target = request.target;
    return EMPTY;
  });
  await answer({ method: "GET", url, headers: new Headers() } as Request);
  return target;
}

async function* chunks(...parts: (string | Error)[]): AsyncIterable<Uint8Array> {
  for (const part of parts) {
    if (part instanceof Error) throw part;
    yield Buffer.from(part);
  }
}
