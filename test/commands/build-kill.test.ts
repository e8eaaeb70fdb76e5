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
const buildOf = (day: number) => ["build", "--now", `2026-09-${String(day).padStart(2, "0")}`];

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
  it("leaves a snapshot that answers and no litter that grows", { timeout: 120_000 }, async () => {
    const first = program.start(buildOf(1));
    await first.said(/reading/);
    const begunMs = performance.now();
    expect(await first.ended()).toBe(0);
    const lastsMs = performance.now() - begunMs;
    const seen = new Set([await currentSnapshot()]);

    let killed = 0;
    let value = 20_261_115;
    for (let round = 1; round <= KILLS; round++) {
      const build = program.start(buildOf(round + 1));
      await build.said(/reading/);
      // One kill in each twentieth of the way, somewhere in it.
      value = (value * 48_271) % 2_147_483_647;
      await new Promise((resolve) => setTimeout(resolve, (lastsMs * (round - 1 + value / 2 ** 31)) / KILLS));
      build.signal("SIGKILL");
      await build.ended();
      if (build.process.signalCode === "SIGKILL") killed++;
      seen.add(await currentSnapshot());
      const { snapshots, temporary } = beside();
      // One folder under way and one pointer not yet renamed.
      expect(temporary.length).toBeLessThanOrEqual(2);
      expect(snapshots.length).toBeLessThanOrEqual(KEPT_SNAPSHOTS + 1);
    }
    expect(killed).toBeGreaterThanOrEqual(KILLS / 2);

    const last = await program.run(buildOf(KILLS + 2));
    expect(last.code).toBe(0);
    expect(seen.has(await currentSnapshot())).toBe(false);
    const { snapshots, temporary } = beside();
    expect(temporary).toEqual([]);
    expect(snapshots.length).toBeLessThanOrEqual(KEPT_SNAPSHOTS);
    for (const name of snapshots)
      expect(existsSync(join(data, "snapshots", name, "manifest.json"))).toBe(true);
  });
});
