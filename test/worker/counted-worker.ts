// The worker of src/, inside workerd, with its KV binding counted and, on demand, broken. What begins with /__ is for
// the test that drives it.

import type { KvNamespace } from "../../src/store/cloudflare-kv-store.ts";
import worker from "../../src/worker.ts";
import type { Namespace } from "./worker-host.ts";

interface Fault {
  readonly kind: "down" | "slow" | "lost" | "cut" | "flipped" | "swapped";
  /** Keys that begin like this are hit. */
  readonly prefix: string;
  readonly ms?: number;
  /** Key that is read instead. */
  readonly instead?: string;
}

let fault: Fault | null = null;
let shiftMs = 0;
const reads: string[] = [];
const realNow = Date.now;
Date.now = () => realNow() + shiftMs;

export default {
  async fetch(request: Request, env: { readonly FLEET: Namespace }): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === "/__reads") return Response.json(reads.splice(0));
    if (pathname === "/__later") shiftMs += Number(searchParams.get("ms"));
    if (pathname === "/__fault") fault = (await request.json()) as Fault | null;
    if (pathname === "/__write") await write(env.FLEET, (await request.json()) as [string, string][]);
    if (pathname === "/__remove") await remove(env.FLEET, (await request.json()) as string[]);
    if (pathname.startsWith("/__")) return new Response(null, { status: 204 });
    return worker.fetch(request, { FLEET: { get: (key, options) => read(env.FLEET, key, options) } });
  },
};

/** Many at a time, in here: from outside each one would be a request. */
async function write(namespace: Namespace, values: readonly [string, string][]): Promise<void> {
  await Promise.all(
    values.map(([key, value]) => {
      const text = atob(value);
      const bytes = new Uint8Array(text.length);
      for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
      return namespace.put(key, bytes.buffer);
    }),
  );
}

async function remove(namespace: Namespace, keys: readonly string[]): Promise<void> {
  await Promise.all(keys.map((key) => namespace.delete(key)));
}

type GetOptions = Parameters<KvNamespace["get"]>[1];

async function read(namespace: KvNamespace, key: string, options: GetOptions): Promise<ArrayBuffer | null> {
  reads.push(`${key} ${options.cacheTtl}`);
  if (fault === null || !key.startsWith(fault.prefix)) return namespace.get(key, options);
  const { kind, ms = 0, instead = key } = fault;
  if (kind === "down") throw new Error("KV GET failed: 503 Service Unavailable");
  if (kind === "lost") return null;
  if (kind === "slow") await new Promise((resolve) => setTimeout(resolve, ms));
  const value = await namespace.get(kind === "swapped" ? instead : key, options);
  if (value === null || kind === "slow" || kind === "swapped") return value;
  const bytes = new Uint8Array(value.slice(0, kind === "cut" ? value.byteLength - 100 : undefined));
  if (kind === "flipped") bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  return bytes.buffer;
}
