// The Redis engine where the store suite does not look: outages, silence, wrong addresses, a cluster that loses a node.
import { once } from "node:events";
import { createConnection, createServer, type Server, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openRedisReader, openRedisWriter } from "../../src/store/redis-store.ts";
import { StoreError } from "../../src/store/store.ts";
import {
  freePort,
  type RedisCluster,
  type RedisServer,
  redisMissing,
  startRedis,
  startRedisCluster,
  until,
} from "./redis-servers.ts";

/** Nobody waits for a server that is not there in these tests. */
const AT_ONCE = { firstWaitMs: 300 };
const VALUE = new Map([["fleet-test-value", Buffer.from("value")]]);

describe("an address that cannot be right", () => {
  it("is refused at once, with the forms that are right and without the password", () => {
    expect(() => openRedisReader("http://user:s3cret@cache")).toThrow(StoreError);
    expect(() => openRedisReader("http://user:s3cret@cache")).toThrow(/redis:\/\/host:6379.*redis-cluster:/);
    expect(() => openRedisReader("http://user:s3cret@cache")).not.toThrow(/s3cret/);
  });
});

describe.skipIf(redisMissing)("a Redis server", () => {
  let server: RedisServer;

  beforeAll(async () => {
    server = await startRedis();
  });

  afterAll(() => server?.remove());

  it("that is not there is an error that says so, never a null", async () => {
    const port = await freePort();
    const reader = openRedisReader(`redis://127.0.0.1:${port}`, { firstWaitMs: 1_500 });
    await expect(reader.read("fleet-current")).rejects.toThrow(StoreError);
    // The first command waits for the connection; those after it fail at once.
    const started = performance.now();
    await expect(reader.read("fleet-current")).rejects.toThrow(
      /127\.0\.0\.1:\d+ cannot be reached: .*ECONNREFUSED/,
    );
    expect(performance.now() - started).toBeLessThan(1_000);
    await reader.close();
  });

  it("comes up after its reader and is used without a restart", async () => {
    const late = await startRedis();
    await late.stop();
    const reader = openRedisReader(late.url, AT_ONCE);
    await expect(reader.read("fleet-current")).rejects.toThrow(StoreError);
    await late.start();
    await until(async () => (await reader.read("fleet-current")) === null, 5_000);
    await reader.close();
    await late.remove();
  });

  it("keeps databases apart and lists nothing but our own keys", async () => {
    await server.command("SET", "somebody-elses", "x");
    const first = openRedisWriter(server.url);
    const second = openRedisWriter(`${server.url}/1`);
    await first.write(VALUE);
    expect(await first.list()).toEqual(["fleet-test-value"]);
    expect(await second.list()).toEqual([]);
    expect(await second.read("fleet-test-value")).toBeNull();
    await Promise.all([first.close(), second.close()]);
  });

  it("says what to do about a wrong or missing password", async () => {
    const guarded = await startRedis("--requirepass", "s3cret");
    for (const url of [guarded.url, guarded.url.replace("//", "//:wrong@")]) {
      const reader = openRedisReader(url, AT_ONCE);
      await expect(reader.read("fleet-current")).rejects.toThrow(/name and password in the address/);
      await reader.close();
    }
    const reader = openRedisReader(guarded.url.replace("//", "//:s3cret@"));
    expect(await reader.read("fleet-current")).toBeNull();
    await reader.close();
    await guarded.remove();
  });

  it("says what to do when it is full", async () => {
    const full = await startRedis("--maxmemory", "1mb", "--maxmemory-policy", "noeviction");
    const writer = openRedisWriter(full.url);
    const write = writer.write(new Map([["fleet-test-large", Buffer.alloc(1_000_000)]]));
    await write.catch(() => {});
    await expect(writer.write(VALUE)).rejects.toThrow(/OOM.*raise its maxmemory/);
    await writer.close();
    await full.remove();
  });

  it("that goes silent without breaking the connection is connected to anew", async () => {
    const proxy = await startProxy(server.port);
    const reader = openRedisReader(`redis://127.0.0.1:${proxy.port}`, { timeoutMs: 500 });
    const writer = openRedisWriter(server.url);
    await writer.write(VALUE);
    await until(async () => (await reader.read("fleet-test-value")) !== null);
    proxy.hush();
    await expect(reader.read("fleet-test-value")).rejects.toThrow(/no answer within 500 ms/);
    await until(async () => (await reader.read("fleet-test-value")) !== null, 3_000);
    expect(proxy.connections()).toBe(2);
    await Promise.all([reader.close(), writer.close()]);
    proxy.close();
  });

  it("answers nothing once it is closed", async () => {
    const reader = openRedisReader(server.url);
    await reader.read("fleet-current");
    await reader.close();
    await expect(reader.read("fleet-current")).rejects.toThrow(/closed/);
  });
});

