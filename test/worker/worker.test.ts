// The worker in the real workerd runtime with its real KV: how often it reads, how it comes to a new release, and what
// it answers when KV fails or lies.
import { connect } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { formatPointer, POINTER_KEY } from "../../src/store/release.ts";
import { type HostAnswer, headerOf, plainBody } from "../http/host.ts";
import { requestText } from "../node/raw-http.ts";
import { recordOf } from "../snapshot/sample-packs.ts";
import { bodyOf, packKeyOf, releaseOf, type SampleRelease, sampleRelease } from "../store/counting-engine.ts";
import { type RunningWorker, startWorker } from "./worker-host.ts";

const NAMES = ["DL", "DAL", "UA", "UAL", "BA", "BAW", "LH", "DLH", "AF", "AFR", "KL", "KLM"];
const status = { ...recordOf(["page/status"], '{"snapshot":"first-1"}\n'), canonical: "" };
const airlines = (id: string) => NAMES.map((name) => recordOf([`airlines/${name}`], bodyOf(id, name)));
const first = releaseOf("first-1", [...airlines("first-1"), status], {
  files: { "two.txt": ["first half, ", "second half"] },
});
const second = sampleRelease("second-2", NAMES);
const other = NAMES.find((name) => packKeyOf(first, name) !== packKeyOf(first, "DL")) as string;

const at = (name: string) => `/api/v1/airlines/${name}`;
let worker: RunningWorker;

async function publish(release: SampleRelease): Promise<void> {
  await worker.engine.write(release.values);
  const { manifest, manifestHash } = release;
  await worker.engine.write(new Map([[POINTER_KEY, formatPointer({ id: manifest.snapshot, manifestHash })]]));
}

beforeAll(async () => {
  worker = await startWorker();
});
afterAll(() => worker.stop());

beforeEach(async () => {
  await publish(first);
  await worker.restart();
});

const keysOf = (reads: readonly string[]) => reads.map((read) => read.split(" ")[0]);

describe("KV reads", () => {
  it("are three for a cold isolate, none for a warm pack, one for a cold pack", async () => {
    expect((await worker.get(at("DL"))).status).toBe(200);
    expect(keysOf(await worker.reads())).toEqual([
      POINTER_KEY,
      "fleet-manifest-first-1",
      packKeyOf(first, "DL"),
    ]);
    expect(plainBody(await worker.get(at("dl")))).toBe(bodyOf("first-1", "DL"));
    expect(await worker.reads()).toEqual([]);
    expect(plainBody(await worker.get(at(other)))).toBe(bodyOf("first-1", other));
    expect(keysOf(await worker.reads())).toEqual([packKeyOf(first, other)]);
    await worker.get(at(other));
    expect(await worker.reads()).toEqual([]);
  });

  it("let locations keep immutable values for a day and the pointer for the least time there is", async () => {
    await worker.get(at("DL"));
    expect((await worker.reads()).map((read) => read.split(" ")[1])).toEqual(["30", "86400", "86400"]);
  });

  it("are shared by requests that come at once", async () => {
    await worker.fault({ kind: "slow", prefix: "fleet-", ms: 50 });
    const answers = await Promise.all(Array.from({ length: 20 }, () => worker.get(at("DL"))));
    expect(new Set(answers.map((answer) => `${answer.status} ${plainBody(answer)}`))).toEqual(
      new Set([`200 ${bodyOf("first-1", "DL")}`]),
    );
    expect(await worker.reads()).toHaveLength(3);
  });

  it("go on for the others when the request that began them is broken off", async () => {
    await worker.get("/healthz");
    await worker.fault({ kind: "slow", prefix: "fleet-pack-", ms: 400 });
    await worker.reads();
    const { port } = worker.client();
    const broken = connect({ port, host: "127.0.0.1" }, () => broken.write(requestText("GET", at("DL"))));
    await new Promise((resolve) => setTimeout(resolve, 100));
    const waiting = worker.get(at("DL"));
    await new Promise((resolve) => setTimeout(resolve, 50));
    broken.resetAndDestroy();
    expect(plainBody(await waiting)).toBe(bodyOf("first-1", "DL"));
    expect(keysOf(await worker.reads())).toEqual([packKeyOf(first, "DL")]);
  });
});

