// npm run bench: our server against bare node:http and Fastify on the same answers. See README.md beside this file.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { runLoad } from "./load.ts";
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
import { demandSameAnswers } from "./same-answers.ts";
import { SERVER_NAMES, type ServerName } from "./servers.ts";
import { choosePaths } from "./synthetic-pack.ts";
import { absoluteTable, type Measurement, overFastify, type Round, ratioTable } from "./table.ts";

const CONNECTIONS = 64;
const PATHS = 20_000;
const CHECKED_PATHS = 50;
const FULL = { records: 500_000, rounds: 24, requests: 30_000, warmUp: 60_000, gets: 1_000_000 };
const QUICK = { records: 50_000, rounds: 5, requests: 10_000, warmUp: 20_000, gets: 200_000 };

if (!(await runAsChild())) await main();

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      quick: { type: "boolean", default: false },
      node: { type: "string", default: process.execPath },
      profile: { type: "string" },
    },
  });
  const size = values.quick ? QUICK : FULL;
  const version = spawnSync(values.node, ["--version"], { encoding: "utf8" }).stdout.trim();
  console.log(
    `Node ${version}, ${size.records} records, ${size.rounds} rounds of ${size.requests} requests, ${CONNECTIONS} connections`,
  );
  if (!canPin) console.log("taskset is not at hand: the processes are not pinned, expect more noise");
  const folder = mkdtempSync(join(tmpdir(), "fleet-bench-"));
  const job: PackJob = { packPath: join(folder, "bench.pack"), recordCount: size.records, pathCount: PATHS };
  const servers: ServerProcess[] = [];
  try {
    await writePack(job);
    for (const inMemory of [false, true]) {
      const { openMs, residentMb, getsPerSecond } = await runStore(values.node, job, inMemory, size.gets);
      console.log(
        `${inMemory ? "in memory" : "pread"}: opened in ${openMs.toFixed(0)} ms, ${residentMb.toFixed(0)} MB resident, ${(getsPerSecond / 1000).toFixed(0)} thousand gets a second`,
      );
    }
    const flags = values.profile === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${values.profile}`];
    for (const name of SERVER_NAMES) servers.push(await startServer(values.node, flags, job, name));
    const paths = choosePaths(size.records, PATHS);
    await demandSameAnswers(
      servers.map(({ port }) => port),
      paths.slice(0, CHECKED_PATHS),
    );
    pinLoad();
    const rounds = await runRounds(servers, paths, size);
    console.log(`\n${ratioTable(rounds)}\n\n${absoluteTable(rounds)}\n`);
    for (const name of ["ours, pread", "ours, in memory"] as const) {
      console.log(`${name}: ${overFastify(rounds, name)} × the requests per CPU second of Fastify`);
    }
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
    rmSync(folder, { recursive: true, force: true });
  }
}

async function runRounds(
  servers: readonly ServerProcess[],
  paths: readonly string[],
  size: typeof FULL,
): Promise<Round[]> {
  for (const server of servers) await measure(server, paths, size.warmUp, 0);
  const rounds: Round[] = [];
  for (let round = 0; round < size.rounds; round++) {
    const measured = new Map<ServerName, Measurement>();
    // Each round begins with another server, so that no one always follows the same neighbour's heat or garbage.
    for (let turn = 0; turn < servers.length; turn++) {
      const server = servers[(round + turn) % servers.length] as ServerProcess;
      measured.set(server.name, await measure(server, paths, size.requests, round + 1));
    }
    rounds.push(measured);
  }
  return rounds;
}

async function measure(
  server: ServerProcess,
  paths: readonly string[],
  requests: number,
  seed: number,
): Promise<Measurement> {
  const before = await server.cpuSeconds();
  const load = await runLoad({ port: server.port, paths, connections: CONNECTIONS, requests, seed });
  const cpuSeconds = (await server.cpuSeconds()) - before;
  return {
    requestsPerCpuSecond: requests / cpuSeconds,
    requestsPerSecond: requests / load.seconds,
    p50Ms: load.p50Ms,
    p99Ms: load.p99Ms,
  };
}
