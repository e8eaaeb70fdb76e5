// Redis or Valkey, a single server or a cluster, as an engine: read by nodes, written by publishers. An outage is an
// error within a second or two, never a null and never an endless queue; the connection comes back by itself.
import { createClient, createCluster, RESP_TYPES } from "redis";
import { parseRedisAddress, REDIS_FORMS, type RedisAddress } from "./redis-address.ts";
import { createRedisLink, type RedisConnection } from "./redis-link.ts";
import type { ReleaseReader, ReleaseWriter } from "./release.ts";
import { StoreError } from "./store.ts";

export interface RedisOptions {
  /** How long one command may take. */
  readonly timeoutMs?: number;
  /** How long the very first command waits for the connection. */
  readonly firstWaitMs?: number;
  /** The connection was lost or came back; told once for each change. */
  readonly onState?: (connected: boolean, reason: string) => void;
}

export interface RedisReader extends ReleaseReader {
  close(): Promise<void>;
}

/** A pack takes a millisecond on a local network; what takes this long will not come. */
const READ_TIMEOUT_MS = 1_000;
/** A batch of packs to a busy server may take its time. */
const WRITE_TIMEOUT_MS = 15_000;
const CONNECT_TIMEOUT_MS = 2_000;
/** A server that is started together with this program may be a little later. */
const FIRST_WAIT_MS = 4_000;
/** More than any node has under way; beyond it a command fails at once instead of waiting behind the others. */
const MAX_WAITING = 4_096;
const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 2_000;
const EVERY_KEY = { MATCH: "fleet-*", COUNT: 1_000 } as const;
const BYTES = { [RESP_TYPES.BLOB_STRING]: Buffer } as const;

export function openRedisReader(address: string, options: RedisOptions = {}): RedisReader {
  const link = linkTo(address, { timeoutMs: READ_TIMEOUT_MS, patient: true, ...options });
  return {
    read: (key) => link.run((connection) => connection.get(key)),
    close: link.close,
  };
}

export function openRedisWriter(address: string, options: RedisOptions = {}): ReleaseWriter {
  const link = linkTo(address, { timeoutMs: WRITE_TIMEOUT_MS, patient: false, ...options });
  return {
    read: (key) => link.run((connection) => connection.get(key)),
    async write(values) {
      await link.run((connection) =>
        Promise.all([...values].map(([key, value]) => connection.set(key, Buffer.from(value)))),
      );
    },
    list: () => link.run((connection) => connection.keys()),
    async remove(keys) {
      await link.run((connection) => Promise.all(keys.map((key) => connection.del(key))));
    },
    close: link.close,
  };
}

function linkTo(
  text: string,
  options: RedisOptions & { readonly timeoutMs: number; readonly patient: boolean },
) {
  const address = parseRedisAddress(text);
  if (address === null) {
    throw new StoreError(`this is no address of a Redis server. ${REDIS_FORMS}`);
  }
  return createRedisLink(() => (address.cluster ? connectCluster(address) : connectServer(address)), {
    ...options,
    firstWaitMs: options.firstWaitMs ?? FIRST_WAIT_MS,
    shown: address.shown,
  });
}

/** Settings of every connection. */
function common(address: RedisAddress) {
  const { username, password, tls } = address;
  return {
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
    disableOfflineQueue: true,
    commandsQueueMaxLength: MAX_WAITING,
    maintNotifications: "disabled",
    socket: {
      connectTimeout: CONNECT_TIMEOUT_MS,
      // Full jitter would let nodes wait too long here; half of it keeps them apart well enough.
      reconnectStrategy: (retries: number) =>
        Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** retries) * (0.5 + Math.random() / 2),
      ...(tls ? { tls: true as const } : {}),
    },
  } as const;
}

function connectServer(address: RedisAddress): RedisConnection {
  const settings = common(address);
  const [node] = address.nodes;
  const client = createClient({
    ...settings,
    ...(address.database === undefined ? {} : { database: address.database }),
    socket: { ...settings.socket, host: node?.host ?? "localhost", port: node?.port ?? 6379 },
  });
  const bytes = client.withTypeMapping(BYTES);
  return {
    connect: async () => void (await client.connect()),
    isReady: () => client.isReady,
    onError: (tell) => void client.on("error", tell),
    onReady: (tell) => void client.on("ready", tell),
    get: (key) => bytes.get(key),
    set: (key, value) => client.set(key, value),
    del: (key) => client.del(key),
    async keys() {
      const found: string[] = [];
      for await (const some of client.scanIterator(EVERY_KEY)) found.push(...some);
      return found;
    },
    destroy: () => client.destroy(),
  };
}

function connectCluster(address: RedisAddress): RedisConnection {
  const settings = common(address);
  const cluster = createCluster({
    rootNodes: address.nodes.map(({ host, port }) => ({ socket: { host, port } })),
    defaults: settings,
    // Nodes are connected to when a key of theirs is asked for: one that is down must not keep the others away.
    minimizeConnections: true,
  });
  const bytes = cluster.withTypeMapping(BYTES);
  return {
    connect: async () => void (await cluster.connect()),
    isReady: () => cluster.isReady,
    onError(tell) {
      cluster.on("error", tell);
      cluster.on("node-error", tell);
    },
    onReady: (tell) => void cluster.on("node-ready", tell),
    get: (key) => bytes.get(key),
    set: (key, value) => cluster.set(key, value),
    del: (key) => cluster.del(key),
    async keys() {
      const found: string[] = [];
      for (const master of cluster.masters) {
        const client = await cluster.nodeClient(master);
        for await (const some of client.scanIterator(EVERY_KEY)) found.push(...some);
      }
      return found;
    },
    destroy: () => cluster.destroy(),
  };
}