describe("a new release", () => {
  it("is found in the background, and no request waits for it", async () => {
    await worker.get(at("DL"));
    await publish(second);
    await worker.later(29_000);
    expect(headerOf(await worker.get(at("DL")), "x-snapshot")).toBe("first-1");
    await worker.fault({ kind: "slow", prefix: "fleet-current", ms: 3_000 });
    await worker.later(1_000);
    const started = performance.now();
    expect(plainBody(await worker.get(at("DL")))).toBe(bodyOf("first-1", "DL"));
    expect(performance.now() - started).toBeLessThan(2_000);
    await expect
      .poll(async () => headerOf(await worker.get(at("DL")), "x-snapshot"), { timeout: 15_000 })
      .toBe("second-2");
    expect(plainBody(await worker.get(at("DL")))).toBe(bodyOf("second-2", "DL"));
  });

  it("that is damaged is refused, which /healthz and /status tell while the old one serves", async () => {
    await worker.get(at("DL"));
    await publish(second);
    await worker.fault({ kind: "cut", prefix: "fleet-manifest-second" });
    await worker.later(30_000);
    await worker.get(at("DL"));
    await expect
      .poll(async () => JSON.parse(plainBody(await worker.get("/healthz"))), { timeout: 15_000 })
      .toEqual({
        status: "degraded",
        snapshot: "first-1",
        store: { reachable: true, unreachable_since: null, refused_snapshot: "second-2" },
      });
    expect(JSON.parse(plainBody(await worker.get("/status")))).toMatchObject({
      snapshot: "first-1",
      store: { refused_snapshot: "second-2" },
    });
    expect((await worker.get(at("DL"))).status).toBe(200);
  });
});

describe("a pack", () => {
  it.each([
    ["that is lost", { kind: "lost" }],
    ["that is cut short", { kind: "cut" }],
    ["with a wrong byte", { kind: "flipped" }],
    ["in whose place another lies", { kind: "swapped", instead: packKeyOf(first, other) }],
  ])("%s answers 503 and nothing else, until it is mended", async (_reason, fault) => {
    await worker.fault({ ...fault, prefix: packKeyOf(first, "DL") });
    expectUnavailable(await worker.get(at("DL")));
    expect((await worker.get(at(other))).status).toBe(200);
    await worker.fault(null);
    expect((await worker.get(at("DL"))).status).toBe(200);
  });

  it("that KV says is absent is asked for once more with the shortest cache time", async () => {
    await worker.fault({ kind: "lost", prefix: packKeyOf(first, "DL") });
    await worker.get(at("DL"));
    const key = packKeyOf(first, "DL");
    expect((await worker.reads()).filter((read) => read.startsWith(key))).toEqual([
      `${key} 86400`,
      `${key} 30`,
    ]);
  });
});

describe("an outage of KV", () => {
  it("leaves warm answers, makes the rest 503, is told, and ends by itself", async () => {
    await worker.get(at("DL"));
    await worker.get("/status");
    await worker.fault({ kind: "down", prefix: "fleet-" });
    await worker.later(30_000);
    expect((await worker.get(at("DL"))).status).toBe(200);
    const cold = NAMES.find(
      (name) => ![packKeyOf(first, "DL"), statusPack].includes(packKeyOf(first, name)),
    ) as string;
    expectUnavailable(await worker.get(at(cold)));
    expectUnavailable(await worker.get("/data/two.txt"));
    const health = JSON.parse(plainBody(await worker.get("/healthz")));
    expect(health).toMatchObject({ status: "degraded", snapshot: "first-1", store: { reachable: false } });
    expect(JSON.parse(plainBody(await worker.get("/status"))).store.reachable).toBe(false);
    await worker.fault(null);
    expect((await worker.get(at(cold))).status).toBe(200);
    expect(JSON.parse(plainBody(await worker.get("/healthz")))).toEqual({
      status: "ok",
      snapshot: "first-1",
    });
  });

  it("from the start is 503 until it ends", async () => {
    await worker.fault({ kind: "down", prefix: "fleet-" });
    expectUnavailable(await worker.get(at("DL")));
    expectUnavailable(await worker.get("/healthz"));
    await worker.fault(null);
    expect((await worker.get(at("DL"))).status).toBe(200);
  });

  const statusPack =
    [...first.values].find(([, bytes]) => Buffer.from(bytes).includes("page/status"))?.[0] ?? "";
});

describe("a download", () => {
  it("comes whole, with its length announced", async () => {
    const answer = await worker.get("/data/two.txt");
    expect(plainBody(answer)).toBe("first half, second half");
    expect(headerOf(answer, "content-length")).toBe("23");
    expect((await worker.client().request("HEAD", "/data/two.txt")).body).toHaveLength(0);
  });

  it("breaks off where its second half is lost, and is a 503 where its first is", async () => {
    const [firstChunk, secondChunk] = first.manifest.files[0]?.chunks ?? [];
    await worker.fault({ kind: "lost", prefix: secondChunk });
    await expect(worker.get("/data/two.txt")).rejects.toThrow(/broken off/);
    await worker.fault({ kind: "lost", prefix: firstChunk });
    expectUnavailable(await worker.get("/data/two.txt"));
  });
});

function expectUnavailable(answer: HostAnswer): void {
  expect(answer.status).toBe(503);
  expect(headerOf(answer, "retry-after")).toBe("5");
  expect(headerOf(answer, "cache-control")).toBe("no-store");
  expect(headerOf(answer, "access-control-allow-origin")).toBe("*");
  expect(JSON.parse(plainBody(answer))).toMatchObject({
    status: 503,
    code: "store_unavailable",
    success: false,
  });
}
