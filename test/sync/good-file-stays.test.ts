// What must never replace a good file: everything that servers send instead of one.
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Outcome } from "../../src/sync/sync.ts";
import type { Mishap, ServedFile } from "./misbehaving-server.ts";
import {
  AIRPORTS,
  COUNTRIES,
  PACKED,
  REGISTER,
  REPOSITORY,
  servedVersion,
  tarGz,
  zip,
} from "./sample-upstreams.ts";
import { kinds, openSyncedFolder, type SyncedFolder, TRIES } from "./synced-folder.ts";

let own: SyncedFolder;

beforeEach(async () => {
  own = await openSyncedFolder();
});

afterEach(() => own.close());

/** Syncs one upstream, lets its server have another version and go wrong with one file, and syncs again. */
async function replaced(file: string, change: Partial<ServedFile> | Mishap): Promise<Outcome | undefined> {
  const upstreams = own.upstreams.filter(({ downloads }) => downloads.some((one) => one.file === file));
  await own.run({ upstreams });
  await own.serve(2);
  if ("kind" in change)
    own.server.mishaps.set(
      `/${file}`,
      Array.from({ length: TRIES + 1 }, () => change),
    );
  else own.server.files.set(`/${file}`, { body: own.bodyOf(file), etag: '"new"', ...change });
  return (await own.run({ upstreams }))[0];
}

