// fleet publish, releases, rollback and serve --store as processes, on a real Redis and on Workers KV's API on loopback.
import { cpSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MANIFEST_FILE } from "../../src/snapshot/folder.ts";
import { nameManifest } from "../../src/snapshot/manifest.ts";
import { rawRequest } from "../node/raw-http.ts";
import { bundleProgram, type Program, type Running } from "../program.ts";
import { ACCOUNT, NAMESPACE, startKvApi, TOKEN } from "../store/kv-api-server.ts";
import { freePort, type RedisServer, redisMissing, startRedis, until } from "../store/redis-servers.ts";

const DELTA = "/api/v1/airlines/DL";
const RELEASE = /\d{8}-[0-9a-f]{12}/;

let program: Program;

beforeAll(async () => {
  program = await bundleProgram();
  expect((await program.run(["build"])).code).toBe(0);
  expect((await program.run(["build", "--data", "later", "--now", "2030-01-01"])).code).toBe(0);
});

afterAll(() => program?.remove());

async function portOf(running: Running): Promise<number> {
  const [, port] = await running.said(/at http:\/\/127\.0\.0\.1:(\d+)/);
  return Number(port);
}

async function jsonAt(port: number, path: string): Promise<Record<string, unknown>> {
  return JSON.parse((await rawRequest(port, "GET", path)).body.toString());
}

async function snapshotAt(port: number): Promise<string | undefined> {
  return Object.fromEntries((await rawRequest(port, "GET", DELTA)).headers)["x-snapshot"];
}

