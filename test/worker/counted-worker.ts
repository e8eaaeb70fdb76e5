// The worker of src/, inside workerd, with its KV binding counted and, on demand, broken. What begins with /__ is for
// the test that drives it.
import worker from "../../src/worker.ts";
import type { KvNamespace } from "../../src/store/cloudflare-kv-store.ts";

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
let reads: string[] = [];
const realNow = Date.now;
Date.now = () => realNow() + shiftMs;

export default {
  async fetch(request: Request, env: { readonly FLEET: KvNamespace }): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === "/__reads") return Response.json(reads.splice(0));
    if (pathname === "/__later") shiftMs += Number(searchParams.get("ms"));
    if (pathname === "/__fault") fault = (await request.json()) as Fault | null;
    if (pathname.startsWith("/__")) return new Response(null, { status: 204 });
    return worker.fetch(request, { FLEET: { get: (key, options) => read(env.FLEET, key, options) } });
  },
};

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
