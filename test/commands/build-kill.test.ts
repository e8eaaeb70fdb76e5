// A build killed at twenty points of its way: the snapshot of before keeps answering, nothing piles up beside it, and the
// next build that is let alone is the one that counts.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createHandler } from "../../src/http/handler.ts";
import { readCurrentManifest } from "../../src/snapshot/folder.ts";
import { openSnapshotFolder } from "../../src/store/pack-file-store.ts";
import { bundleProgram, type Program } from "../program.ts";

const KILLS = 20;
const KEPT_SNAPSHOTS = 3;

let program: Program;
let data: string;

beforeAll(async () => {
  program = await bundleProgram();
  data = join(program.root, ".fleet");
});

afterAll(() => program.remove());

/** Another day makes another snapshot of the same records. */
const buildOf = (day: number) => [
  "build",
  "--now",
  new Date(Date.UTC(2026, 8, day)).toISOString().slice(0, 10),
];

/** What is current, read whole: it answers, and every download it lists is there. */
async function currentSnapshot(): Promise<string> {
  const source = openSnapshotFolder(data, { pollMs: 0 });
  try {
    const handler = createHandler({ source, now: () => 0, report: () => {} });
    const answer = await handler({ method: "GET", target: "/api/v1/airlines/DL" });
    expect(answer.status).toBe(200);
    const manifest = readCurrentManifest(data);
    const folder = join(data, "snapshots", manifest?.snapshot ?? "none", "data");
    for (const { name } of manifest?.downloads ?? [])
      expect(readFileSync(join(folder, name)).length).toBeGreaterThan(0);
    return source.current().manifest.snapshot;
  } finally {
    source.close();
  }
}

function beside(): { readonly snapshots: string[]; readonly temporary: string[] } {
  const names = readdirSync(join(data, "snapshots")).filter((name) => name !== "current");
  const temporary = names.filter((name) => name.startsWith("."));
  return { temporary, snapshots: names.filter((name) => !temporary.includes(name)) };
}

describe("a build killed twenty times", () => {
  it("leaves a snapshot that answers and no litter that grows", { timeout: 180_000 }, async () => {
    const first = program.start(buildOf(1));
    await first.said(/reading/);
    const begunMs = performance.now();
    expect(await first.ended()).toBe(0);
    let lastsMs = performance.now() - begunMs;
    const seen = new Set([await currentSnapshot()]);

    let day = 1;
    const random = createRandom();
    for (let killed = 0; killed < KILLS; ) {
      const build = program.start(buildOf(++day));
      await build.said(/reading/);
      const sinceMs = performance.now();
      // One kill in each twentieth of the way, somewhere in it.
      await new Promise((resolve) => setTimeout(resolve, (lastsMs * (killed + random())) / KILLS));
      build.signal("SIGKILL");
      await build.ended();
      if (build.process.signalCode === "SIGKILL") killed++;
      // It was quicker than the first: the way is shorter than thought.
      else lastsMs = Math.min(0.9 * lastsMs, performance.now() - sinceMs);
      seen.add(await currentSnapshot());
      const { snapshots, temporary } = beside();
      // One folder under way and one pointer not yet renamed.
      expect(temporary.length).toBeLessThanOrEqual(2);
      expect(snapshots.length).toBeLessThanOrEqual(KEPT_SNAPSHOTS + 1);
    }

    const last = await program.run(buildOf(day + 1));
    expect(last.code).toBe(0);
    expect(seen.has(await currentSnapshot())).toBe(false);
    const { snapshots, temporary } = beside();
    expect(temporary).toEqual([]);
    expect(snapshots.length).toBeLessThanOrEqual(KEPT_SNAPSHOTS);
    for (const name of snapshots)
      expect(existsSync(join(data, "snapshots", name, "manifest.json"))).toBe(true);
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
