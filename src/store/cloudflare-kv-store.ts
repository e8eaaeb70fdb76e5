// Workers KV as an engine to read from: the binding that a worker has, and the platform's limits by name, as its
// documentation states them (kv/platform/limits, kv/api/write-key-value-pairs, fundamentals/api/reference/limits).
import { POINTER_KEY, type ReleaseReader } from "./release.ts";

export const KV_LIMITS = {
  valueBytes: 25 * 1024 * 1024,
  keyBytes: 512,
  bulkKeys: 10_000,
  bulkBytes: 100_000_000,
  listKeys: 1_000,
  minCacheTtlSeconds: 30,
  /** Between two writes of the same key. */
  writeIntervalMs: 1_000,
  /** A change may be seen this much later, by reads and listings alike. */
  visibleWithinMs: 60_000,
  /** Calls of the whole REST API, per user; one too many blocks every call for the rest of the window. */
  apiCalls: 1_200,
  apiWindowMs: 5 * 60_000,
  /** Of the free plan; each key of a bulk write counts. */
  freeWritesPerDay: 1_000,
} as const;

/** Packs, manifests and chunks never change. Garbage is collected later than this behind the pointer. */
export const IMMUTABLE_TTL_SECONDS = 24 * 60 * 60;

/** The part of a KV binding that is used here. */
export interface KvNamespace {
  get(
    key: string,
    options: { readonly type: "arrayBuffer"; readonly cacheTtl: number },
  ): Promise<ArrayBuffer | null>;
}

export function createKvReader(namespace: KvNamespace): ReleaseReader {
  const get = async (key: string, cacheTtl: number) => {
    const value = await namespace.get(key, { type: "arrayBuffer", cacheTtl });
    return value === null ? null : new Uint8Array(value);
  };
  return {
    async read(key) {
      if (key === POINTER_KEY) return get(key, KV_LIMITS.minCacheTtlSeconds);
      const value = await get(key, IMMUTABLE_TTL_SECONDS);
      // KV caches absence as long as a value, so a miss is asked for again as something that changes quickly: a value
      // that was published after a location looked for it must not be missed for a day.
      return value ?? get(key, KV_LIMITS.minCacheTtlSeconds);
    },
  };
}
