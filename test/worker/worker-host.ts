// The worker under the real workerd runtime, reached over its own socket: Miniflare's front worker would rewrite targets
// before ours saw them.
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { Miniflare, type MiniflareOptions } from "miniflare";
import type { KvNamespace } from "../../src/store/cloudflare-kv-store.ts";
import type { ReleaseWriter } from "../../src/store/release.ts";
import { eachOf } from "../../src/store/verified-write.ts";
import type { Host, HostAnswer } from "../http/host.ts";
import { readText } from "../markdown.ts";
import { createRawClient, type RawClient } from "./raw-client.ts";

export interface RunningWorker {
  readonly host: Host;
  client(): RawClient;
  get(target: string, headers?: Readonly<Record<string, string>>): Promise<HostAnswer>;
  /** The namespace behind the binding, and the same as an engine to publish to. */
  namespace(): Promise<Namespace>;
  readonly engine: ReleaseWriter;
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

export async function startWorker(): Promise<RunningWorker> {
  const script = await bundleWorker("./counted-worker.ts");
  const optionsOf = (text: string): MiniflareOptions => ({
    modules: true,
    script: text,
    compatibilityDate: COMPATIBILITY_DATE,
    kvNamespaces: ["FLEET"],
    unsafeDirectSockets: [{ host: "127.0.0.1", port: 0 }],
    // What the worker logs is part of no test, and broken downloads make the runtime talkative.
    handleRuntimeStdio(out: Readable, error: Readable) {
      out.resume();
      error.resume();
    },
  });
  const miniflare = new Miniflare(optionsOf(script));
  const connectTo = async () => createRawClient(Number((await miniflare.unsafeGetDirectURL()).port));
  let client: RawClient = await connectTo();
  const drive = (path: string, body?: string) =>
    client.request(body === undefined ? "GET" : "POST", path, {}, body);
  const namespace = async () => (await miniflare.getKVNamespace("FLEET")) as unknown as Namespace;
  return {
    host: {
      name: "workerd",
      normalisesTargets: true,
      // workerd itself refuses a target without a path (OPTIONS *), before any worker sees it.
      request: async (method, rawTarget, headers, body) =>
        rawTarget.startsWith("/") ? client.request(method, rawTarget, headers, body) : null,
    },
    client: () => client,
    get: (target, headers = {}) => client.request("GET", target, headers),
    namespace,
    engine: namespaceEngine(namespace, drive),
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

/** The binding as this side of the process boundary has it; Miniflare's own types need a package of their own. */
export interface Namespace extends KvNamespace {
  put(key: string, value: ArrayBuffer): Promise<void>;
  delete(key: string): Promise<void>;
  list(options: { readonly prefix: string; readonly cursor?: string }): Promise<{
    readonly keys: readonly { readonly name: string }[];
    readonly list_complete: boolean;
    readonly cursor?: string;
  }>;
}

/** Smaller values go to the worker in one call, which is quicker than a call each; larger ones go one by one. */
const LARGE_BYTES = 16_000;

function namespaceEngine(
  namespace: () => Promise<Namespace>,
  drive: (path: string, body: string) => Promise<HostAnswer>,
): ReleaseWriter {
  return {
    async read(key) {
      const value = await (await namespace()).get(key, { type: "arrayBuffer", cacheTtl: 30 });
      return value === null ? null : new Uint8Array(value);
    },
    async write(values) {
      const large = [...values].filter(([, value]) => value.length >= LARGE_BYTES);
      const kv = large.length === 0 ? null : await namespace();
      // A copy: a Buffer may be a window on a pool, and KV would store the pool.
      await eachOf(large, async ([key, value]) => kv?.put(key, new Uint8Array(value).buffer));
      const small = [...values].filter(([, value]) => value.length < LARGE_BYTES);
      const pairs = small.map(([key, value]) => [key, Buffer.from(value).toString("base64")]);
      if (pairs.length > 0) await drive("/__write", JSON.stringify(pairs));
    },
    async list() {
      const kv = await namespace();
      const names: string[] = [];
      let cursor: string | undefined;
      for (;;) {
        const page = await kv.list({ prefix: "fleet-", ...(cursor === undefined ? {} : { cursor }) });
        names.push(...page.keys.map(({ name }) => name));
        if (page.list_complete) return names;
        cursor = page.cursor;
      }
    },
    async remove(keys) {
      await drive("/__remove", JSON.stringify(keys));
    },
    async close() {},
  };
}
