// What killed builds leave beside the snapshots, and who removes it.
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { activateSnapshot, createBuildFolder, removeBuildFolders } from "../../src/snapshot/folder.ts";
import type { Manifest } from "../../src/snapshot/manifest.ts";
import { temporaryFolder } from "../fixtures/fixture-snapshot.ts";

const NOBODY = 2 ** 22 + 1;
let folder: ReturnType<typeof temporaryFolder>;
let snapshots: string;

beforeEach(() => {
  folder = temporaryFolder();
  snapshots = join(folder.path, "snapshots");
  mkdirSync(snapshots, { recursive: true });
});

afterEach(() => folder.remove());

describe("a build that is interrupted", () => {
  it("removes what it has begun, and nothing of anybody else", () => {
    const busy = join(snapshots, `.building-${process.ppid}-abc`);
    mkdirSync(busy);
    createBuildFolder(folder.path);
    removeBuildFolders(folder.path);
    expect(readdirSync(snapshots)).toEqual([`.building-${process.ppid}-abc`]);
    removeBuildFolders(join(folder.path, "never-built"));
  });
});

describe("a folder to build in", () => {
  it.each([
    ["of a process that is gone", NOBODY],
    ["of a process that had our number, as in a container that was started again", process.pid],
  ])("takes the place of one %s", (_name, pid) => {
    const left = join(snapshots, `.building-${pid}-abc`);
    mkdirSync(join(left, "data"), { recursive: true });
    const fresh = createBuildFolder(folder.path);
    expect(existsSync(left)).toBe(false);
    expect(existsSync(fresh)).toBe(true);
  });

  it("leaves one alone that somebody works in", () => {
    const busy = join(snapshots, `.building-${process.ppid}-abc`);
    mkdirSync(busy);
    createBuildFolder(folder.path);
    expect(existsSync(busy)).toBe(true);
  });
});

describe("making a snapshot current", () => {
  it("keeps the two before it, and removes older ones and those whose removal was killed halfway", () => {
    for (const [at, name] of ["a", "b", "c", "d", "half"].entries()) {
      mkdirSync(join(snapshots, name));
      writeFileSync(join(snapshots, name, name === "half" ? "records.pack" : "manifest.json"), "{}");
      utimesSync(join(snapshots, name), at + 1, at + 1);
    }
    const manifest = { snapshot: "e", pack: { sha256: "", bytes: 0, name: "" } } as Manifest;
    activateSnapshot(folder.path, createBuildFolder(folder.path), manifest);
    expect(readdirSync(snapshots).sort()).toEqual(["c", "current", "d", "e"]);
  });
});
