// The suite on the engines that need nothing but this machine: the pack file, a map, Redis alone and as a cluster.
// Workers KV runs it in a file of its own, under the runtime it belongs to.
import { describe } from "vitest";
import { openSnapshotFolder } from "../../src/store/pack-file-store.ts";
import { openRedisReader, openRedisWriter } from "../../src/store/redis-store.ts";
import { createMapEngine } from "./map-engine.ts";
import { redisMissing, startRedis, startRedisCluster } from "./redis-servers.ts";
import { engineSuite, type OpenEngine, snapshotSuite } from "./store-suite.ts";

for (const inMemory of [false, true]) {
  snapshotSuite(`a pack file ${inMemory ? "in memory" : "on disk"}`, async (dataFolder) => ({
    source: openSnapshotFolder(dataFolder, { pollMs: 0, inMemory }),
    close: async () => {},
  }));
}

engineSuite("a map", async () => {
  const engine = createMapEngine();
  return { writer: engine, reader: engine, close: async () => {} };
});

describe.skipIf(redisMissing)("real servers", () => {
  engineSuite("Redis", () => openRedis(startRedis));
  engineSuite("a Redis cluster of three masters", () => openRedis(startRedisCluster));
});

async function openRedis(
  start: () => Promise<{ readonly url: string; remove(): Promise<void> }>,
): Promise<OpenEngine> {
  const server = await start();
  const writer = openRedisWriter(server.url);
  const reader = openRedisReader(server.url);
  return {
    writer,
    reader,
    async close() {
      await writer.close();
      await reader.close();
      await server.remove();
    },
  };
}
