// A thread that writes a snapshot's files writes the same bytes as its caller would, and its failures reach the caller.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { filesInThread } from "../../src/snapshot/files-in-thread.ts";
import { addToBatch, createBatch, type RecordBatch } from "../../src/snapshot/record-batch.ts";
import { openSnapshotFiles, type SnapshotFiles } from "../../src/snapshot/snapshot-files.ts";
import { bundleProgram, type Program } from "../program.ts";

let program: Program;
let inThread: ReturnType<typeof filesInThread>;
beforeAll(async () => {
  program = await bundleProgram();
  inThread = filesInThread(join(program.root, "dist", "write-thread.js"));
});
afterAll(() => program.remove());

function emptyFolder(name: string): string {
  const folder = join(program.root, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, "data"), { recursive: true });
  return folder;
}

const FORM = { collection: "airlines", columns: ["slug"], envelope: ['{"data":', "}"] } as const;
const MODIFIED_AT = "2026-09-07T00:00:00Z";

function batchOf(name: string, size: number): RecordBatch {
  const batch = createBatch();
  for (let at = 0; at < size; at++) {
    const slug = `${name}-${at}`;
    const keys = [{ key: `airlines/${slug}`, related: at === 1 ? ["/api/v1/airlines/x"] : [] }];
    // Some are long enough to be compressed, some hold letters of two bytes.
    const json = JSON.stringify({ slug, note: at % 7 === 0 ? "é".repeat(1_500) : "" });
    addToBatch(batch, { json, csv: slug, path: `/api/v1/airlines/${slug}`, keys });
  }
  return batch;
}

async function writeAll(files: SnapshotFiles) {
  await files.begin(FORM);
  for (let turn = 0; turn < 12; turn++) await files.add(batchOf(`a${turn}`, 50));
  await files.begin({ ...FORM, collection: "lessors" });
  await files.add(batchOf("b", 3));
  const records = await files.endRecords([{ name: "LICENSE.txt", text: "ODbL" }]);
  const page = { path: "/status", contentType: "application/json", body: "{}" };
  return { records, pack: await files.finish([page]) };
}

function filesOf(folder: string): readonly [string, Buffer][] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name, parentPath }) => [name, readFileSync(join(parentPath, name))] as [string, Buffer])
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

describe("files written in a thread", () => {
  it("are those written without one, byte for byte", async () => {
    const [here, there] = [emptyFolder("here"), emptyFolder("there")];
    const expected = await writeAll(openSnapshotFiles(here, MODIFIED_AT));
    expect(await writeAll(inThread(there, MODIFIED_AT))).toEqual(expected);
    expect(filesOf(there)).toEqual(filesOf(here));
    expect(filesOf(there).map(([name]) => name)).toEqual([
      "LICENSE.txt",
      "SHA256SUMS",
      "airlines.csv.gz",
      "airlines.ndjson.gz",
      "lessors.csv.gz",
      "lessors.ndjson.gz",
      "records.pack",
    ]);
    expect(expected.records.keyCount).toBe(603);
    const sums = expected.records.downloads.map(({ name, sha256 }) => `${sha256}  ${name}`);
    expect(
      readFileSync(join(here, "data", "SHA256SUMS"), "utf8")
        .trimEnd()
        .split("\n"),
    ).toEqual(sums.slice(0, -1));
    const [line = ""] = gunzipSync(readFileSync(join(here, "data", "airlines.ndjson.gz")))
      .toString()
      .split("\n");
    expect(JSON.parse(line)).toMatchObject({ path: "/api/v1/airlines/a0-0", slug: "a0-0" });
    expect(gunzipSync(readFileSync(join(here, "data", "airlines.csv.gz"))).toString()).toMatch(
      /^path,slug\n\/api\/v1\/airlines\/a0-0,a0-0\n/,
    );
  });

  it("fail with the thread's own words, at the latest when the records end", async () => {
    const files = inThread(emptyFolder("bad"), MODIFIED_AT);
    await files.begin(FORM);
    const batch = batchOf("a", 1);
    batch.keys[0] = "airlines/é";
    const attempt = files.add(batch).then(() => files.endRecords([]));
    await expect(attempt).rejects.toThrow(/not printable ASCII/);
    await expect(files.add(batchOf("b", 1)).then(() => files.endRecords([]))).rejects.toThrow(/printable/);
    await files.abandon();
  });

  it("fail where the thread cannot start, or has no folder to write to", async () => {
    const lost = filesInThread(join(program.root, "dist", "nowhere.js"))(emptyFolder("lost"), MODIFIED_AT);
    await expect(lost.begin(FORM)).rejects.toThrow(/nowhere\.js/);
    await lost.abandon();
    const homeless = inThread(join(program.root, "no-such-folder"), MODIFIED_AT);
    await expect(homeless.begin(FORM)).rejects.toThrow(/ENOENT/);
    await homeless.abandon();
  });

  it.skipIf(!existsSync("/dev/full"))(
    "fail where the disk is full, in this thread and in one beside it",
    async () => {
      for (const open of [openSnapshotFiles, inThread]) {
        const folder = emptyFolder("full");
        symlinkSync("/dev/full", join(folder, "data", "airlines.ndjson.gz"));
        const files = open(folder, MODIFIED_AT);
        await files.begin(FORM);
        const attempt = files.add(batchOf("a", 50)).then(() => files.endRecords([]));
        await expect(attempt).rejects.toThrow(/ENOSPC/);
        await files.abandon();
        rmSync(folder, { recursive: true });
      }
    },
  );

  it("let go of their folder, whenever they are given up", async () => {
    for (const open of [openSnapshotFiles, inThread]) {
      const folder = emptyFolder("begun");
      const files = open(folder, MODIFIED_AT);
      await files.begin(FORM);
      await files.abandon();
      rmSync(folder, { recursive: true });
    }
  });

  it("can be given up at any time, and twice", async () => {
    const files = inThread(emptyFolder("given-up"), MODIFIED_AT);
    await files.begin(FORM);
    await files.add(batchOf("a", 50));
    await files.abandon();
    await files.abandon();
    await expect(files.begin(FORM)).rejects.toThrow(/ended early/);
  });
});
