// Mirrors: a folder or a site laid out like raw/. The same checks hold as for the upstreams themselves.
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Origin } from "../../src/sync/origin.ts";
import { AIRPORTS, COUNTRIES, PACKED, REPOSITORY, servedVersion } from "./sample-upstreams.ts";
import { kinds, openSyncedFolder, type SyncedFolder } from "./synced-folder.ts";

let own: SyncedFolder;
let mirror: string;
let folder: Origin;

beforeEach(async () => {
  own = await openSyncedFolder();
  mirror = join(own.folder, "mirror");
  folder = { kind: "folder", path: mirror };
});

afterEach(() => own.close());

async function fillMirror(version: number): Promise<void> {
  for (const [path, { body, lastModified }] of await servedVersion(version)) {
    const place = join(mirror, path);
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, body);
    const date = new Date(lastModified ?? Date.UTC(2026, 7, version));
    utimesSync(place, date, date);
  }
}

describe("a folder", () => {
  it("gives the same files, with the dates they have there", async () => {
    await fillMirror(3);
    expect(kinds(await own.run({ origin: folder }))).toEqual(["synced", "synced", "synced"]);
    expect(own.read(AIRPORTS)).toContain("version 3");
    expect(own.dayOf(AIRPORTS)).toBe("2026-08-03");
    expect(own.dayOf("vrs/airlines.csv")).toBe("2026-08-03");
    expect(own.server.log).toEqual([]);
  });

  it("is not copied again where nothing changed", async () => {
    await fillMirror(3);
    await own.run({ origin: folder });
    const before = statSync(join(own.raw, AIRPORTS)).ino;
    const outcomes = await own.run({ origin: folder });
    expect(outcomes.map((one) => (one.kind === "synced" ? one.changed : null))).toEqual([[], [], []]);
    expect(statSync(join(own.raw, AIRPORTS)).ino).toBe(before);
  });

  it("may be read-only; what is made of it is not", async () => {
    await fillMirror(3);
    chmodSync(join(mirror, PACKED), 0o444);
    await own.run({ origin: folder });
    expect(statSync(join(own.raw, PACKED)).mode & 0o200).toBe(0o200);
  });

  it("may be somebody's raw folder, with or without the archives", async () => {
    await own.run();
    cpSync(own.raw, mirror, { recursive: true, preserveTimestamps: true });
    rmSync(join(mirror, REPOSITORY));
    rmSync(own.raw, { recursive: true });
    expect(kinds(await own.run({ origin: folder }))).toEqual(["synced", "synced", "synced"]);
    expect(own.read("vrs/aircraft/4/40.csv")).toContain("version 1");
    expect(own.dayOf("vrs/routes.tar.gz")).toBe("2026-08-01");
    expect((await own.run({ origin: folder }))[2]).toMatchObject({ changed: [] });
  });

  it("unpacked is held to the same limits", async () => {
    await own.run();
    cpSync(own.raw, mirror, { recursive: true });
    rmSync(join(mirror, REPOSITORY));
    const damaged = readFileSync(join(mirror, "vrs/routes.tar.gz"));
    writeFileSync(join(mirror, "vrs/routes.tar.gz"), damaged.subarray(0, damaged.length - 20));
    expect((await own.run({ origin: folder }))[2]).toMatchObject({
      kind: "failed",
      reason: expect.stringMatching(/cannot be unpacked/),
    });
    writeFileSync(join(mirror, "vrs/routes.tar.gz"), damaged);
    writeFileSync(join(mirror, "vrs/airlines.csv"), `<html>${"x".repeat(5_000)}`);
    expect((await own.run({ origin: folder }))[2]).toMatchObject({ kind: "failed" });
    expect(own.read("vrs/airlines.csv")).toContain("version 1");
  });

  it("need not have everything, but all of what belongs together", async () => {
    await fillMirror(3);
    rmSync(join(mirror, dirname(AIRPORTS)), { recursive: true });
    expect(kinds(await own.run({ origin: folder }))).toEqual(["absent", "synced", "synced"]);
    await fillMirror(3);
    rmSync(join(mirror, COUNTRIES));
    expect((await own.run({ origin: folder }))[0]).toMatchObject({
      kind: "failed",
      reason: `${COUNTRIES} is not there`,
    });
  });
});

describe("a mirror's text with .gz", () => {
  const packText = (file: string, text: string | Buffer) => {
    rmSync(join(mirror, file), { force: true });
    writeFileSync(join(mirror, `${file}.gz`), gzipSync(text));
  };

  it("is unpacked on the way", async () => {
    await fillMirror(3);
    packText(AIRPORTS, readFileSync(join(mirror, AIRPORTS)));
    await own.run({ origin: folder });
    expect(own.read(AIRPORTS)).toMatch(/^id,ident\n0,version 3/);
  });

  it("is refused where it unpacks beyond the largest", async () => {
    await own.run();
    await fillMirror(3);
    packText(AIRPORTS, Buffer.alloc(50_000_000, "id,ident\n"));
    expect((await own.run({ origin: folder }))[0]).toMatchObject({
      kind: "failed",
      reason: `${AIRPORTS}: unpacks to more than 200 kB`,
    });
    expect(own.read(AIRPORTS)).toContain("version 1");
    expect(own.litter()).toEqual([]);
  });

  it("is found on a site too", async () => {
    const site: Origin = { kind: "site", base: `${own.server.base}/mirror` };
    for (const [path, file] of await servedVersion(4)) own.server.files.set(`/mirror${path}`, file);
    own.server.files.delete(`/mirror/${AIRPORTS}`);
    const text = (await servedVersion(4)).get(`/${AIRPORTS}`)?.body ?? "";
    own.server.files.set(`/mirror/${AIRPORTS}.gz`, { body: gzipSync(text), etag: '"gz"' });
    expect(kinds(await own.run({ origin: site }))).toEqual(["synced", "synced", "synced"]);
    expect(own.read(AIRPORTS)).toContain("version 4");
    own.server.log.length = 0;
    await own.run({ origin: site });
    expect(own.server.log.filter((line) => line.includes(AIRPORTS))).toEqual([
      `/mirror/${AIRPORTS} 404`,
      `/mirror/${AIRPORTS}.gz if-none-match="gz" 304`,
    ]);
  });
});

describe("a site", () => {
  it("is not asked with the validators of another server", async () => {
    await own.run();
    own.server.log.length = 0;
    for (const [path, file] of await servedVersion(1)) own.server.files.set(`/mirror${path}`, file);
    const outcomes = await own.run({ origin: { kind: "site", base: `${own.server.base}/mirror/` } });
    expect(own.server.log.every((line) => line.endsWith(" 200"))).toBe(true);
    expect(outcomes.map((one) => (one.kind === "synced" ? one.changed : null))).toEqual([[], [], []]);
  });

  it("need not have everything", async () => {
    const outcomes = await own.run({ origin: { kind: "site", base: `${own.server.base}/nothing/` } });
    expect(kinds(outcomes)).toEqual(["absent", "absent", "absent"]);
  });
});
