// The store suite on Workers KV: the namespace that workerd serves, read through the reader of src/, and the REST API on
// loopback, read and written through the writer of src/.
import { createKvReader } from "../../src/store/cloudflare-kv-store.ts";
import { openKvWriter } from "../../src/store/cloudflare-kv-writer.ts";
import { ACCOUNT, NAMESPACE, startKvApi, TOKEN } from "../store/kv-api-server.ts";
import { engineSuite } from "../store/store-suite.ts";
import { startWorker } from "./worker-host.ts";

engineSuite("Workers KV under workerd", async () => {
  const worker = await startWorker();
  const reader = createKvReader(await worker.namespace());
  return { writer: worker.engine, reader, close: worker.stop };
});

engineSuite("Workers KV through its REST API", async () => {
  const server = await startKvApi();
  let now = 0;
  const clock = {
    now: () => now,
    // Pauses take no time here: how long they are is tested elsewhere.
    async sleep(ms: number) {
      now += ms;
    },
  };
  const writer = openKvWriter({
    accountId: ACCOUNT,
    namespaceId: NAMESPACE,
    token: TOKEN,
    baseUrl: server.baseUrl,
    clock,
  });
  return { writer, reader: writer, close: server.close };
});
