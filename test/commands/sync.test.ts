// fleet sync as a person meets it: what it prints, what it builds, how it ends.
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { CommandError, createConsole, EXIT } from "../../src/commands/console.ts";
import { type SyncCommandOptions, syncCommand } from "../../src/commands/sync.ts";
import { readCurrentManifest } from "../../src/snapshot/folder.ts";
import { bundledPaths } from "../../src/sources/bundled.ts";
import { UPSTREAMS } from "../../src/sync/upstreams.ts";
import { layOutFixtures, temporaryFolder } from "../fixtures/fixture-snapshot.ts";
import { type FileServer, startFileServer } from "../sync/misbehaving-server.ts";

const TIMING = { stallMs: 3_000, tryMs: 5_000, tries: 2, pauseMs: 5 };
const FILE = "openflights/airlines.dat";
const DATE = "Tue, 01 Sep 2026 00:00:00 GMT";

let folder: ReturnType<typeof temporaryFolder>;
let server: FileServer;
let out: string;
let notes: string;

beforeEach(async () => {
  folder = temporaryFolder();
  layOutFixtures(folder.path);
  server = await startFileServer();
  serveAirlines("Sample Air");
});

afterEach(async () => {
  await server.close();
  folder.remove();
});

/** Large enough for the real catalogue's idea of the file. */
function serveAirlines(name: string): void {
  const rows = Array.from(
    { length: 6_000 },
    (_, row) => `${row},"${name} ${row}",\\N,"","","","Sweden","Y"\n`,
  );
  rows.push(`6001,"${name}",\\N,"","QQZ","SAMPLE","Sweden","Y"\n`);
  server.files.set(`/${FILE}`, { body: Buffer.from(rows.join("")), etag: `"${name}"`, lastModified: DATE });
}

function run(more: Partial<SyncCommandOptions> = {}, { isTTY = false, mirror = true } = {}): Promise<number> {
  out = "";
  notes = "";
  const console = createConsole({
    out: {
      write(text) {
        out += text;
      },
    },
    error: {
      isTTY,
      write(text) {
        notes += text;
      },
    },
  });
  return syncCommand(
    {
      data: join(folder.path, ".fleet"),
      ...(mirror ? { from: server.base } : {}),
      includeUnlicensed: false,
      build: false,
      scope: "commercial",
      json: false,
      catalogue: UPSTREAMS,
      paths: bundledPaths(folder.path),
      inputs: "fixture",
      now: () => Date.UTC(2026, 10, 15),
      timing: TIMING,
      ...more,
    },
    console,
  );
}

const raw = () => join(folder.path, ".fleet", "raw");

