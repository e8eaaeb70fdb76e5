// Kills an observer fifty times at random moments under load: the database opens every time, and nothing that was taken
// in more than a second before is missing.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createRandom } from "../../bench/random.ts";
import { openSightings } from "../../src/observe/sightings.ts";

const KILLS = 50;
const LANES = 5;
const LONGEST_LIFE_MS = 1_700;
const AIRCRAFT = 300;

const root = fileURLToPath(new URL("../..", import.meta.url));
// Beside the packages, so that they are found.
const program = mkdtempSync(join(root, "node_modules", ".crash-"));
const folders: string[] = [];
const children = new Set<ChildProcess>();

beforeAll(async () => {
  await build({
    ...{ entryPoints: [join(root, "test/observe/crash-writer.ts")], outfile: join(program, "writer.mjs") },
    ...{
      bundle: true,
      platform: "node",
      format: "esm",
      target: "node20",
      packages: "external",
      logLevel: "error",
    },
  });
});
afterAll(() => {
  for (const child of children) child.kill("SIGKILL");
  for (const folder of [program, ...folders]) rmSync(folder, { recursive: true, force: true });
});

it(`loses nothing older than a second in ${KILLS} kills`, { timeout: 180_000 }, async () => {
  const lives = await Promise.all(Array.from({ length: LANES }, (_, lane) => liveAndDie(lane)));
  const tested = lives.flat();
  expect(tested).toHaveLength(KILLS);
  // Some were killed too early to have anything to lose; most were not.
  expect(tested.filter((promisedMs) => promisedMs > 0).length).toBeGreaterThan(KILLS / 5);
});

/** One database, killed over and again; the newest time that had to be there after each kill. */
async function liveAndDie(lane: number): Promise<number[]> {
  const folder = mkdtempSync(join(tmpdir(), "fleet-crash-"));
  folders.push(folder);
  const random = createRandom(lane + 1);
  const promised: number[] = [];
  let keptMs = 0;
  for (let kill = 0; kill < KILLS / LANES; kill++) {
    const { takenMs, killedMs } = await killAfter(folder, random(LONGEST_LIFE_MS));
    const promisedMs = Math.max(0, ...takenMs.filter((ms) => ms <= killedMs - 1_000));
    const reader = openSightings(folder);
    const seen = [...reader.sightings()];
    await reader.close();
    if (promisedMs > 0 || keptMs > 0) expect(seen).toHaveLength(AIRCRAFT);
    for (const { lastSeenMs, position } of seen) {
      expect(lastSeenMs).toBeGreaterThanOrEqual(Math.max(promisedMs, keptMs));
      // Whole records: place and time were written in the same line.
      expect(position?.longitudeDeg).toBeCloseTo((lastSeenMs / 1e6) % 100, 5);
    }
    keptMs = Math.min(...seen.map(({ lastSeenMs }) => lastSeenMs));
    if (!Number.isFinite(keptMs)) keptMs = 0;
    promised.push(promisedMs);
  }
  return promised;
}

async function killAfter(folder: string, lifeMs: number): Promise<{ takenMs: number[]; killedMs: number }> {
  const child = spawn(process.execPath, [join(program, "writer.mjs"), folder], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.add(child);
  const takenMs: number[] = [];
  const ended = new Promise((resolve) => child.once("close", resolve));
  const started = new Promise<void>((resolve) => {
    createInterface({ input: child.stdout }).on("line", (line) => {
      takenMs.push(Number(line));
      resolve();
    });
  });
  await Promise.race([started, ended]);
  await new Promise((resolve) => setTimeout(resolve, lifeMs));
  const killedMs = Date.now();
  child.kill("SIGKILL");
  await ended;
  children.delete(child);
  expect(child.signalCode).toBe("SIGKILL");
  return { takenMs, killedMs };
}
