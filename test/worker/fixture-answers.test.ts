// The behaviour table in the real workerd runtime, and every identifier, page and download of the fixture compared with
// the direct call, byte for byte.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createHandler } from "../../src/http/handler.ts";
import { type OpenSnapshot, openSnapshot } from "../../src/store/pack-file-store.ts";
import { publish } from "../../src/store/publish.ts";
import { buildFixtureSnapshot, temporaryFolder } from "../fixtures/fixture-snapshot.ts";
import { describeBehaviours } from "../http/handler-suite.ts";
import { directHost, type Host, headerOf, plainBody } from "../http/host.ts";
import { releaseOf } from "../store/sample-snapshot.ts";
import { differences, targetsOf } from "./same-answers.ts";
import { type RunningWorker, startWorker } from "./worker-host.ts";

const folder = temporaryFolder();
let worker: RunningWorker;
let snapshot: OpenSnapshot;
let direct: Host;

beforeAll(async () => {
  const [running, { data, manifest }] = await Promise.all([startWorker(), buildFixtureSnapshot(folder.path)]);
  worker = running;
  snapshot = openSnapshot(data, manifest.snapshot);
  const source = { current: () => snapshot, close() {} };
  direct = directHost(createHandler({ source, now: () => 0, report: () => {} }));
  await publish(worker.engine, releaseOf(data, manifest), { keep: 3, now: () => 0 });
});

afterAll(async () => {
  await worker.stop();
  snapshot.close();
  folder.remove();
});

describeBehaviours("workerd", () => worker.host);

describe("workerd and the direct call", () => {
  it("answer the same to every identifier and every page", async () => {
    const targets = targetsOf(snapshot.pack);
    expect(targets.length).toBeGreaterThan(200);
    expect(await differences(direct, worker.host, targets)).toEqual([]);
  });

  it("answer the same to every download", async () => {
    const targets = snapshot.manifest.downloads.map(({ name }) => `/data/${name}`);
    expect(targets.length).toBeGreaterThan(10);
    expect(await differences(direct, worker.host, targets)).toEqual([]);
  });

  it("answer the same to what is not there", async () => {
    const unknown = [
      "/",
      "/nowhere",
      "/data/nothing",
      "/healthz",
      "/api/v1/airlines/ZZZZ",
      "/api/v1/airlines/%C3%9F",
    ];
    expect(await differences(direct, worker.host, unknown)).toEqual([]);
  });

  it.each([
    ["encoded dots", "/api/v1/airlines/%2E%2E"],
    ["encoded dots in the middle", "/api/v1/airlines/%2e%2e/airports/KATL"],
    ["a backslash", "/api/v1/airlines/\\"],
    ["a backslash and dots", "/api/v1/airlines/..\\airports\\KATL"],
    ["a trailing slash", "/api/v1/airlines/DL/"],
    ["two slashes", "//api/v1/airlines/DL"],
    ["a stray percent sign", "/api/v1/airlines/%"],
    ["characters that a URL would encode", '/api/v1/airlines/"<>^`{|}'],
    ["raw UTF-8", "/api/v1/airlines/\xc3\x9f"],
    ["a fragment", "/api/v1/airlines/DL#x"],
    ["a query with dots and slashes", "/api/v1/airlines/DL?../..//\\"],
  ])("answer the same to %s, sent as they are", async (_what, target) => {
    expect(await differences(direct, worker.host, [target, target, target])).toEqual([]);
  });

  it("differ where workerd takes literal dot segments out of a path, as clients do before they send it", async () => {
    const target = "/api/v1/airlines/../airports/KATL";
    expect((await direct.request("GET", target, {}))?.status).toBe(404);
    const answer = await worker.get(target);
    expect(answer.status).toBe(200);
    expect(headerOf(answer, "content-location")).toBe("/api/v1/airports/KATL");
  });

  it("differ only in how the path of a byte that is no UTF-8 is repeated", async () => {
    const target = "/api/v1/airlines/\xff";
    const [here, there] = [await direct.request("GET", target, {}), await worker.get(target)];
    if (here === null) throw new Error("no answer");
    expect([here.status, there.status]).toEqual([404, 404]);
    expect(JSON.parse(plainBody(here)).instance).toBe("/api/v1/airlines/%FF");
    expect(JSON.parse(plainBody(there)).instance).toBe("/api/v1/airlines/%EF%BF%BD");
  });
});