describe("a good file stays", () => {
  const page = Buffer.from(`<!DOCTYPE html>\n<html>${"<p>Sign in to go on</p>\n".repeat(300)}</html>\n`);
  const longer = Buffer.from(`id,ident\n${"1,x\n".repeat(60_000)}`);
  const zeros = Buffer.concat([
    Buffer.from(`id,ident\n${"1,x\n".repeat(900)}`),
    Buffer.alloc(4_096),
    Buffer.from("\n"),
  ]);

  it.each<[string, string, Partial<ServedFile> | Mishap, RegExp]>([
    ["a web page with 200", AIRPORTS, { kind: "web-page" }, /web page/],
    ["a web page that calls itself CSV", AIRPORTS, { body: page, contentType: "text/csv" }, /is a web page/],
    [
      "another file",
      AIRPORTS,
      { body: Buffer.from(`a,b\n${"1,2\n".repeat(2_000)}`) },
      /does not begin as it should/,
    ],
    ["a cut body", AIRPORTS, { kind: "cut", after: 2_000 }, /failed|answered/],
    ["a length that is too short", AIRPORTS, { kind: "length", off: -7 }, /middle of a line/],
    ["a file that is too small", AIRPORTS, { body: Buffer.from("id,ident\n1,x\n") }, /at least 1 kB/],
    [
      "less than half of it",
      AIRPORTS,
      { body: Buffer.from(`id,ident\n${"1,x\n".repeat(400)}`) },
      /less than half of the/,
    ],
    ["a file that is too large", AIRPORTS, { body: longer }, /larger than 200 kB/],
    ["a body without end", AIRPORTS, { kind: "endless" }, /larger than 200 kB/],
    ["a file with a hole", AIRPORTS, { body: zeros }, /zero bytes/],
    ["a server that stands still", AIRPORTS, { kind: "stall", after: 10 }, /nothing came/],
    ["a server error that lasts", AIRPORTS, { kind: "status", status: 500 }, /500/],
    ["a file that is gone", AIRPORTS, { kind: "status", status: 404 }, /is not there/],
    [
      "text instead of a zip",
      PACKED,
      { body: Buffer.from("no zip at all\n".repeat(50)) },
      /sound zip archive/,
    ],
    [
      "a zip without its entry",
      PACKED,
      { body: zip({ "else.json": noise(300).join() }) },
      /holds no aircraft\.json/,
    ],
    [
      "a zip that is a bomb",
      PACKED,
      { body: zip({ "aircraft.json": "0".repeat(9_000_000) }) },
      /more than 100 kB/,
    ],
    [
      "text instead of a tar.gz",
      REPOSITORY,
      { body: Buffer.from("no gzip\n".repeat(50)) },
      /not a gzip archive/,
    ],
    [
      "a gzip of no tar",
      REPOSITORY,
      { body: gzipSync(Buffer.from(noise(5_000))) },
      /in it is missing|cannot be unpacked/,
    ],
    ["a gzip bomb", REPOSITORY, { body: gzipSync(Buffer.alloc(9_000_000)) }, /unpacks to more than 1\.0 MB/],
  ])("before %s", async (_name, file, change, reason) => {
    const outcome = await replaced(file, change);
    expect(outcome).toMatchObject({ kind: "failed", reason: expect.stringMatching(reason) });
    const good = await servedVersion(1);
    expect(readFileSync(join(own.raw, file))).toEqual(good.get(`/${file}`)?.body);
    expect(own.litter().every((name) => name.includes(".part"))).toBe(true);
  });

  it("before an archive cut in the middle, though the server calls it whole", async () => {
    const whole = (await servedVersion(2)).get(`/${REPOSITORY}`)?.body ?? Buffer.alloc(0);
    const outcome = await replaced(REPOSITORY, { body: whole.subarray(0, whole.length - 40) });
    expect(outcome).toMatchObject({ kind: "failed", reason: expect.stringMatching(/cannot be unpacked/) });
    expect(own.read("vrs/airlines.csv")).toContain("version 1");
  });

  it("before a zip whose entry does not match its checksum", async () => {
    const body = Buffer.from((await servedVersion(2)).get(`/${REGISTER}`)?.body ?? []);
    const directory = body.indexOf(Buffer.from([0x50, 0x4b, 1, 2]));
    body.writeUInt32LE(0xdeadbeef, directory + 16);
    const outcome = await replaced(REGISTER, { body });
    expect(outcome).toMatchObject({ kind: "failed", reason: expect.stringMatching(/checksum/) });
    expect(own.read("register/MASTER.txt")).toContain("version 1");
  });

  it("before an archive that lost a folder, or most of one", async () => {
    const lines = `ICAO,Registration\n${"4,x\n".repeat(100)}`;
    const without = {
      "r/airlines/airlines.csv": `Code,Name\n${"1,version 2\n".repeat(300)}`,
      "r/routes/A.csv": lines,
    };
    expect(await replaced(REPOSITORY, { body: await tarGz(without) })).toMatchObject({
      reason: expect.stringMatching(/aircraft\/ in it is missing/),
    });
    const most = await tarGz({ ...without, "r/aircraft/4.csv": lines });
    own.server.files.set(`/${REPOSITORY}`, { body: most });
    expect((await own.run())[2]).toMatchObject({ reason: expect.stringMatching(/less than half/) });
    expect(own.read("vrs/airlines.csv")).toContain("version 1");
  });

  it("with the others of its upstream: all are replaced, or none", async () => {
    expect(await replaced(AIRPORTS, { kind: "status", status: 500 })).toMatchObject({ kind: "failed" });
    expect(own.read(COUNTRIES)).toContain("version 1");
    expect(kinds(await own.run())).toEqual(["synced", "synced", "synced"]);
    expect(own.read(COUNTRIES)).toContain("version 2");
  });

  it("without holding up the other upstreams", async () => {
    own.server.mishaps.set(`/${AIRPORTS}`, [{ kind: "web-page" }]);
    await own.serve(2);
    expect(kinds(await own.run())).toEqual(["failed", "synced", "synced"]);
    expect(own.read("vrs/airlines.csv")).toContain("version 2");
    expect(own.read("register/MASTER.txt")).toContain("version 2");
  });

  it("until it is deleted, where upstream really shrank", async () => {
    await replaced(AIRPORTS, { body: Buffer.from(`id,ident\n${"1,x\n".repeat(400)}`) });
    rmSync(join(own.raw, AIRPORTS));
    expect(kinds(await own.run())).toEqual(["synced", "synced", "synced"]);
  });
});

/** Bytes that do not compress: the archive must not fail for its size. */
function noise(length: number): number[] {
  let value = 1;
  return Array.from({ length }, () => {
    value = (value * 48_271) % 2_147_483_647;
    return value & 255;
  });
}
