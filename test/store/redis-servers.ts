// Real Redis servers for tests, on free ports of the loopback interface, with their data in temporary folders: one
// alone, or three masters as a cluster. Started by the tests and stopped by them.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createConnection, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const BINARY = "redis-server";

export const redisMissing = spawnSync(BINARY, ["--version"]).status !== 0;
if (redisMissing)
  console.warn("redis-server is not installed: the tests that need a real Redis are skipped.");

/** Ended with the tests, also where one was broken off before it could clean up. */
const started = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of started) child.kill("SIGKILL");
});

export interface RedisServer {
  readonly port: number;
  readonly url: string;
  /** Sends one command, words only, and gives the reply's first line and the rest as text. */
  command(...words: readonly string[]): Promise<string>;
  start(): Promise<void>;
  /** What was written stays on disk and is there again after `start`. */
  stop(signal?: NodeJS.Signals): Promise<void>;
  /** Stops it from running without closing anything; `thaw` lets it go on. */
  freeze(): void;
  thaw(): void;
  /** Stops it for good and removes its files. */
  remove(): Promise<void>;
}

export async function startRedis(...settings: readonly string[]): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), "fleet-redis-"));
  const port = await freePort();
  let child: ChildProcess | null = null;
  const server: RedisServer = {
    port,
    url: `redis://127.0.0.1:${port}`,
    command: (...words) => send(port, words),
    async start() {
      const flags = ["--port", `${port}`, "--bind", "127.0.0.1", "--dir", folder, "--save", ""];
      // Appended to at every write, so that a killed server has everything again when it comes back.
      child = spawn(BINARY, [...flags, "--appendonly", "yes", "--appendfsync", "no", ...settings], {
        stdio: "ignore",
      });
      started.add(child);
      await until(async () => /^(\+PONG|-NOAUTH)/.test(await send(port, ["PING"])));
    },
    async stop(signal = "SIGKILL") {
      if (child === null || child.exitCode !== null || child.signalCode !== null) return;
      child.kill(signal);
      await once(child, "exit");
    },
    freeze: () => void child?.kill("SIGSTOP"),
    thaw: () => void child?.kill("SIGCONT"),
    async remove() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await server.start();
  return server;
}

export interface RedisCluster {
  readonly servers: readonly RedisServer[];
  readonly url: string;
  remove(): Promise<void>;
}

/** Three masters that share the 16,384 slots, without replicas. */
export async function startRedisCluster(): Promise<RedisCluster> {
  const settings = ["--cluster-enabled", "yes", "--cluster-node-timeout", "2000"];
  const servers = await Promise.all(
    [0, 1, 2].map(async () => startRedis(...settings, "--cluster-port", `${await freePort()}`)),
  );
  const [first] = servers as [RedisServer, ...RedisServer[]];
  const slots = [0, 5461, 10923, 16384];
  await Promise.all(
    servers.map((server, at) =>
      server.command("CLUSTER", "ADDSLOTSRANGE", `${slots[at]}`, `${(slots[at + 1] as number) - 1}`),
    ),
  );
  for (const [at, server] of servers.entries()) {
    await server.command("CLUSTER", "SET-CONFIG-EPOCH", `${at + 1}`);
    const busPort = (await server.command("CONFIG", "GET", "cluster-port")).split("\r\n")[4] as string;
    if (server !== first) await first.command("CLUSTER", "MEET", "127.0.0.1", `${server.port}`, busPort);
  }
  await until(async () => {
    const states = await Promise.all(servers.map((server) => server.command("CLUSTER", "INFO")));
    return states.every(
      (info) => info.includes("cluster_state:ok") && info.includes("cluster_known_nodes:3"),
    );
  });
  return {
    servers,
    url: `redis-cluster://${servers.map(({ port }) => `127.0.0.1:${port}`).join(",")}`,
    remove: async () => void (await Promise.all(servers.map((server) => server.remove()))),
  };
}

/** One command over a connection of its own, in Redis's own protocol: independent of the client under test. */
async function send(port: number, words: readonly string[]): Promise<string> {
  const socket = createConnection({ port, host: "127.0.0.1" });
  try {
    await once(socket, "connect");
    socket.write(
      `*${words.length}\r\n${words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`).join("")}`,
    );
    const [reply] = (await once(socket, "data")) as [Buffer];
    return reply.toString();
  } finally {
    socket.destroy();
  }
}

export async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}

export async function until(holds: () => Promise<boolean> | boolean, timeoutMs = 20_000): Promise<void> {
  for (const end = performance.now() + timeoutMs; performance.now() < end; await sleep(20)) {
    try {
      if (await holds()) return;
    } catch {
      // Not yet.
    }
  }
  throw new Error(`it did not come true within ${timeoutMs} ms: ${holds}`);
}
