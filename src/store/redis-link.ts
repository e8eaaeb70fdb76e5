// Keeps one connection to Redis alive: connects in the background, gives every command a time limit, turns whatever
// goes wrong into a StoreError at once, and starts afresh where a connection has gone silent without breaking.
import { setTimeout as sleep } from "node:timers/promises";
import { reasonOf, withAdvice } from "./redis-advice.ts";
import { StoreError } from "./store.ts";

/** What a client library must offer, for a single server and a cluster alike. */
export interface RedisConnection {
  connect(): Promise<void>;
  isReady(): boolean;
  onError(tell: (error: Error) => void): void;
  onReady(tell: () => void): void;
  get(key: string): Promise<Uint8Array | null>;
  set(key: string, value: Buffer): Promise<unknown>;
  del(key: string): Promise<unknown>;
  keys(): Promise<readonly string[]>;
  destroy(): void;
}

export interface LinkOptions {
  readonly timeoutMs: number;
  /** How long the very first command waits for the connection. */
  readonly firstWaitMs: number;
  /** Whether it waits on where the first attempt failed: a server may be started together with its reader. */
  readonly patient: boolean;
  /** The address without its password. */
  readonly shown: string;
  readonly onState?: (connected: boolean, reason: string) => void;
}

export interface RedisLink {
  run<T>(command: (connection: RedisConnection) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** A connection that gave no answer for so many time limits is dead, whatever the socket says. */
const SILENT_LIMITS = 5;
const RETRY_MS = 1_000;

export function createRedisLink(open: () => RedisConnection, options: LinkOptions): RedisLink {
  const { timeoutMs, shown, onState } = options;
  let connection = open();
  let lastError = "no connection yet";
  let answeredAt = performance.now();
  let connected: boolean | null = null;
  const ending = new AbortController();
  const pause = (milliseconds: number) =>
    sleep(milliseconds, undefined, { signal: ending.signal }).catch(() => {});

  const tell = (now: boolean, reason: string) => {
    if (connected === now) return;
    connected = now;
    onState?.(now, reason);
  };

  let failed = () => {};
  const failure = new Promise<void>((resolve) => {
    failed = resolve;
  });
  const start = async (mine: RedisConnection) => {
    mine.onError((error) => {
      lastError = reasonOf(error);
      failed();
      if (mine === connection && !mine.isReady()) tell(false, lastError);
    });
    mine.onReady(() => {
      answeredAt = performance.now();
      if (mine === connection) tell(true, "");
    });
    // A single server's client goes on trying by itself; a cluster's gives up when no node answers.
    while (!ending.signal.aborted && mine === connection) {
      try {
        return await mine.connect();
      } catch (error) {
        lastError = reasonOf(error as Error);
        failed();
        tell(false, lastError);
        await pause(RETRY_MS);
      }
    }
  };

  const restart = () => {
    const old = connection;
    connection = open();
    answeredAt = performance.now();
    old.destroy();
    void start(connection);
  };

  let first: Promise<unknown> | null = Promise.race([
    start(connection),
    pause(options.firstWaitMs),
    ...(options.patient ? [] : [failure]),
  ]);

  return {
    async run(command) {
      if (first !== null) await first;
      first = null;
      if (ending.signal.aborted) throw new StoreError(`the connection to ${shown} is closed`);
      if (!connection.isReady()) throw new StoreError(`${shown} cannot be reached: ${withAdvice(lastError)}`);
      try {
        const result = await within(command(connection), timeoutMs);
        answeredAt = performance.now();
        tell(true, "");
        return result;
      } catch (error) {
        if (error instanceof LateError && performance.now() - answeredAt > SILENT_LIMITS * timeoutMs)
          restart();
        throw new StoreError(`${shown}: ${withAdvice(reasonOf(error as Error))}`, { cause: error });
      }
    },
    async close() {
      ending.abort();
      connection.destroy();
    },
  };
}

class LateError extends Error {
  override readonly name = "LateError";
}

function within<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new LateError(`no answer within ${timeoutMs} ms`)), timeoutMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
