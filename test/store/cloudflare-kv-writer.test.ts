// Publishing to Workers KV through its REST API, against a server on loopback that misbehaves in the ways real ones do.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { KV_LIMITS } from "../../src/store/cloudflare-kv-store.ts";
import { BULK_TARGET_BYTES, openKvWriter } from "../../src/store/cloudflare-kv-writer.ts";
import type { ReleaseWriter } from "../../src/store/release.ts";
import { StoreError } from "../../src/store/store.ts";
import { ACCOUNT, type KvApiServer, type Mishap, NAMESPACE, startKvApi, TOKEN } from "./kv-api-server.ts";

let server: KvApiServer;
let writer: ReleaseWriter;
let slept: number[];
let now: number;

const open = (more: Partial<Parameters<typeof openKvWriter>[0]> = {}) =>
  openKvWriter({
    accountId: ACCOUNT,
    namespaceId: NAMESPACE,
    token: TOKEN,
    baseUrl: server.baseUrl,
    timeoutMs: 20_000,
    clock: {
      now: () => now,
      async sleep(ms) {
        slept.push(ms);
        now += ms;
      },
    },
    ...more,
  });

beforeEach(async () => {
  server = await startKvApi();
  slept = [];
  now = 0;
  writer = open();
});
afterEach(() => server.close());

const bytes = (...values: number[]) => Uint8Array.from(values);
const write = (entries: Readonly<Record<string, Uint8Array>>) =>
  writer.write(new Map(Object.entries(entries)));

describe("values", () => {
  it("are read back byte for byte, listed and removed", async () => {
    const every = Uint8Array.from({ length: 256 }, (_, at) => at);
    await write({ "fleet-pack-a": every, "fleet-pack-b": bytes(), "fleet-current": bytes(10) });
    server.values.set("somebody-elses", bytes(1));
    expect(Buffer.from((await writer.read("fleet-pack-a")) ?? [])).toEqual(Buffer.from(every));
    expect(await writer.read("fleet-pack-b")).toHaveLength(0);
    expect(await writer.list()).toEqual(["fleet-current", "fleet-pack-a", "fleet-pack-b"]);
    await writer.remove(["fleet-pack-a", "fleet-pack-b"]);
    expect([...server.values.keys()].sort()).toEqual(["fleet-current", "somebody-elses"]);
  });

  it("that are absent are null, but a wrong namespace is an error", async () => {
    expect(await writer.read("fleet-current")).toBeNull();
    expect(await writer.read("fleet-current")).toBeNull();
    expect(server.calls.filter((call) => call === "GET namespace")).toHaveLength(1);
    const elsewhere = open({ namespaceId: "0000" });
    await expect(elsewhere.read("fleet-current")).rejects.toThrow(/namespace not found \(10013\)/);
    await expect(elsewhere.list()).rejects.toThrow(StoreError);
  });

  it("go out in calls that keep the limits of number and size", async () => {
    const many = new Map(
      Array.from({ length: KV_LIMITS.bulkKeys + 1 }, (_, at) => [`fleet-${at}`, bytes(1)]),
    );
    await writer.write(many);
    expect(server.calls).toEqual([`PUT bulk ${KV_LIMITS.bulkKeys}`, "PUT bulk 1"]);
    await writer.remove([...many.keys()]);
    expect(server.calls.slice(2)).toEqual([`POST bulk/delete ${KV_LIMITS.bulkKeys}`, "POST bulk/delete 1"]);
    server.calls.length = 0;
    const third = new Uint8Array(Math.floor(BULK_TARGET_BYTES / 4));
    await writer.write(new Map(["a", "b", "c", "d"].map((name) => [`fleet-${name}`, third])));
    expect(server.calls).toEqual(["PUT bulk 2", "PUT bulk 2"]);
  });

  it("beyond the limits are refused before anything is sent", async () => {
    const large = new Uint8Array(KV_LIMITS.valueBytes + 1);
    await expect(write({ "fleet-large": large })).rejects.toThrow(
      /at most 26214400 bytes: fleet-large has 26214401/,
    );
    await expect(write({ [`fleet-${"x".repeat(510)}`]: bytes(1) })).rejects.toThrow(
      /keys of at most 512 bytes/,
    );
    expect(server.calls).toEqual([]);
  });

  it("of one key are written at most once a second", async () => {
    await write({ "fleet-current": bytes(1) });
    now += 400;
    await write({ "fleet-current": bytes(2), "fleet-log": bytes(1) });
    expect(slept).toEqual([600]);
    await write({ "fleet-pack-c": bytes(3) });
    expect(slept).toEqual([600]);
  });

  it("are listed page by page", async () => {
    const names = Array.from({ length: 2_500 }, (_, at) => `fleet-pack-${at.toString().padStart(5, "0")}`);
    for (const name of names) server.values.set(name, bytes(1));
    expect(await writer.list()).toEqual(names);
    expect(server.calls).toEqual(["GET keys 1000", "GET keys 1000", "GET keys 500"]);
  });
});