describe.skipIf(redisMissing)("a Redis cluster", () => {
  let cluster: RedisCluster;

  beforeAll(async () => {
    cluster = await startRedisCluster();
  });

  afterAll(() => cluster?.remove());

  it("asked as if it were a single server says what to write instead", async () => {
    const writer = openRedisWriter(cluster.servers[0]?.url ?? "");
    const keys = Array.from({ length: 20 }, (_, at) => [`fleet-test-${at}`, Buffer.from("x")] as const);
    await expect(writer.write(new Map(keys))).rejects.toThrow(/write redis-cluster:\/\//);
    await writer.close();
  });

  it("spreads values over its masters, and loses no answer for good when one of them goes and comes back", async () => {
    const writer = openRedisWriter(cluster.url);
    const reader = openRedisReader(cluster.url, { timeoutMs: 300 });
    const keys = Array.from({ length: 30 }, (_, at) => `fleet-test-${at}`);
    await writer.write(new Map(keys.map((key) => [key, Buffer.from(key)])));
    for (const server of cluster.servers) {
      expect(Number((await server.command("DBSIZE")).slice(1))).toBeGreaterThan(0);
    }
    const readAll = () => Promise.allSettled(keys.map(async (key) => `${await reader.read(key)}`));
    expect((await readAll()).map((outcome) => outcome.status === "fulfilled" && outcome.value)).toEqual(keys);

    await cluster.servers[1]?.stop();
    const outcomes = await readAll();
    const failed = outcomes.filter((outcome) => outcome.status === "rejected");
    expect(failed.length).toBeGreaterThan(0);
    for (const { reason } of failed) expect(reason).toBeInstanceOf(StoreError);
    for (const [at, outcome] of outcomes.entries()) {
      if (outcome.status === "fulfilled") expect(outcome.value).toBe(keys[at]);
    }

    await cluster.servers[1]?.start();
    await until(async () => (await readAll()).every((outcome) => outcome.status === "fulfilled"), 10_000);
    expect((await readAll()).map((outcome) => outcome.status === "fulfilled" && outcome.value)).toEqual(keys);
    await Promise.all([reader.close(), writer.close()]);
  });

  it("that is not there at first is found when it comes", async () => {
    for (const server of cluster.servers) await server.stop();
    const reader = openRedisReader(cluster.url, { ...AT_ONCE, timeoutMs: 300 });
    await expect(reader.read("fleet-test-1")).rejects.toThrow(
      /redis-cluster:\/\/127\.0\.0\.1:.* cannot be reached/,
    );
    await Promise.all(cluster.servers.map((server) => server.start()));
    await until(async () => `${await reader.read("fleet-test-1")}` === "fleet-test-1", 15_000);
    await reader.close();
  });
});

/** Passes everything on, until it is hushed: then connections stay open and nothing moves; new ones work. */
async function startProxy(target: number) {
  const sockets: Socket[] = [];
  let connections = 0;
  const server: Server = createServer((incoming) => {
    connections++;
    const outgoing = createConnection({ port: target, host: "127.0.0.1" });
    for (const socket of [incoming, outgoing]) socket.on("error", () => {});
    incoming.pipe(outgoing).pipe(incoming);
    sockets.push(incoming, outgoing);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as { port: number }).port,
    connections: () => connections,
    hush() {
      for (const socket of sockets) socket.unpipe().pause();
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
