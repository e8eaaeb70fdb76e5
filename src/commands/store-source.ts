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

export interface StoreSource {
  readonly source: ReleaseSource;
  /** The release it begins with; null where there is none yet. */
  readonly release: string | null;
}

/** Redis answers in a millisecond and caches nothing, so the pointer is looked at often. */
const REFRESH_MS = 1_000;
const NOTHING_YET = "Nothing can be served yet";

/**
 * A node that starts before its store answers 503 until the store is there: nobody has to start it again. The pointer is
 * looked at whether anybody asks or not, so that the first request after a quiet night sees the last release, and
 * whoever watches it sees a store that has gone silent.
 */
export async function openStoreSource(options: StoreSourceOptions, console: Console): Promise<StoreSource> {
  const narrator = createNarrator(console);
  let connected = false;
  const reader = openRedisReader(options.store, {
    onState(now, reason) {
      connected = now;
      if (connected) void source.refresh();
      else source.noteLoss();
      narrator.connection(connected, reason);
    },
  });
  const source = openReleaseSource(reader, {
    now: () => options.now().getTime(),
    refreshMs: REFRESH_MS,
    cacheBytes: options.cacheMegabytes * 1024 * 1024,
    checksum: options.checksum,
    onOpen: narrator.open,
    onSwap: narrator.swap,
    onError(error) {
      // That the connection is lost was said when it was.
      if (connected) narrator.trouble(error);
    },
  });
  const release = await firstRelease(source, narrator);
  const polling = setInterval(() => {
    if (connected) void source.refresh();
  }, REFRESH_MS).unref();
  const close = () => {
    clearInterval(polling);
    source.close();
    void reader.close();
  };
  return { source: { ...source, close }, release };
}

async function firstRelease(source: ReleaseSource, narrator: Narrator): Promise<string | null> {
  try {
    const { id } = await source.current();
    narrator.begin(null);
    return id;
  } catch (error) {
    narrator.begin(error as Error);
    return null;
  }
}

type Narrator = ReturnType<typeof createNarrator>;

/** Says what the first look finds once, at its end, and from then on every change. */
function createNarrator(console: Console) {
  let begun = false;
  let holding = false;
  let said = "";
  const say = (text: string) => {
    if (begun) console.note(text);
  };
  return {
    begin(failure: Error | null) {
      begun = true;
      if (failure === null) return;
      said = failure.message;
      say(`${NOTHING_YET}, so every answer is a 503 until that is mended: ${said}`);
    },
    connection(connected: boolean, reason: string) {
      const meanwhile = holding
        ? "what is in memory is served meanwhile"
        : "every answer is a 503 until it is back";
      say(connected ? "Connected to the store." : `The store is out of reach (${reason}); ${meanwhile}.`);
    },
    open(release: string) {
      holding = true;
      say(`Serving release ${release}.`);
    },
    swap: (from: string, to: string) => say(`Serving release ${to} (was ${from}).`),
    trouble({ message }: Error) {
      // Those who watched the first look tell of it too.
      const known = message === said;
      said = "";
      if (!known) say(`${holding ? "The release known so far keeps serving" : NOTHING_YET}: ${message}`);
    },
  };
}
