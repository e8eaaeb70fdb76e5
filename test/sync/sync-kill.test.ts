// A sync killed at twenty points of its way: every file under raw/ stays whole, nothing piles up, and the next sync that
// is let alone makes everything good.
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { build } from "esbuild";
import { unzipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FileServer, startFileServer } from "./misbehaving-server.ts";
import { AIRPORTS, COUNTRIES, PACKED, REGISTER, REPOSITORY, servedVersion } from "./sample-upstreams.ts";

const KILLS = 20;
const ROWS = 400;
/** More than everything the sample may have under way: parts, what is unpacked, memory, lock. */
const MAX_LITTER_FILES = 30;
const MAX_LITTER_BYTES = 400_000;

let folder: string;
let raw: string;
let program: string;
let server: FileServer;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "fleet-sync-"));
  raw = join(folder, "raw");
  program = join(folder, "sync.mjs");
  server = await startFileServer();
  await build({
    entryPoints: [fileURLToPath(new URL("./sync-child.ts", import.meta.url))],
    outfile: program,
    bundle: true,
    platform: "node",
    format: "esm",
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
  });
});

afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

async function serve(version: number): Promise<void> {
  for (const [path, file] of await servedVersion(version, ROWS)) server.files.set(path, file);
}

function start(): { child: ChildProcess; begun: Promise<void>; ended: Promise<void> } {
  const child = spawn(process.execPath, [program, server.base, raw], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  return {
    child,
    begun: new Promise((resolve) => child.stdout?.once("data", () => resolve())),
    ended: new Promise((resolve) => child.once("close", () => resolve())),
  };
}

/** The versions that stand in a file; it is whole if there is one, on every line. */
function versionsIn(text: string): string[] {
  const lines = text.trimEnd().split("\n").slice(1);
  expect(lines).toHaveLength(ROWS);
  return [...new Set(lines.map((line) => /version (\d+) row \d+$/.exec(line)?.[1] ?? `broken: ${line}`))];
}

/** Reads every file that is there as its reader would; gives the newest version seen. */
function checkWhole(): number {
  const texts = [COUNTRIES, AIRPORTS, "register/MASTER.txt", "vrs/airlines.csv"];
  const shards = join(raw, "vrs/aircraft/4");
  if (existsSync(shards)) texts.push(...readdirSync(shards).map((name) => `vrs/aircraft/4/${name}`));
  const there = texts.filter((file) => existsSync(join(raw, file)));
  const versions = there.flatMap((file) => versionsIn(readFileSync(join(raw, file), "utf8")));
  for (const file of [PACKED, REGISTER])
    if (existsSync(join(raw, file))) expect(() => unzipSync(readFileSync(join(raw, file)))).not.toThrow();
  for (const file of [REPOSITORY, "vrs/routes.tar.gz"])
    if (existsSync(join(raw, file))) expect(() => gunzipSync(readFileSync(join(raw, file)))).not.toThrow();
  expect(versions.filter((version) => !/^\d+$/.test(version))).toEqual([]);
  return Math.max(0, ...versions.map(Number));
}

function litter(): { files: number; bytes: number } {
  const names = readdirSync(join(raw, ".sync"), { recursive: true, encoding: "utf8" });
  const files = names.map((name) => statSync(join(raw, ".sync", name))).filter((one) => one.isFile());
  return { files: files.length, bytes: files.reduce((sum, { size }) => sum + size, 0) };
}

describe("a sync killed twenty times", () => {
  it("leaves whole files and no litter that grows, and is made good by the next", {
    timeout: 180_000,
  }, async () => {
    server.pace = { bytes: 1_024, ms: 3 };
    await serve(1);
    const first = start();
    await first.begun;
    const begunMs = performance.now();
    await first.ended;
    let lastsMs = performance.now() - begunMs;
    expect(checkWhole()).toBe(1);

    let version = 1;
    const random = createRandom();
    for (let killed = 0; killed < KILLS; ) {
      await serve(++version);
      const { child, begun, ended } = start();
      await begun;
      const sinceMs = performance.now();
      // One kill in each twentieth of the way, somewhere in it.
      await new Promise((resolve) => setTimeout(resolve, (lastsMs * (killed + random())) / KILLS));
      child.kill("SIGKILL");
      await ended;
      if (child.signalCode === "SIGKILL") killed++;
      // It was quicker than the first: the way is shorter than thought.
      else lastsMs = Math.min(0.9 * lastsMs, performance.now() - sinceMs);
      expect(checkWhole()).toBeGreaterThanOrEqual(1);
      const { files, bytes } = litter();
      expect(files).toBeLessThanOrEqual(MAX_LITTER_FILES);
      expect(bytes).toBeLessThanOrEqual(MAX_LITTER_BYTES);
    }

    server.pace = null;
    const last = start();
    await last.ended;
    expect(last.child.exitCode).toBe(0);
    expect(checkWhole()).toBe(version);
    expect(readFileSync(join(raw, AIRPORTS))).toEqual(server.files.get(`/${AIRPORTS}`)?.body);
    expect(readdirSync(join(raw, ".sync"))).toEqual(["state.json"]);
    expect(readdirSync(join(raw, "vrs/aircraft/4")).sort()).toEqual(
      ["40.csv", `4${version % 10}-only.csv`].sort(),
    );
  });
});

/** The same numbers in every run. */
function createRandom(): () => number {
  let value = 20_261_115;
  return () => {
    value = (value * 48_271) % 2_147_483_647;
    return value / 2_147_483_647;
  };
}