describe("a call is tried again", () => {
  it.each<[string, Mishap, number]>([
    [
      "after 429, as long as Retry-After says",
      { kind: "status", status: 429, headers: { "Retry-After": "17" } },
      17_000,
    ],
    [
      "after 429 with a date",
      {
        kind: "status",
        status: 429,
        headers: { "Retry-After": "Sun, 15 Nov 2026 10:00:30 GMT", Date: "Sun, 15 Nov 2026 10:00:00 GMT" },
      },
      30_000,
    ],
    ["after 429 without a hint", { kind: "status", status: 429 }, 1_000],
    ["after 500", { kind: "status", status: 500 }, 1_000],
    ["after 502 with a page for people", { kind: "status", status: 502 }, 1_000],
    ["after 503 with a hint", { kind: "status", status: 503, headers: { "Retry-After": "2" } }, 2_000],
    ["after an answer that was cut off", { kind: "cut" }, 1_000],
    ["after half a document", { kind: "half" }, 1_000],
    ["after silence", { kind: "silence" }, 1_000],
    ["after a connection that was closed", { kind: "hang-up" }, 1_000],
  ])("%s", async (_reason, mishap, waitMs) => {
    if (mishap.kind === "silence") writer = open({ timeoutMs: 300 });
    server.mishaps.push(mishap);
    await write({ "fleet-pack-a": bytes(1, 2, 3) });
    expect(slept).toEqual([waitMs]);
    expect(Buffer.from(server.values.get("fleet-pack-a") ?? [])).toEqual(Buffer.from([1, 2, 3]));
    server.mishaps.push(mishap);
    if (mishap.kind !== "half") expect(await writer.read("fleet-pack-a")).toHaveLength(3);
    expect(await writer.list()).toEqual(["fleet-pack-a"]);
  });

  it("less and less often, and given up with a sentence that says what to do", async () => {
    for (let n = 0; n < 10; n++) server.mishaps.push({ kind: "status", status: 500 });
    const failure = await write({ "fleet-pack-a": bytes(1) }).catch((error: Error) => error);
    expect(failure).toBeInstanceOf(StoreError);
    expect(`${failure}`).toMatch(
      /PUT .*\/bulk failed: it answered 500, after 6 attempts\. Nothing is lost: run the same/,
    );
    expect(slept).toEqual([1_000, 2_000, 4_000, 8_000, 16_000]);
    expect(server.calls).toHaveLength(6);
  });

  it("not where a day's quota is used up", async () => {
    server.mishaps.push({ kind: "status", status: 429, headers: { "Retry-After": "40000" } });
    await expect(write({ "fleet-pack-a": bytes(1) })).rejects.toThrow(/asks to come back in 40000 seconds/);
    expect(slept).toEqual([]);
  });

  it("not where it was refused, and the token stays out of the sentence", async () => {
    const other = open({ token: "wrong-secret" });
    const failure = await other.list().catch((error: Error) => error);
    expect(`${failure}`).toMatch(/403 Authentication error \(10000\)\. Check that the token/);
    expect(`${failure}`).not.toContain("wrong-secret");
    expect(slept).toEqual([]);
  });

  it("only for the keys that a bulk call left out", async () => {
    server.mishaps.push({ kind: "partly" }, { kind: "partly" });
    await write({ "fleet-a": bytes(1), "fleet-b": bytes(2), "fleet-c": bytes(3), "fleet-d": bytes(4) });
    expect(server.calls).toEqual(["PUT bulk 4", "PUT bulk 2", "PUT bulk 1"]);
    expect(server.values.size).toBe(4);
    server.mishaps.push({ kind: "partly" });
    await writer.remove(["fleet-a", "fleet-b", "fleet-c"]);
    expect([...server.values.keys()]).toEqual(["fleet-d"]);
  });
});

describe("changes that KV shows late", () => {
  it("are waited for by whoever made them, and no longer than they may take", async () => {
    await write({ "fleet-current": bytes(1) });
    server.past = new Map(server.values);
    const sleep = async (ms: number) => {
      now += ms;
      if (now >= 10_000) server.past = null;
    };
    writer = open({ clock: { now: () => now, sleep } });
    await write({ "fleet-current": bytes(2) });
    expect([...((await writer.read("fleet-current")) ?? [])]).toEqual([2]);
    expect(now).toBe(15_000);
  });

  it("count as they are once their time is over", async () => {
    await write({ "fleet-current": bytes(1) });
    server.past = new Map(server.values);
    await write({ "fleet-current": bytes(2) });
    expect([...((await writer.read("fleet-current")) ?? [])]).toEqual([1]);
    expect(now).toBeGreaterThan(KV_LIMITS.visibleWithinMs);
    expect(now).toBeLessThan(KV_LIMITS.visibleWithinMs * 3);
  });

  it("are in the listing of whoever made them, until it must be right by itself", async () => {
    await write({ "fleet-pack-a": bytes(1), "fleet-pack-b": bytes(2) });
    server.past = new Map([["fleet-pack-b", bytes(2)]]);
    await writer.remove(["fleet-pack-b"]);
    expect(await writer.list()).toEqual(["fleet-pack-a"]);
    now += KV_LIMITS.visibleWithinMs + 1;
    expect(await writer.list()).toEqual(["fleet-pack-b"]);
  });
});

it("never has more than six calls under way", async () => {
  await write({ "fleet-pack-a": bytes(1) });
  await Promise.all(Array.from({ length: 60 }, () => writer.read("fleet-pack-a")));
  expect(server.busiest()).toBeLessThanOrEqual(6);
  expect(server.busiest()).toBeGreaterThan(1);
});