describe("fleet sync", () => {
  it("says of every upstream how it fared", async () => {
    expect(await run()).toBe(EXIT.ok);
    const lines = out.trimEnd().split("\n");
    expect(lines).toHaveLength(UPSTREAMS.filter(({ source }) => source.servable).length);
    expect(lines).toContain(`openflights       ${FILE} changed; data of 2026-09-01`);
    expect(lines).toContain("vrs               not there to fetch");
    expect(notes).toBe("  downloading\n");
    await run();
    expect(out).toContain("openflights       unchanged\n");
  });

  it("says when an upstream is due again", async () => {
    const only = UPSTREAMS.filter(({ source }) => source.id === "openflights").map((upstream) => ({
      ...upstream,
      downloads: upstream.downloads.map((one) => ({ ...one, url: `${server.base}/${FILE}` })),
    }));
    await run({ catalogue: only }, { mirror: false });
    await run({ catalogue: only }, { mirror: false });
    expect(out).toBe("openflights       not due for 30 days\n");
    await run({ catalogue: only, only: ["openflights"] }, { mirror: false });
    expect(out).toBe("openflights       unchanged\n");
  });

  it("builds from what it fetched, once", async () => {
    expect(await run({ build: true, only: ["openflights"] })).toBe(EXIT.ok);
    expect(out).toMatch(/Snapshot \S+: .*airlines/);
    const first = readCurrentManifest(join(folder.path, ".fleet"));
    expect(first?.sources.map(({ id }) => id)).toContain("openflights");
    expect(first?.inputs).toBe("own");
    await run({ build: true, only: ["openflights"] });
    expect(notes).toContain(`Snapshot ${first?.snapshot} is made from these files already.`);
    serveAirlines("Another Air");
    await run({ build: true, only: ["openflights"] });
    expect(readCurrentManifest(join(folder.path, ".fleet"))?.snapshot).not.toBe(first?.snapshot);
  });

  it("makes up for a build that did not come about", async () => {
    await run();
    expect(readCurrentManifest(join(folder.path, ".fleet"))).toBe(null);
    await run({ build: true });
    expect(readCurrentManifest(join(folder.path, ".fleet"))).not.toBe(null);
  });

  it("ends with 1 where an upstream fails, keeps its file, and builds all the same", async () => {
    await run();
    server.mishaps.set(`/${FILE}`, [{ kind: "web-page" }]);
    expect(await run({ build: true })).toBe(EXIT.failure);
    expect(out).toContain(
      `openflights       FAILED: ${FILE}: the server sent a web page instead of the file\n`,
    );
    expect(notes).toContain("1 of 6 upstreams failed; what was there before is kept.");
    expect(existsSync(join(raw(), FILE))).toBe(true);
    expect(readCurrentManifest(join(folder.path, ".fleet"))).not.toBe(null);
  });

  it("builds nothing where there is nothing to build from", async () => {
    server.files.clear();
    expect(await run({ build: true })).toBe(EXIT.failure);
    expect(notes).toContain("There is nothing to build from yet.");
    expect(notes).toContain(`${server.base} has none of these files. Is it laid out like raw/?`);
    expect(readCurrentManifest(join(folder.path, ".fleet"))).toBe(null);
  });

  it("fails where a mirror lacks what was asked for by name", async () => {
    expect(await run({ only: ["vrs"] })).toBe(EXIT.failure);
    expect(out).toContain(`vrs               FAILED: there is no such file at ${server.base}\n`);
  });

  it("prints what changed as JSON, and nothing else", async () => {
    await run({ json: true, only: ["openflights"] });
    expect(JSON.parse(out)).toEqual({
      outcomes: [{ id: "openflights", kind: "synced", changed: [FILE], unchanged: 0, day: "2026-09-01" }],
      snapshot: null,
    });
  });

  it("draws a bar on a terminal", async () => {
    await run({}, { isTTY: true });
    expect(notes).toMatch(/\r {2}\[#+\.*\] downloading [\d.]+\/[\d.]+ MB/);
  });

  it("takes a folder, though not the one it fills", async () => {
    const mirror = join(folder.path, "mirror");
    mkdirSync(join(mirror, "openflights"), { recursive: true });
    writeFileSync(join(mirror, FILE), server.files.get(`/${FILE}`)?.body ?? "");
    expect(await run({ from: mirror })).toBe(EXIT.ok);
    expect(readdirSync(join(raw(), "openflights"))).toEqual(["airlines.dat"]);
    await expect(run({ from: raw() })).rejects.toThrow("is the folder to be filled");
    rmSync(mirror, { recursive: true });
    await expect(run({ from: mirror })).rejects.toThrow(/There is no folder/);
  });

  it.each<[string, Partial<SyncCommandOptions>, RegExp]>([
    [
      "an upstream nobody knows",
      { only: ["faa"] },
      /no upstream 'faa'\. Those known: ourairports, vrs, .*faa-register/,
    ],
    [
      "one that may not be passed on",
      { only: ["tar1090"] },
      /'tar1090' may not be passed on .* add --include-unlicensed/,
    ],
    ["an address that is none", { from: "http://" }, /is not an address/],
  ])("refuses %s as wrong usage", async (_name, options, reason) => {
    const refused = await run(options).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(CommandError);
    expect(refused).toMatchObject({ exitCode: EXIT.usage, message: expect.stringMatching(reason) });
    expect(existsSync(raw())).toBe(false);
  });

  it("fetches what may not be passed on only when told", async () => {
    await run({ includeUnlicensed: true });
    expect(out).toMatch(/^tar1090 +not there to fetch$/m);
    await run();
    expect(out).not.toContain("tar1090");
  });
});