describe.skipIf(redisMissing)("fleet on a Redis that nodes share", () => {
  let server: RedisServer;
  let to: readonly string[];

  beforeAll(async () => {
    server = await startRedis();
    to = ["--to", server.url];
  });

  afterAll(() => server?.remove());

  const serve = () =>
    program.start(["serve", "--store", server.url, "--port", "0", "--host", "127.0.0.1", "--log", "off"]);

  it("publishes, publishes again for nothing, lists, goes back and forward", async () => {
    expect((await program.run(["releases", ...to])).out).toMatch(/Nothing is published .* 'fleet publish'/);
    const first = await program.run(["publish", ...to]);
    expect(first).toMatchObject({ code: 0 });
    expect(first.out).toMatch(/It is current on redis:\/\/127\.0\.0\.1:\d+; readers see it/);
    const [a = ""] = RELEASE.exec(first.out) ?? [];

    const again = await program.run(["publish", ...to]);
    expect(again.out).toMatch(/ 0 uploaded .* were there/);
    expect(again.out).toMatch(/was current on .* already/);

    const second = JSON.parse((await program.run(["publish", ...to, "--data", "later", "--json"])).out);
    expect(second).toMatchObject({ previous: a, current: second.id });
    expect(second.uploaded).toBeGreaterThan(0);

    const listed = (await program.run(["releases", ...to])).out.trimEnd().split("\n");
    expect(listed.map((line) => [line[0], RELEASE.exec(line)?.[0]])).toEqual([
      ["*", second.id],
      [" ", a],
    ]);
    expect((await program.run(["rollback", ...to])).out).toContain(`Release ${a} is current`);
    const forward = await program.run(["rollback", second.id, "--verify", "--json", ...to]);
    expect(JSON.parse(forward.out)).toEqual({ from: a, to: second.id });
    const json = JSON.parse((await program.run(["releases", ...to, "--json"])).out);
    expect(json[0]).toMatchObject({ id: second.id, current: true, missing: 0, retiredAt: null });
  });

  it("serves the same answers on several nodes, which follow a publish and a rollback", async () => {
    await program.run(["publish", ...to]);
    const nodes = [serve(), serve()];
    const ports = await Promise.all(nodes.map(portOf));
    const fromFolder = await program.run(["get", DELTA, "--raw"]);
    for (const port of ports) {
      expect((await rawRequest(port, "GET", DELTA)).body.toString().trim()).toBe(fromFolder.out.trim());
      expect((await rawRequest(port, "GET", "/data/LICENSE.txt")).status).toBe(200);
      expect((await rawRequest(port, "GET", "/api/v1/airlines/NOBODY")).status).toBe(404);
      expect(await jsonAt(port, "/healthz")).toMatchObject({ status: "ok" });
    }
    const before = await snapshotAt(ports[0] as number);
    const { id } = JSON.parse((await program.run(["publish", ...to, "--data", "later", "--json"])).out);
    for (const port of ports) await until(async () => (await snapshotAt(port)) === id, 4_000);
    await program.run(["rollback", ...to]);
    await pause(2_500);
    // Nobody asked meanwhile: a quiet node has followed all the same.
    for (const port of ports) expect(await snapshotAt(port)).toBe(before);
    for (const node of nodes) {
      node.signal("SIGTERM");
      expect(await node.ended()).toBe(0);
    }
  });

  it("keeps serving from memory while Redis is away, says so, and is well again by itself", async () => {
    await program.run(["publish", ...to]);
    const node = serve();
    const port = await portOf(node);
    expect((await rawRequest(port, "GET", DELTA)).status).toBe(200);
    await rawRequest(port, "GET", "/status");
    await server.stop();
    await node.said(/The store is out of reach .*; what is in memory is served/);
    const lostBefore = Date.now();
    await pause(500);
    // Nobody asked for anything meanwhile: it is known from the connection alone.
    const { status, store } = await jsonAt(port, "/healthz");
    expect(status).toBe("degraded");
    expect(Date.parse((store as { unreachable_since: string }).unreachable_since)).toBeLessThan(
      lostBefore + 1,
    );
    expect((await rawRequest(port, "GET", DELTA)).status).toBe(200);
    expect(await jsonAt(port, "/status")).toMatchObject({ store: { reachable: false } });
    await server.start();
    await until(async () => (await jsonAt(port, "/healthz")).status === "ok", 8_000);
    node.signal("SIGTERM");
    expect(await node.ended()).toBe(0);
  });

  it("starts before its store and answers 503 until something is published there", async () => {
    const late = await startRedis();
    await late.stop();
    const node = program.start(["serve", "--store", late.url, "--port", "0", "--host", "127.0.0.1"]);
    await node.said(/every answer is a 503.*: .*cannot be reached/);
    const port = await portOf(node);
    const answer = await rawRequest(port, "GET", DELTA);
    expect(answer.status).toBe(503);
    expect(Object.fromEntries(answer.headers)["retry-after"]).toMatch(/^\d+$/);
    const { input = "" } = await node.said(/503 on GET \/api\/v1\/airlines\/DL: .*cannot be reached.*\n/);
    expect(input).not.toMatch(/in memory is served|Try it|\bat .*\.js:\d+/);
    await late.start();
    await node.said(/Nothing can be served yet.*'fleet publish'/);
    await program.run(["publish", "--to", late.url]);
    await until(async () => (await rawRequest(port, "GET", DELTA)).status === 200, 8_000);
    await node.said(/Serving release \d{8}-/);
    node.signal("SIGTERM");
    expect(await node.ended()).toBe(0);
    await late.remove();
  });
});

describe("fleet publish to Workers KV", () => {
  it("needs account and token in the environment, and names what is missing", async () => {
    const to = ["publish", "--to", `kv:${NAMESPACE}`];
    const neither = await program.run(to);
    expect(neither).toMatchObject({ code: 2 });
    expect(neither.err).toMatch(/CLOUDFLARE_ACCOUNT_ID and CLOUDFLARE_API_TOKEN/);
    expect((await program.run(to, { CLOUDFLARE_ACCOUNT_ID: ACCOUNT })).err).toMatch(
      /needs CLOUDFLARE_API_TOKEN/,
    );
  });

  it("publishes, lists and goes back through the REST API, and never shows the token", async () => {
    const api = await startKvApi();
    const environment = {
      CLOUDFLARE_ACCOUNT_ID: ACCOUNT,
      CLOUDFLARE_API_TOKEN: TOKEN,
      CLOUDFLARE_API_BASE_URL: api.baseUrl,
    };
    const to = ["--to", `kv:${NAMESPACE}`];
    const first = await program.run(["publish", ...to], environment);
    expect(first).toMatchObject({ code: 0 });
    expect(first.out).toMatch(/current on kv:[0-9a-f]{32}; readers see it within about a minute/);
    const second = await program.run(["publish", ...to, "--data", "later"], environment);
    expect(second.out).toContain(`before: ${RELEASE.exec(first.out)?.[0]}`);
    const back = await program.run(["rollback", ...to], environment);
    expect(back.out).toContain(`Release ${RELEASE.exec(first.out)?.[0]} is current`);
    expect((await program.run(["releases", ...to], environment)).out.split("\n")).toHaveLength(3);
    const wrong = await program.run(["publish", ...to], { ...environment, CLOUDFLARE_API_TOKEN: "wrong" });
    expect(wrong).toMatchObject({ code: 1 });
    for (const { out, err } of [first, second, back, wrong]) expect(`${out}${err}`).not.toContain(TOKEN);
    await api.close();
  });
});

