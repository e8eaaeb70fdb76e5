// fleet serve: the handler behind node:http, on one process or several, until told to stop; then the requests in
// flight are finished first.
import cluster from "node:cluster";
import { readFileSync } from "node:fs";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createSecureContext } from "node:tls";
import { createHandler } from "../http/handler.ts";
import { createAccessLog, type LogFormat } from "../node/access-log.ts";
import { createDrain } from "../node/drain.ts";
import { createNodeServer } from "../node/server.ts";
import { nativeChecksum, openSnapshotFolder } from "../store/pack-file-store.ts";
import { parseRedisAddress, REDIS_FORMS, withoutPassword } from "../store/redis-address.ts";
import { type SnapshotSource, StoreError } from "../store/store.ts";
import { CommandError, type Console, EXIT } from "./console.ts";
import { listen } from "./listen.ts";

export interface ServeOptions {
  readonly data: string;
  readonly host: string;
  readonly port: number;
  readonly workers: number;
  readonly inMemory: boolean;
  /** Redis or Valkey to serve from instead of the data folder. */
  readonly store?: string;
  /** Memory for packs of the store. */
  readonly cache: number;
  readonly log: LogFormat;
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  /** Writes access-log blocks. */
  readonly writeLog: (block: string) => void;
  readonly now: () => Date;
}

const SHOWN_TARGET = 200;

/** Resolves when the server has stopped, with the exit code. */
export async function serve(options: ServeOptions, console: Console): Promise<number> {
  if (options.store !== undefined) refuseOtherStores(options.store);
  if (options.workers > 1 && cluster.isPrimary) return runWorkers(options, console);
  const { source, serving } = await openSource(options, console);
  const log = options.log === "off" ? null : createAccessLog(options.log, options.writeLog, options.now);
  const server = createNodeServer({
    handler: createHandler({
      source,
      now: () => performance.now(),
      report: (fault, { method, target }) =>
        console.note(describeFault(fault, `${method} ${target.slice(0, SHOWN_TARGET)}`)),
    }),
    ...(log === null ? {} : { onAnswer: log.onAnswer }),
    ...tlsOf(options),
  });
  const drain = createDrain(server);
  await listen(server, options);
  if (cluster.isPrimary) console.note(greeting(server, options, serving));
  await stopSignal();
  await drain();
  log?.flush();
  source.close();
  return EXIT.ok;
}

/** Said before anything is started, and once for all workers. */
function refuseOtherStores(store: string): void {
  if (parseRedisAddress(store) !== null) return;
  throw new CommandError(
    `'${withoutPassword(store)}' is no address of a Redis server. ${REDIS_FORMS}`,
    EXIT.usage,
  );
}

interface OpenSource {
  readonly source: SnapshotSource;
  /** What is served, for the greeting; null where there is nothing yet. */
  readonly serving: string | null;
}

async function openSource(options: ServeOptions, console: Console): Promise<OpenSource> {
  if (options.store !== undefined) return openSharedStore(options, options.store, console);
  const source = openSnapshotFolder(options.data, {
    inMemory: options.inMemory,
    onSwap: (from, to) => console.note(`Serving snapshot ${to} (was ${from}).`),
    onError: (error) =>
      console.note(`A new snapshot was refused, the old one keeps serving: ${error.message}`),
  });
  const { snapshot, counts } = source.current().manifest;
  return {
    source,
    serving: `snapshot ${snapshot} (${(counts.airframes ?? 0).toLocaleString("en")} airframes)`,
  };
}

async function openSharedStore(options: ServeOptions, store: string, console: Console): Promise<OpenSource> {
  const { openStoreSource } = await import("./store-source.ts");
  const { cache: cacheMegabytes, now } = options;
  const opening = { store, cacheMegabytes, checksum: nativeChecksum, now };
  const { source, release } = await openStoreSource(opening, console);
  return { source, serving: release === null ? null : `release ${release}` };
}

function tlsOf({ tlsCert, tlsKey }: ServeOptions): { tls?: { cert: Buffer; key: Buffer } } {
  if (tlsCert === undefined && tlsKey === undefined) return {};
  if (tlsCert === undefined || tlsKey === undefined) {
    throw new CommandError("--tls-cert and --tls-key go together: give both, or neither.", EXIT.usage);
  }
  const read = (path: string) => {
    try {
      return readFileSync(path);
    } catch (error) {
      throw new CommandError(`Cannot read ${path}: ${(error as Error).message}`, EXIT.usage, {
        cause: error,
      });
    }
  };
  const tls = { cert: read(tlsCert), key: read(tlsKey) };
  try {
    createSecureContext(tls);
  } catch (error) {
    const reason = (error as Error).message;
    throw new CommandError(
      `${tlsCert} and ${tlsKey} are not a certificate and its key in PEM form: ${reason}`,
      EXIT.usage,
      { cause: error },
    );
  }
  return { tls };
}

/** A store out of reach is an outage like any other; only what nobody expected needs its stack. */
function describeFault(fault: Error, request: string): string {
  if (fault instanceof StoreError) return `503 on ${request}: ${fault.message}`;
  return `${fault.name} on ${request}: ${fault.stack ?? fault.message}`;
}

function greeting(server: Server, options: ServeOptions, serving: string | null): string {
  const { port } = server.address() as AddressInfo;
  const scheme = options.tlsCert === undefined ? "http" : "https";
  const host = options.host === "0.0.0.0" || options.host === "::" ? "localhost" : options.host;
  const base = `${scheme}://${host.includes(":") ? `[${host}]` : host}:${port}`;
  if (serving === null)
    return `Listening at ${base}/, and trying the store again by itself.\nStop with Ctrl-C.`;
  return `Serving ${serving} at ${base}/
Try it: curl ${base}/api/v1/airlines/DL
Stop with Ctrl-C.`;
}

function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
    if (cluster.isWorker) process.once("disconnect", () => resolve());
  });
}

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

/** One process per core, all on one port; a worker that dies is replaced, unless it never came up. */
function runWorkers(options: ServeOptions, console: Console): Promise<number> {
  return new Promise((resolve) => {
    let stopping = false;
    let failed: number | null = null;
    let ready = 0;
    let waitMs = 0;
    const end = () => {
      // A worker stays in the list until its channel is closed too, which may come later.
      if (Object.values(cluster.workers ?? {}).every((one) => one?.isDead())) resolve(failed ?? EXIT.ok);
    };
    for (let at = 0; at < options.workers; at++) cluster.fork();
    cluster.on("listening", (_, { port }) => {
      ready++;
      waitMs = 0;
      if (ready === options.workers)
        console.note(`${ready} workers serve on port ${port}. Stop with Ctrl-C.`);
    });
    cluster.on("exit", (worker, code) => {
      if (!stopping && ready >= options.workers) {
        const after = waitMs === 0 ? "" : ` in ${waitMs / 1_000} s`;
        console.note(`Worker ${worker.id} ended with code ${code}; starting another${after}.`);
        setTimeout(() => stopping || cluster.fork(), waitMs);
        // One that cannot start would otherwise be started without a pause.
        waitMs = Math.min(LONGEST_WAIT_MS, waitMs * 2 || FIRST_WAIT_MS);
        return;
      }
      if (!stopping) {
        failed ??= code || EXIT.failure;
        stop();
      }
      end();
    });
    const stop = () => {
      stopping = true;
      for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill("SIGTERM");
      end();
    };
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, stop);
  });
}
