// Jobs that run in processes of their own, pinned to a core where taskset is at hand: one to write the pack, one
// per server, one per measurement of the store. Child and parent run the same bundled program and talk over IPC.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { availableParallelism } from "node:os";
import { listen, type ServerName } from "./servers.ts";
import { cpuSeconds, measureStore, type StoreResult } from "./store.ts";
import { choosePaths, writeSyntheticPack } from "./synthetic-pack.ts";

export interface PackJob {
  readonly packPath: string;
  readonly recordCount: number;
  readonly pathCount: number;
}

type Job = PackJob &
  (
    | { readonly kind: "write" }
    | { readonly kind: "serve"; readonly name: ServerName }
    | { readonly kind: "store"; readonly inMemory: boolean; readonly gets: number }
  );

export interface ServerProcess {
  readonly name: ServerName;
  readonly port: number;
  /** Seconds of processor time used so far, user and system. */
  cpuSeconds(): Promise<number>;
  stop(): Promise<void>;
}

const JOB_FLAG = "--job";
/** Few, because they are resident beside what is measured. */
const STORE_KEYS = 20_000;
const SERVER_CORE = "0";
const LOAD_CORE = "1";
export const canPin = availableParallelism() > 1 && spawnSync("taskset", ["-V"]).status === 0;

/** Moves this process, which makes the load, off the servers' core. */
export function pinLoad(): void {
  if (canPin) spawnSync("taskset", ["-a", "-c", "-p", LOAD_CORE, `${process.pid}`]);
}

export async function writePack(job: PackJob): Promise<void> {
  const child = start(process.execPath, [], { ...job, kind: "write" });
  await nextMessage(child);
  await exit(child);
}

export async function runStore(
  node: string,
  job: PackJob,
  inMemory: boolean,
  gets: number,
): Promise<StoreResult> {
  const child = start(node, [], { ...job, kind: "store", inMemory, gets });
  const result = (await nextMessage(child)) as StoreResult;
  await exit(child);
  return result;
}

export async function startServer(
  node: string,
  nodeFlags: readonly string[],
  job: PackJob,
  name: ServerName,
): Promise<ServerProcess> {
  const child = start(node, nodeFlags, { ...job, kind: "serve", name });
  const port = (await nextMessage(child)) as number;
  return {
    name,
    port,
    async cpuSeconds() {
      child.send("cpu");
      return (await nextMessage(child)) as number;
    },
    stop: () => exit(child),
  };
}

/** True in a child; it has its job in its arguments. */
export async function runAsChild(): Promise<boolean> {
  const [flag, text] = process.argv.slice(2);
  if (flag !== JOB_FLAG || text === undefined || process.send === undefined) return false;
  process.on("disconnect", () => process.exit());
  const report = process.send.bind(process);
  const job = JSON.parse(text) as Job;
  const { packPath, recordCount, pathCount } = job;
  if (job.kind === "write") {
    writeSyntheticPack(packPath, recordCount);
    report("done");
    return true;
  }
  if (job.kind === "store") {
    const keys = choosePaths(recordCount, STORE_KEYS).map((path) => path.slice("/api/v1/".length));
    report(measureStore(packPath, job.inMemory, keys, job.gets));
    return true;
  }
  report(await listen(job.name, packPath, choosePaths(recordCount, pathCount)));
  process.on("message", () => {
    report(cpuSeconds());
  });
  return true;
}

function start(node: string, nodeFlags: readonly string[], job: Job): ChildProcess {
  const program = process.argv[1] as string;
  const command = [node, ...nodeFlags, program, JOB_FLAG, JSON.stringify(job)];
  const pinned = canPin ? ["taskset", "-c", SERVER_CORE, ...command] : command;
  return spawn(pinned[0] as string, pinned.slice(1), { stdio: ["ignore", "inherit", "inherit", "ipc"] });
}

function nextMessage(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null) => reject(new Error(`a child process ended with code ${code}`));
    child.once("exit", onExit);
    child.once("error", reject);
    child.once("message", (message) => {
      child.off("exit", onExit);
      child.off("error", reject);
      resolve(message);
    });
  });
}

function exit(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (!child.connected) return resolve();
    child.once("exit", () => resolve());
    child.disconnect();
  });
}
