// One sync at a time, and none for ever.
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { takeLock } from "../../src/sync/lock.ts";
import { kinds, NOW, openSyncedFolder, type SyncedFolder } from "./synced-folder.ts";

let own: SyncedFolder;
let lock: string;

beforeEach(async () => {
  own = await openSyncedFolder();
  mkdirSync(join(own.raw, ".sync"), { recursive: true });
  lock = join(own.raw, ".sync", "lock");
});

afterEach(() => own.close());

function heldBy(pid: number, ageMs: number): void {
  writeFileSync(lock, String(pid));
  utimesSync(lock, (NOW - ageMs) / 1_000, (NOW - ageMs) / 1_000);
}

describe("the lock", () => {
  it("lets no second sync in while the first is at work", async () => {
    heldBy(process.ppid, 1_000);
    await expect(own.run()).rejects.toThrow(
      `another sync is at work on ${own.raw} (process ${process.ppid})`,
    );
    expect(existsSync(lock)).toBe(true);
  });

  it.each([
    ["a process that is gone", 2 ** 22 + 1, 1_000],
    ["a process that had our number", process.pid, 1_000],
    ["a process that has not touched it for a minute, whoever has its number now", process.ppid, 61_000],
  ])("of %s is taken over", async (_name, pid, ageMs) => {
    heldBy(pid, ageMs);
    expect(kinds(await own.run())).toEqual(["synced", "synced", "synced"]);
  });

  it("is gone after a sync, good or bad", async () => {
    await own.run();
    own.server.files.clear();
    await own.run();
    expect(existsSync(lock)).toBe(false);
    takeLock(own.raw, () => NOW)();
    expect(existsSync(lock)).toBe(false);
  });
});

describe("what a killed sync left", () => {
  it("is removed by the next one, but for parts that can be resumed", async () => {
    const left = join(own.raw, ".sync");
    mkdirSync(join(left, "texts_old.csv.unpacked"), { recursive: true });
    for (const name of ["state.json.new", "gone_from_the_catalogue.part", "texts_airports.csv.part.plain"])
      writeFileSync(join(left, name), "x");
    writeFileSync(join(left, "texts_airports.csv.part"), "half");
    own.server.files.clear();
    await own.run({ upstreams: [] });
    expect(readdirSync(left)).toEqual(["texts_airports.csv.part"]);
  });
});
