// The worker under the real workerd runtime, reached over its own socket: Miniflare's front worker would rewrite targets
// before ours saw them.
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { Miniflare, type MiniflareOptions } from "miniflare";
import type { HostAnswer, Host } from "../http/host.ts";
import { readText } from "../markdown.ts";
import { createRawClient, type RawClient } from "./raw-client.ts";

export interface RunningWorker {
  readonly host: Host;
  client(): RawClient;
  get(target: string, headers?: Readonly<Record<string, string>>): Promise<HostAnswer>;
  put(values: Iterable<readonly [string, Uint8Array]>): Promise<void>;
  remove(key: string): Promise<void>;
  /** Keys read since the last call, each with its cache time in seconds. */
  reads(): Promise<readonly string[]>;
  /** Makes the worker's clock jump. */
  later(ms: number): Promise<void>;
  fault(fault: object | null): Promise<void>;
  /** A new isolate on the same data. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** As wrangler.jsonc has it, so that the tests run what is deployed. */
const COMPATIBILITY_DATE = /"compatibility_date": "([^"]+)"/.exec(readText("wrangler.jsonc"))?.[1] ?? "";

export async function bundleWorker(entry: string, minify = false): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(entry, import.meta.url))],
    bundle: true,
    minify,
    write: false,
    format: "esm",
    target: "es2023",
    external: ["cloudflare:workers"],
  });
  return outputFiles[0]?.text ?? "";
}

export async function startWorker(values: Iterable<readonly [string, Uint8Array]>): Promise<RunningWorker> {
  const script = await bundleWorker("./counted-worker.ts");
  const optionsOf = (text: string): MiniflareOptions => ({
    modules: true,
    script: text,
    compatibilityDate: COMPATIBILITY_DATE,
    kvNamespaces: ["FLEET"],
    unsafeDirectSockets: [{ host: "127.0.0.1", port: 0 }],
  });
  const miniflare = new Miniflare(optionsOf(script));
  const connectTo = async () => createRawClient(Number((await miniflare.unsafeGetDirectURL()).port));
  let client: RawClient = await connectTo();
  const put: RunningWorker["put"] = async (some) => {
    const namespace = await miniflare.getKVNamespace("FLEET");
    for (const [key, value] of some) await namespace.put(key, exactBuffer(value));
  };
  const drive = (path: string, body?: string) =>
    client.request(body === undefined ? "GET" : "POST", path, {}, body);
  await put(values);
  return {
    host: {
      name: "workerd",
      normalisesTargets: true,
      request: (method, rawTarget, headers, body) => client.request(method, rawTarget, headers, body),
    },
    client: () => client,
    get: (target, headers = {}) => client.request("GET", target, headers),
    put,
    async remove(key) {
      await (await miniflare.getKVNamespace("FLEET")).delete(key);
    },
    reads: async () => JSON.parse(Buffer.from((await drive("/__reads")).body).toString()) as string[],
    later: async (ms) => void (await drive(`/__later?ms=${ms}`)),
    fault: async (fault) => void (await drive("/__fault", JSON.stringify(fault))),
    async restart() {
      client.close();
      await miniflare.setOptions(optionsOf(`${script}\n// ${performance.now()}`));
      client = await connectTo();
    },
    async stop() {
      client.close();
      await miniflare.dispose();
    },
  };
}

/** A Buffer may be a window on a pool; KV would store the pool. */
function exactBuffer(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}
