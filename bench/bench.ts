// npm run bench: our server against bare node:http and Fastify on the same answers. See README.md beside this file.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Load, openLoad } from "./load.ts";
import {
  canPin,
  type PackJob,
  pinLoad,
  runAsChild,
  runStore,
  type ServerProcess,
  startServer,
  writePack,
} from "./process.ts";
import { createRandom } from "./random.ts";
import { demandSameAnswers } from "./same-answers.ts";
import { SERVER_NAMES, type ServerName } from "./servers.ts";
import { choosePaths } from "./synthetic-pack.ts";
import { absoluteTable, type Measurement, overFastify, type Round, ratioTable } from "./table.ts";

interface Size {
  readonly records: number;
  readonly paths: number;
  /** Fresh processes each time: how the compiler lays out the same code differs from one to the next. */
  readonly generations: number;
  readonly rounds: number;
  /** Per server and round: short, so that all four of a round meet the same weather on a shared machine. */
  readonly requests: number;
  readonly warmUp: number;
  readonly gets: number;
}

const CONNECTIONS = 64;
const CHECKED_PATHS = 50;
const FULL: Size = {
  records: 500_000,
  paths: 200_000,
  generations: 6,
  rounds: 40,
  requests: 4_000,
  warmUp: 40_000,
  gets: 1_000_000,
};
const QUICK: Size = {
  records: 50_000,
  paths: 20_000,
  generations: 2,
  rounds: 12,
  requests: 3_000,
  warmUp: 20_000,
  gets: 200_000,
};

if (!(await runAsChild())) await main();

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      quick: { type: "boolean", default: false },
      node: { type: "string", default: process.execPath },
      profile: { type: "string" },
    },
  });
  const { node, profile } = values;
  const size = values.quick ? QUICK : FULL;
  const version = spawnSync(node, ["--version"], { encoding: "utf8" }).stdout?.trim();
  if (!version) throw new Error(`${node} is not a Node that runs here`);
  console.log(
    `Node ${version}; ${size.generations} times ${size.rounds} rounds of ${size.requests} requests, ${CONNECTIONS} connections`,
  );
  if (!canPin) console.log("No taskset, or one core: the processes are not pinned, expect more noise");
  const folder = mkdtempSync(join(tmpdir(), "fleet-bench-"));
  const job: PackJob = {
    packPath: join(folder, "bench.pack"),
    recordCount: size.records,
    pathCount: size.paths,
  };
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
  await writePack(job);
  await printStore(node, job, size);
  pinLoad();
  const flags = profile === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${profile}`];
  const rounds: Round[] = [];
  for (let at = 0; at < size.generations; at++) rounds.push(...(await runGeneration(node, flags, job, size)));
  console.log(`\n${ratioTable(rounds)}\n\n${absoluteTable(rounds)}\n`);
  for (const name of ["ours, pread", "ours, in memory"] as const)
    console.log(`${name}: ${overFastify(rounds, name)} × the requests per CPU second of Fastify`);
}

async function printStore(node: string, job: PackJob, size: Size): Promise<void> {
  for (const inMemory of [false, true]) {
    const { openMs, residentMb, getsPerCpuSecond } = await runStore(node, job, inMemory, size.gets);
    console.log(
      `${job.recordCount} records, ${inMemory ? "in memory" : "pread"}: opened in ${openMs.toFixed(0)} ms, ` +
        `${residentMb.toFixed(0)} MB resident, ${(getsPerCpuSecond / 1000).toFixed(0)} thousand gets per CPU second`,
    );
  }
}

/** All servers anew, checked, warmed up and measured round by round. */
async function runGeneration(
  node: string,
  flags: readonly string[],
  job: PackJob,
  size: Size,
): Promise<Round[]> {
  const paths = choosePaths(size.records, size.paths);
  const servers: ServerProcess[] = [];
  const loads: Load[] = [];
  try {
    for (const name of SERVER_NAMES) servers.push(await startServer(node, flags, job, name));
    await demandSameAnswers(
      servers.map(({ port }) => port),
      paths.slice(0, CHECKED_PATHS),
    );
    for (const { port } of servers) {
      const load = await openLoad(port, CONNECTIONS);
      loads.push(load);
      await load.run(size.warmUp, chooser(paths, 0));
    }
    const rounds: Round[] = [];
    for (let round = 0; round < size.rounds; round++) {
      const measured = new Map<ServerName, Measurement>();
      // Each round begins with another server, so that none always follows the same neighbour.
      for (let turn = 0; turn < servers.length; turn++) {
        const at = (round + turn) % servers.length;
        const server = servers[at] as ServerProcess;
        const nextPath = chooser(paths, round + 1);
        measured.set(server.name, await measure(server, loads[at] as Load, size.requests, nextPath));
      }
      rounds.push(measured);
    }
    return rounds;
  } finally {
    for (const load of loads) load.close();
    await Promise.all(servers.map((server) => server.stop()));
  }
}

/** The same paths in the same order for every server of a round. */
function chooser(paths: readonly string[], seed: number): () => string {
  const random = createRandom(seed);
  return () => paths[random(paths.length)] as string;
}

async function measure(
  server: ServerProcess,
  load: Load,
  requests: number,
  nextPath: () => string,
): Promise<Measurement> {
  const before = await server.cpuSeconds();
  const { seconds, p50Ms, p99Ms } = await load.run(requests, nextPath);
  const cpuSeconds = (await server.cpuSeconds()) - before;
  return {
    requestsPerCpuSecond: requests / cpuSeconds,
    requestsPerSecond: requests / seconds,
    p50Ms,
    p99Ms,
  };
}
