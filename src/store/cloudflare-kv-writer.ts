// Workers KV as an engine to publish to, through the REST API's bulk calls. Whatever was written before a failure
// stays: values are named by content, so publishing again goes on where it stopped.
import { type ApiOptions, createCloudflareApi, MAX_ATTEMPTS } from "./cloudflare-api.ts";
import { KV_LIMITS } from "./cloudflare-kv-store.ts";
import { contentHash } from "./content-hash.ts";
import type { ReleaseWriter } from "./release.ts";
import { StoreError } from "./store.ts";

export interface KvWriterOptions extends ApiOptions {
  readonly accountId: string;
  readonly namespaceId: string;
}

/** Well below the platform's most, so that a call that fails costs little to repeat and progress moves. */
export const BULK_TARGET_BYTES = 20_000_000;
/** Quotes, names and flags around each pair. */
const PAIR_OVERHEAD_BYTES = 64;
const KEY_PREFIX = "fleet-";
const FIRST_LOOK_AGAIN_MS = 1_000;

/** What this writer did to a key, and when: KV itself may show it late. */
interface Deed {
  /** Null: removed. */
  readonly hash: string | null;
  readonly at: number;
}

interface Pair {
  readonly key: string;
  readonly value: string;
  readonly base64: true;
}

export function openKvWriter(options: KvWriterOptions): ReleaseWriter {
  const { clock } = options;
  const api = createCloudflareApi(options);
  const account = `/accounts/${encodeURIComponent(options.accountId)}/storage/kv/namespaces`;
  const namespace = `${account}/${encodeURIComponent(options.namespaceId)}`;
  const deeds = new Map<string, Deed>();
  let namespaceSeen = false;

  /** KV takes one write a second of a key: told apart here, before it is refused there. */
  const awaitTurn = async (keys: readonly string[]) => {
    const last = Math.max(...keys.map((key) => deeds.get(key)?.at ?? Number.NEGATIVE_INFINITY));
    const waitMs = last + KV_LIMITS.writeIntervalMs - clock.now();
    if (waitMs > 0) await clock.sleep(waitMs);
  };

  /** A bulk call may do part of its work and name the rest, which is then tried again. */
  const untilDone = async <T>(all: readonly T[], keyOf: (item: T) => string, call: BulkCall<T>) => {
    let left = all;
    for (let attempt = 1; left.length > 0; attempt++) {
      const { result } = await call(left);
      const failed = new Set((result as BulkResult | null)?.unsuccessful_keys ?? []);
      left = left.filter((item) => failed.has(keyOf(item)));
      if (left.length > 0 && attempt === MAX_ATTEMPTS) {
        throw new StoreError(`Workers KV did not take ${left.length} keys, ${left.map(keyOf)[0]} among them`);
      }
      if (left.length > 0) await clock.sleep(KV_LIMITS.writeIntervalMs * 2 ** (attempt - 1));
    }
  };

  const readNow = async (key: string) => {
    const value = await api.bytes({ method: "GET", path: `${namespace}/values/${encodeURIComponent(key)}` });
    // A wrong namespace is a 404 too, and must not pass for one that is empty.
    if (value === null && !namespaceSeen) await api.json({ method: "GET", path: namespace });
    namespaceSeen = true;
    return value;
  };

  return {
    async read(key) {
      const deed = deeds.get(key);
      // What was written a moment ago is looked for until it could no longer be late; what is there then counts.
      for (let waitMs = FIRST_LOOK_AGAIN_MS; ; waitMs *= 2) {
        const value = await readNow(key);
        const asLeft = deed === undefined || deed.hash === (value === null ? null : contentHash(value));
        if (asLeft || clock.now() - deed.at > KV_LIMITS.visibleWithinMs) return value;
        await clock.sleep(waitMs);
      }
    },
    async write(values) {
      for (const pairs of toBulks(values)) {
        const keys = pairs.map(({ key }) => key);
        await awaitTurn(keys);
        await untilDone(
          pairs,
          ({ key }) => key,
          (body) => api.json({ method: "PUT", path: `${namespace}/bulk`, body }),
        );
        for (const key of keys) {
          deeds.set(key, { hash: contentHash(values.get(key) as Uint8Array), at: clock.now() });
        }
      }
    },
    async list() {
      const names = new Set<string>();
      const cursors = new Set<string>();
      for (let cursor = ""; ; ) {
        const query = new URLSearchParams({ prefix: KEY_PREFIX, limit: `${KV_LIMITS.listKeys}` });
        if (cursor !== "") query.set("cursor", cursor);
        const reply = await api.json({ method: "GET", path: `${namespace}/keys?${query}` });
        for (const { name } of (reply.result ?? []) as { readonly name: string }[]) names.add(name);
        cursor = reply.result_info?.cursor ?? "";
        if (cursor === "") break;
        if (cursors.has(cursor))
          throw new StoreError("Cloudflare's API lists the same page of keys for ever");
        cursors.add(cursor);
      }
      // Otherwise a late listing would have everything uploaded once more, at the cost of a free plan's day.
      for (const [key, { hash, at }] of deeds) {
        if (clock.now() - at > KV_LIMITS.visibleWithinMs) continue;
        if (hash === null) names.delete(key);
        else if (key.startsWith(KEY_PREFIX)) names.add(key);
      }
      return [...names];
    },
    async remove(keys) {
      for (let first = 0; first < keys.length; first += KV_LIMITS.bulkKeys) {
        const some = keys.slice(first, first + KV_LIMITS.bulkKeys);
        await untilDone(
          some,
          (key) => key,
          (body) => api.json({ method: "POST", path: `${namespace}/bulk/delete`, body }),
        );
        for (const key of some) deeds.set(key, { hash: null, at: clock.now() });
      }
    },
    async close() {},
  };
}

type BulkCall<T> = (items: readonly T[]) => Promise<{ readonly result?: unknown }>;

interface BulkResult {
  readonly unsuccessful_keys?: readonly string[];
}

/** Base64, since JSON carries no bytes; each call within the limits. */
function* toBulks(values: ReadonlyMap<string, Uint8Array>): Iterable<readonly Pair[]> {
  let pairs: Pair[] = [];
  let bytes = 0;
  for (const [key, value] of values) {
    checkLimits(key, value);
    const pair: Pair = { key, value: Buffer.from(value).toString("base64"), base64: true };
    const pairBytes = pair.value.length + key.length + PAIR_OVERHEAD_BYTES;
    const full = bytes + pairBytes > BULK_TARGET_BYTES || pairs.length === KV_LIMITS.bulkKeys;
    if (full && pairs.length > 0) {
      yield pairs;
      pairs = [];
      bytes = 0;
    }
    pairs.push(pair);
    bytes += pairBytes;
  }
  if (pairs.length > 0) yield pairs;
}

function checkLimits(key: string, value: Uint8Array): void {
  if (Buffer.byteLength(key) > KV_LIMITS.keyBytes) {
    throw new StoreError(
      `Workers KV takes keys of at most ${KV_LIMITS.keyBytes} bytes: ${key.slice(0, 80)}…`,
    );
  }
  if (value.length > KV_LIMITS.valueBytes) {
    throw new StoreError(
      `Workers KV takes values of at most ${KV_LIMITS.valueBytes} bytes: ${key} has ${value.length}`,
    );
  }
}