describe("fleet publish refuses", () => {
  it.each([
    ["ftp://somewhere", "is no place to publish to"],
    ["kv:short", "32 hexadecimal digits"],
    ["redis://one,two", "redis-cluster://"],
  ])("the address %s, with the forms that are right", async (address, words) => {
    const outcome = await program.run(["publish", "--to", address]);
    expect(outcome).toMatchObject({ code: 2 });
    expect(outcome.err).toContain(words);
  });

  it("to show a password", async () => {
    const { err } = await program.run(["releases", "--to", "ftp://user:s3cret@somewhere"]);
    expect(err).toContain("…@somewhere");
    expect(err).not.toContain("s3cret");
  });

  it("a store that is not there, with what was tried", async () => {
    const outcome = await program.run(["publish", "--to", `redis://127.0.0.1:${await freePort()}`]);
    expect(outcome).toMatchObject({ code: 1 });
    expect(outcome.err).toMatch(
      /cannot be reached: .*ECONNREFUSED .*start the server, or correct host and port/,
    );
  });

  it.skipIf(redisMissing).each([
    ["cut short", (bytes: Buffer) => bytes.subarray(0, bytes.length >> 1)],
    ["damaged in a record", (bytes: Buffer) => bytes.fill(0, 200, 2_000)],
  ])("a snapshot whose pack is %s, as serve and get do", async (_, spoil) => {
    const folder = join(program.root, "spoilt");
    cpSync(join(program.root, ".fleet"), folder, { recursive: true });
    const id = readFileSync(join(folder, "snapshots", "current"), "utf8").trim();
    const path = join(folder, "snapshots", id, "records.pack");
    writeFileSync(path, spoil(readFileSync(path)));
    const server = await startRedis();
    const outcome = await program.run(["publish", "--to", server.url, "--data", "spoilt"]);
    await server.remove();
    expect(outcome).toMatchObject({ code: 4, out: "" });
    expect(outcome.err).toMatch(/records\.pack: .*'fleet build'/);
  });

  it("a folder without a snapshot", async () => {
    const outcome = await program.run(["publish", "--to", "redis://127.0.0.1:1", "--data", "nothing"]);
    expect(outcome).toMatchObject({ code: 4 });
    expect(outcome.err).toContain("fleet build");
  });

  it("a snapshot with data that may not be passed on", async () => {
    const folder = join(program.root, "unlicensed");
    cpSync(join(program.root, ".fleet"), folder, { recursive: true });
    const snapshots = join(folder, "snapshots");
    const id = readFileSync(join(snapshots, "current"), "utf8").trim();
    const manifest = JSON.parse(readFileSync(join(snapshots, id, MANIFEST_FILE), "utf8"));
    manifest.sources.push({
      ...manifest.sources[0],
      id: "tar1090",
      name: "a database",
      licence: "none stated",
    });
    const { snapshot: _, ...content } = manifest;
    const named = { ...manifest, ...nameManifest(content) };
    cpSync(join(snapshots, id), join(snapshots, named.snapshot), { recursive: true });
    writeFileSync(join(snapshots, named.snapshot, MANIFEST_FILE), JSON.stringify(named));
    writeFileSync(join(snapshots, "current"), named.snapshot);
    expect(existsSync(join(snapshots, named.snapshot, "records.pack"))).toBe(true);
    const outcome = await program.run(["publish", "--to", "redis://127.0.0.1:1", "--data", "unlicensed"]);
    expect(outcome).toMatchObject({ code: 3 });
    expect(outcome.err).toMatch(/may not be passed on: a database \(none stated\).*--include-unlicensed/);
  });
});
