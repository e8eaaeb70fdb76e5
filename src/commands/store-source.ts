// What `fleet serve --store` answers from: the current release of a Redis or Valkey that several nodes share. A node
// keeps nothing but a cache; through an outage it serves what it has and says so.
import type { Checksum } from "../snapshot/crc32.ts";
import { openRedisReader } from "../store/redis-store.ts";
import { openReleaseSource, type ReleaseSource } from "../store/release-source.ts";
import type { Console } from "./console.ts";

export interface StoreSourceOptions {
  readonly store: string;
  readonly cacheMegabytes: number;
  readonly checksum: Checksum;
  readonly now: () => Date;
}

/** Redis answers in a millisecond and caches nothing, so the pointer is looked at often. */
const REFRESH_MS = 1_000;

export function openStoreSource(options: StoreSourceOptions, console: Console): ReleaseSource {
  const reader = openRedisReader(options.store, {
    onState(connected, reason) {
      if (connected) console.note("Connected to the store.");
      else console.note(`The store is out of reach (${reason}); what is in memory is served meanwhile.`);
    },
  });
  const source = openReleaseSource(reader, {
    now: () => options.now().getTime(),
    refreshMs: REFRESH_MS,
    cacheBytes: options.cacheMegabytes * 1024 * 1024,
    checksum: options.checksum,
    onSwap: (from, to) => console.note(`Serving release ${to} (was ${from}).`),
    onError: (error) => console.note(`The release known so far keeps serving: ${error.message}`),
  });
  return {
    ...source,
    close() {
      source.close();
      void reader.close();
    },
  };
}
