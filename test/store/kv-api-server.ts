// Workers KV's REST API on loopback, written from its documentation: bulk write, bulk delete, list with a cursor, read,
// the limits, and the ways in which a real service misbehaves. No account was at hand to hold it against the real one.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type Mishap =
  | { readonly kind: "status"; readonly status: number; readonly headers?: Readonly<Record<string, string>> }
  /** Headers promise more than comes, or valid HTTP carries half a document. */
  | { readonly kind: "cut" | "half" | "silence" | "hang-up" }
  /** A bulk call that does every second key and names the rest. */
  | { readonly kind: "partly" };

export interface KvApiServer {
  readonly baseUrl: string;
  readonly values: Map<string, Uint8Array>;
  /** Method, path behind the namespace, and how many items a bulk call carried. */
  readonly calls: string[];
  /** Each goes wrong once, in order, before anything is done. */
  readonly mishaps: Mishap[];
  /** Reads and listings see what is in here instead of what was written since. */
  past: ReadonlyMap<string, Uint8Array> | null;
  /** Most calls under way at once so far. */
  busiest(): number;
  close(): Promise<void>;
}

export const ACCOUNT = "0123456789abcdef0123456789abcdef";
export const NAMESPACE = "fedcba9876543210fedcba9876543210";
export const TOKEN = "a-token-that-must-not-be-shown";
const MAX_BULK = 10_000;
const MAX_VALUE_BYTES = 25 * 1024 * 1024;
const ROOT = `/client/v4/accounts/${ACCOUNT}/storage/kv/namespaces/`;

export async function startKvApi(): Promise<KvApiServer> {
  const values = new Map<string, Uint8Array>();
  const calls: string[] = [];
  const mishaps: Mishap[] = [];
  let busy = 0;
  let busiest = 0;
  const server = createServer(async (request, response) => {
    busy++;
    busiest = Math.max(busiest, busy);
    response.once("close", () => busy--);
    const text = await bodyOf(request);
    // Long enough for calls that are made at once to meet.
    await new Promise((resolve) => setTimeout(resolve, 1));
    const mishap = mishaps.shift();
    if (mishap !== undefined && mishap.kind !== "partly") {
      calls.push(`${mishap.kind === "status" ? mishap.status : mishap.kind}`);
      return goWrong(mishap, response);
    }
    answer(request, text, response, {
      values,
      seen: api.past ?? values,
      calls,
      partly: mishap !== undefined,
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const api: KvApiServer = {
    baseUrl: `http://127.0.0.1:${port}/client/v4`,
    values,
    calls,
    mishaps,
    past: null,
    busiest: () => busiest,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return api;
}

interface State {
  readonly values: Map<string, Uint8Array>;
  readonly seen: ReadonlyMap<string, Uint8Array>;
  readonly calls: string[];
  readonly partly: boolean;
}

function answer(
  request: IncomingMessage,
  text: string,
  response: ServerResponse,
  state: State,
): ServerResponse {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
  if (request.headers.authorization !== `Bearer ${TOKEN}`)
    return refuse(response, 403, 10000, "Authentication error");
  const [namespace, ...rest] = pathname.startsWith(ROOT) ? pathname.slice(ROOT.length).split("/") : [];
  if (namespace !== NAMESPACE) return refuse(response, 404, 10013, "namespace not found");
  const call = `${request.method} ${rest.map(decodeURIComponent).join("/")}`;
  if (call === "GET ") {
    state.calls.push("GET namespace");
    return succeed(response, { id: NAMESPACE, title: "FLEET" });
  }
  if (call === "PUT bulk") return bulkWrite(JSON.parse(text) as Pair[], response, state);
  if (call === "POST bulk/delete") return bulkDelete(JSON.parse(text) as string[], response, state);
  if (call === "GET keys") return list(searchParams, response, state);
  state.calls.push(call);
  const value = call.startsWith("GET values/") ? state.seen.get(call.slice("GET values/".length)) : undefined;
  if (value === undefined) return refuse(response, 404, 10009, "get: 'key not found'");
  return response.writeHead(200, { "Content-Type": "application/octet-stream" }).end(value);
}

interface Pair {
  readonly key: string;
  readonly value: string;
  readonly base64?: boolean;
}

function bulkWrite(
  pairs: readonly Pair[],
  response: ServerResponse,
  { values, calls, partly }: State,
): ServerResponse {
  calls.push(`PUT bulk ${pairs.length}`);
  if (pairs.length > MAX_BULK) return refuse(response, 400, 10027, "too many keys in one call");
  const failed: string[] = [];
  pairs.forEach(({ key, value, base64 }, at) => {
    const bytes = Buffer.from(value, base64 === true ? "base64" : "utf8");
    const refused =
      bytes.length > MAX_VALUE_BYTES || Buffer.byteLength(key) > 512 || (partly && at % 2 === 1);
    if (refused) failed.push(key);
    else values.set(key, bytes);
  });
  return succeed(response, { successful_key_count: pairs.length - failed.length, unsuccessful_keys: failed });
}

function bulkDelete(
  keys: readonly string[],
  response: ServerResponse,
  { values, calls, partly }: State,
): ServerResponse {
  calls.push(`POST bulk/delete ${keys.length}`);
  if (keys.length > MAX_BULK) return refuse(response, 400, 10027, "too many keys in one call");
  const failed = keys.filter((_, at) => partly && at % 2 === 1);
  for (const key of keys) if (!failed.includes(key)) values.delete(key);
  return succeed(response, { successful_key_count: keys.length - failed.length, unsuccessful_keys: failed });
}

function list(query: URLSearchParams, response: ServerResponse, { seen, calls }: State): ServerResponse {
  const limit = Number(query.get("limit") ?? 1_000);
  if (limit < 10 || limit > 1_000) return refuse(response, 400, 10011, "limit must be between 10 and 1000");
  const names = [...seen.keys()].filter((key) => key.startsWith(query.get("prefix") ?? "")).sort();
  const after = query.get("cursor");
  const start =
    after === null ? 0 : names.findIndex((name) => name > Buffer.from(after, "base64url").toString());
  const page = start < 0 ? [] : names.slice(start, start + limit);
  const more = start >= 0 && start + limit < names.length;
  calls.push(`GET keys ${page.length}`);
  const cursor = more ? Buffer.from(page.at(-1) ?? "").toString("base64url") : "";
  const result = page.map((name) => ({ name }));
  return json(response, 200, { ...envelope(true), result, result_info: { count: page.length, cursor } });
}

function goWrong(mishap: Exclude<Mishap, { kind: "partly" }>, response: ServerResponse): ServerResponse {
  if (mishap.kind === "status") {
    const headers = { "Content-Type": "text/html", ...mishap.headers };
    return response.writeHead(mishap.status, headers).end("<h1>error</h1>");
  }
  if (mishap.kind === "hang-up") return response.destroy();
  if (mishap.kind === "half") return response.writeHead(200).end('{"success":true,"result":');
  if (mishap.kind === "cut") {
    response.writeHead(200, { "Content-Length": 1_000 }).write('{"success":');
    setTimeout(() => response.destroy(), 5);
  }
  return response;
}

function envelope(success: boolean, errors: readonly object[] = []) {
  return { success, errors, messages: [] };
}

function succeed(response: ServerResponse, result: unknown): ServerResponse {
  return json(response, 200, { ...envelope(true), result });
}

function refuse(response: ServerResponse, status: number, code: number, message: string): ServerResponse {
  return json(response, status, { ...envelope(false, [{ code, message }]), result: null });
}

function json(response: ServerResponse, status: number, value: unknown): ServerResponse {
  return response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(value));
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}
