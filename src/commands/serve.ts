// fleet serve: the handler behind node:http, on one process or several, until told to stop; then the requests in
// flight are finished first.
import cluster from "node:cluster";
import { readFileSync } from "node:fs";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createHandler } from "../http/handler.ts";
import { createAccessLog, type LogFormat } from "../node/access-log.ts";
import { createNodeServer } from "../node/server.ts";
import { type FolderSource, openSnapshotFolder } from "../store/pack-file-store.ts";
import { CommandError, type Console, EXIT } from "./console.ts";

export interface ServeOptions {
  readonly data: string;
  readonly host: string;
  readonly port: number;
  readonly workers: number;
  readonly inMemory: boolean;
  readonly log: LogFormat;
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  /** Writes access-log blocks. */
  readonly writeLog: (block: string) => void;
  readonly now: () => Date;
}

/** Longer than any answer takes, short enough for a service manager's patience. */
const DRAIN_MS = 10_000;

/** Resolves when the server has stopped, with the exit code. */
export async function serve(options: ServeOptions, console: Console): Promise<number> {
  if (options.workers > 1 && cluster.isPrimary) return runWorkers(options, console);
  const source = openSnapshotFolder(options.data, {
    inMemory: options.inMemory,
    onSwap: (from, to) => console.note(`Serving snapshot ${to} (was ${from}).`),
    onError: (error) =>
      console.note(`A new snapshot was refused, the old one keeps serving: ${error.message}`),
  });
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
  await listen(server, options);
  if (cluster.isPrimary) console.note(greeting(server, options, source));
  await stopSignal();
  await drain(server);
  log?.flush();
  source.close();
  return EXIT.ok;
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
  return { tls: { cert: read(tlsCert), key: read(tlsKey) } };
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

function greeting(server: Server, options: ServeOptions, source: FolderSource): string {
  const { port } = server.address() as AddressInfo;
  const { snapshot, counts } = source.current().manifest;
  const scheme = options.tlsCert === undefined ? "http" : "https";
  const host = options.host === "0.0.0.0" || options.host === "::" ? "localhost" : options.host;
  const base = `${scheme}://${host.includes(":") ? `[${host}]` : host}:${port}`;
  return `Serving snapshot ${snapshot} (${(counts.airframes ?? 0).toLocaleString("en")} airframes) at ${base}/
Try it: curl ${base}/api/v1/airlines/DL
Stop with Ctrl-C.`;
}

function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
    if (cluster.isWorker) process.once("disconnect", () => resolve());
  });
}

function drain(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const impatient = setTimeout(() => server.closeAllConnections(), DRAIN_MS).unref();
    server.close(() => {
      clearTimeout(impatient);
      resolve();
    });
    server.closeIdleConnections();
  });
}

/** One process per core, all on one port; a worker that dies is replaced, unless it never came up. */
function runWorkers(options: ServeOptions, console: Console): Promise<number> {
  return new Promise((resolve) => {
    let stopping = false;
    let failed = false;
    let ready = 0;
    for (let at = 0; at < options.workers; at++) cluster.fork();
    cluster.on("listening", () => {
      ready++;
      if (ready === options.workers)
        console.note(`${ready} workers serve on port ${options.port}. Stop with Ctrl-C.`);
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
