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
import type { SnapshotSource } from "../store/store.ts";
import { CommandError, type Console, EXIT } from "./console.ts";

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

/** Resolves when the server has stopped, with the exit code. */
export async function serve(options: ServeOptions, console: Console): Promise<number> {
  if (options.workers > 1 && cluster.isPrimary) return runWorkers(options, console);
  const { source, serving } = await openSource(options, console);
  const log = options.log === "off" ? null : createAccessLog(options.log, options.writeLog, options.now);
  const server = createNodeServer({
    handler: createHandler({
      source,
      now: () => performance.now(),
      report: (fault, { method, target }) =>
        console.note(`${fault.name} on ${method} ${target.slice(0, 200)}: ${fault.stack ?? fault.message}`),
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

interface OpenSource {
  readonly source: SnapshotSource;
  /** What is served, for the greeting. */
  readonly serving: string;
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

/** A node that starts before its store answers 503 until the store is there: nobody has to start it again. */
async function openSharedStore(options: ServeOptions, store: string, console: Console): Promise<OpenSource> {
  const { openStoreSource } = await import("./store-source.ts");
  const { cache: cacheMegabytes, now } = options;
  const source = openStoreSource({ store, cacheMegabytes, checksum: nativeChecksum, now }, console);
  try {
    return { source, serving: `release ${(await source.current()).id}` };
  } catch (error) {
    console.note(`Nothing can be served yet, so every answer is a 503: ${(error as Error).message}`);
    return { source, serving: "nothing yet" };
  }
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

function listen(server: Server, { host, port }: ServeOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: Error & { code?: string }) => {
      if (error.code === "EADDRINUSE") {
        return reject(
          new CommandError(
            `Port ${port} is in use. Stop what runs there, or choose another: --port ${port + 1}`,
            EXIT.failure,
          ),
        );
      }
      if (error.code === "EACCES") {
        return reject(
          new CommandError(
            `Port ${port} needs more rights than this user has. Choose one above 1023.`,
            EXIT.failure,
          ),
        );
      }
      reject(error);
    });
    server.listen(port, host, () => resolve());
  });
}

function greeting(server: Server, options: ServeOptions, serving: string): string {
  const { port } = server.address() as AddressInfo;
  const scheme = options.tlsCert === undefined ? "http" : "https";
  const host = options.host === "0.0.0.0" || options.host === "::" ? "localhost" : options.host;
  const base = `${scheme}://${host.includes(":") ? `[${host}]` : host}:${port}`;
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

/** One process per core, all on one port; a worker that dies is replaced, unless it never came up. */
function runWorkers(options: ServeOptions, console: Console): Promise<number> {
  return new Promise((resolve) => {
    let stopping = false;
    let failed = false;
    let ready = 0;
    for (let at = 0; at < options.workers; at++) cluster.fork();
    cluster.on("listening", (_, { port }) => {
      ready++;
      if (ready === options.workers)
        console.note(`${ready} workers serve on port ${port}. Stop with Ctrl-C.`);
    });
    cluster.on("exit", (worker, code) => {
      if (!stopping && ready >= options.workers) {
        console.note(`Worker ${worker.id} ended with code ${code}; starting another.`);
        cluster.fork();
        return;
      }
      if (!stopping) {
        failed = true;
        stop();
      }
      if (Object.keys(cluster.workers ?? {}).length === 0) resolve(failed ? EXIT.failure : EXIT.ok);
    });
    const stop = () => {
      stopping = true;
      for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill("SIGTERM");
    };
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, stop);
  });
}
