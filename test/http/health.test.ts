// What is said while the store is out of reach or a new release was refused: on /healthz always, in /status only then.
import { describe, expect, it } from "vitest";
import { createHandler } from "../../src/http/handler.ts";
import type { StoredAnswer } from "../../src/snapshot/format.ts";
import type { SourceState } from "../../src/store/store.ts";
import { directHost, headerOf, plainBody } from "./host.ts";

const page = (contentType: string, text: string): StoredAnswer => ({
  contentType,
  etag: "abc",
  lastModified: "Mon, 07 Sep 2026 00:00:00 GMT",
  canonical: "",
  related: [],
  identity: Buffer.from(text),
  gzip: null,
  brotli: null,
});
const STATUS = page("application/json", '{"snapshot":"s-1","sources":["Registre aéronautique ✈"]}\n');
const WELL: SourceState = { unreachableSince: null, refused: null };
const DOWN: SourceState = { unreachableSince: Date.UTC(2026, 10, 15, 12), refused: null };
const REFUSED: SourceState = { unreachableSince: null, refused: "s-2" };

function hostWith(state: SourceState | null, stored = STATUS) {
  const snapshot = { id: "s-1", find: () => stored, download: () => null };
  const source = { current: () => snapshot, close() {}, ...(state === null ? {} : { state: () => state }) };
  return directHost(createHandler({ source, now: () => 0, report: () => {} }));
}

async function get(host: ReturnType<typeof hostWith>, target: string, method = "GET") {
  const answer = await host.request(method, target, {});
  if (answer === null) throw new Error("no answer");
  return answer;
}

describe("/healthz", () => {
  it.each([
    ["where nothing can be out of reach", null],
    ["while the store answers", WELL],
  ])("says ok %s", async (_when, state) => {
    const answer = await get(hostWith(state), "/healthz");
    expect(JSON.parse(plainBody(answer))).toEqual({ status: "ok", snapshot: "s-1" });
    expect(headerOf(answer, "cache-control")).toBe("no-store");
  });

  it("says since when the store is out of reach", async () => {
    const answer = await get(hostWith(DOWN), "/healthz");
    expect(answer.status).toBe(200);
    expect(JSON.parse(plainBody(answer))).toEqual({
      status: "degraded",
      snapshot: "s-1",
      store: { reachable: false, unreachable_since: "2026-11-15T12:00:00.000Z", refused_snapshot: null },
    });
  });

  it("says which release was refused", async () => {
    const { store } = JSON.parse(plainBody(await get(hostWith(REFUSED), "/healthz")));
    expect(store).toEqual({ reachable: true, unreachable_since: null, refused_snapshot: "s-2" });
  });
});

describe("/status", () => {
  it("is the stored page, tag and all, while all is well", async () => {
    const answer = await get(hostWith(WELL), "/status");
    expect(Buffer.from(answer.body)).toEqual(Buffer.from(STATUS.identity));
    expect(headerOf(answer, "etag")).toBe('"abc"');
  });

  it("carries the trouble otherwise, uncached, untagged, with its length in bytes", async () => {
    const answer = await get(hostWith(DOWN), "/status");
    const status = JSON.parse(plainBody(answer));
    expect(status).toMatchObject({ snapshot: "s-1", sources: ["Registre aéronautique ✈"] });
    expect(status.store.reachable).toBe(false);
    expect([headerOf(answer, "etag"), headerOf(answer, "cache-control")]).toEqual([null, "no-store"]);
    expect(headerOf(answer, "content-length")).toBe(`${answer.body.length}`);
    const head = await get(hostWith(DOWN), "/status", "HEAD");
    expect([head.body.length, headerOf(head, "content-length")]).toEqual([0, `${answer.body.length}`]);
  });

  it("stays as stored where it is no JSON", async () => {
    const html = page("text/html", "<h1>Status</h1>");
    expect(plainBody(await get(hostWith(DOWN, html), "/status"))).toBe("<h1>Status</h1>");
  });

  it("leaves other pages alone", async () => {
    expect(headerOf(await get(hostWith(DOWN), "/llms.txt"), "etag")).toBe('"abc"');
  });
});
