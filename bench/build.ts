// How long `fleet build` takes and how much memory it needs, and what the result needs to be opened and served: the data
// that comes with the program, and with a raw folder the commercial world and everything there is. Beside each time stands
// its ratio to a yardstick taken just before it, the whole US register through JSON.parse: a busy machine slows both. Usage:
//   node scripts/run.mjs bench/build.ts [--raw ../shared/data/raw] [--times 3]
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { openSnapshotFolder } from "../src/store/pack-file-store.ts";
import { markdown } from "./table.ts";

const argument = (name: string, otherwise: string) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? otherwise : (process.argv[at + 1] ?? otherwise);
};
const RAW = argument("raw", "../shared/data/raw");
const TIMES = Number(argument("times", "3"));
const OPEN_FLAG = "--open";
const PROGRAM = "dist/fleet.js";
const REGISTER = "node_modules/@squawk/icao-registry-data/data/icao-registry.json.gz";
const BUILDS: readonly (readonly [name: string, flags: readonly string[]])[] = [
  ["bundled data", []],
  ["commercial world", ["--raw", RAW]],
  ["everything", ["--raw", RAW, "--scope", "all", "--include-unlicensed"]],
];

interface Built {
  readonly seconds: number;
  readonly ofYardstick: number;
  readonly megabytes: number;
}

const opened = process.argv.indexOf(OPEN_FLAG);
if (opened > 0) openOnly(process.argv[opened + 1] as string);
else await measureAll();

async function measureAll(): Promise<void> {
  const builds = BUILDS.filter(([, flags]) => flags.length === 0 || existsSync(RAW));
  if (builds.length < BUILDS.length) console.log(`${RAW} is not there: only the bundled data is built`);
  const rows: string[][] = [];
  for (const [name, flags] of builds) {
    const data = mkdtempSync(join(tmpdir(), "fleet-bench-"));
    try {
      const runs: Built[] = [];
      for (let time = 0; time < TIMES; time++) runs.push(await measureBuild(data, flags));
      const open = await run([process.argv[1] as string, OPEN_FLAG, data]);
      rows.push([
        name,
        range(runs.map(({ seconds }) => seconds)),
        range(runs.map(({ ofYardstick }) => ofYardstick)),
        `${Math.max(...runs.map(({ megabytes }) => megabytes)).toFixed(0)} MB`,
        ...open.said.trim().split(" "),
      ]);
    } finally {
      rmSync(data, { recursive: true });
    }
  }
  console.log(`Node ${process.version}, ${TIMES} builds each\n`);
  console.log(
    markdown(["", "seconds", "yardsticks", "peak memory", "opens in ms", "MB resident, opened"], rows),
  );
}

async function measureBuild(data: string, flags: readonly string[]): Promise<Built> {
  for (const name of readdirSync(data)) rmSync(join(data, name), { recursive: true });
  const before = performance.now();
  JSON.parse(gunzipSync(readFileSync(REGISTER)).toString());
  const yardstick = performance.now() - before;
  const { seconds, megabytes } = await run([PROGRAM, "build", "--data", data, ...flags]);
  return { seconds, megabytes, ofYardstick: (seconds * 1_000) / yardstick };
}

/** Runs Node to the end; the kernel keeps the most memory a process ever had. */
function run(
  args: readonly string[],
): Promise<{ readonly seconds: number; readonly megabytes: number; readonly said: string }> {
  return new Promise((resolve, reject) => {
    const begun = performance.now();
    const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "ignore"] });
    let said = "";
    let megabytes = 0;
    child.stdout.on("data", (chunk: Buffer) => {
      said += chunk;
    });
    const look = setInterval(() => {
      megabytes = Math.max(megabytes, peakMegabytes(child.pid as number));
    }, 50);
    child.once("close", (code) => {
      clearInterval(look);
      if (code !== 0) return reject(new Error(`node ${args.join(" ")} ended with code ${code}`));
      resolve({ seconds: (performance.now() - begun) / 1_000, megabytes, said });
    });
  });
}

/** Zero where there is no /proc: then memory is not measured. */
function peakMegabytes(pid: number): number {
  try {
    const kilobytes = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    return (Number(kilobytes ?? 0) * 1_024) / 1e6;
  } catch {
    return 0;
  }
}

/** In a process of its own, so that nothing but the opened snapshot is in its memory. */
function openOnly(data: string): void {
  const begun = performance.now();
  const source = openSnapshotFolder(data);
  const milliseconds = performance.now() - begun;
  console.log(`${milliseconds.toFixed(0)} ${(process.memoryUsage.rss() / 1e6).toFixed(0)}`);
  source.close();
}

function range(values: readonly number[]): string {
  return `${Math.min(...values).toFixed(1)}–${Math.max(...values).toFixed(1)}`;
}
