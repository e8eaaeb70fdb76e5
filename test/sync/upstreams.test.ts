// The catalogue of upstreams: whole, consistent with the sources and their readers, and true of the real files.
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { CURATED, SOURCES, US_REGISTER } from "../../src/sources/catalog.ts";
import { passedOver } from "../../src/sources/passed-over.ts";
import { readUpstreamAirlines } from "../../src/sources/upstream/airlines.ts";
import { readCodeBlocks } from "../../src/sources/upstream/code-blocks.ts";
import { readMarkForms } from "../../src/sources/upstream/registration-prefixes.ts";
import { readRoutes } from "../../src/sources/upstream/routes.ts";
import { swedishRegister } from "../../src/sources/upstream/swedish-register.ts";
import { readUpstreamTypes } from "../../src/sources/upstream/types.ts";
import { vrsAircraft } from "../../src/sources/upstream/vrs-aircraft.ts";
import { sync } from "../../src/sync/sync.ts";
import { UPSTREAMS } from "../../src/sync/upstreams.ts";
import { codeSpans, readText, tableUnder } from "../markdown.ts";

const downloads = UPSTREAMS.flatMap((upstream) => upstream.downloads);
const REAL = fileURLToPath(new URL("../../../shared/data/raw", import.meta.url));

describe("the catalogue", () => {
  it("has every source that is not bundled, once", () => {
    const bundled = [US_REGISTER.id, CURATED.id];
    const wanted = SOURCES.map(({ id }) => id).filter((id) => !bundled.includes(id));
    expect(UPSTREAMS.map(({ source }) => source.id).sort()).toEqual(wanted.sort());
  });

  it("has https addresses only, and one path per file", () => {
    const addresses = downloads.flatMap(({ url }) => url ?? []);
    expect(addresses.filter((url) => !url.startsWith("https://"))).toEqual([]);
    const paths = downloads.flatMap(({ file, unpack = [] }) => [file, ...unpack.map(({ to }) => to)]);
    expect(new Set(paths).size).toBe(paths.length);
    expect(paths.filter((path) => path.startsWith("/") || path.includes(".."))).toEqual([]);
  });

  it("has sizes that can be", () => {
    for (const { bytes, unpack = [] } of downloads) {
      expect(bytes.least).toBeLessThan(bytes.usual);
      expect(bytes.usual).toBeLessThan(bytes.most);
      for (const extract of unpack) expect(extract.bytes.least).toBeLessThan(extract.bytes.most);
    }
  });

  it("says which files of a folder it takes: an archive must not choose their names", () => {
    const folders = downloads.flatMap(({ unpack = [] }) => unpack).filter(({ from }) => from.endsWith("/"));
    expect(folders.length).toBeGreaterThan(0);
    for (const { only } of folders) {
      expect(only?.test("A/40.csv") === true || only?.test("A0.js") === true).toBe(true);
      for (const name of ["../x.csv", "a/../x.csv", "/x.csv", "..", "a//x.csv", "a\\..\\x.csv", "x.csv/../y"])
        expect(only?.test(name)).toBe(false);
    }
  });
});

describe("docs/sync.md", () => {
  it("names every upstream with its address, path and licence mark", () => {
    const rows = tableUnder(readText("docs/sync.md"), "Upstreams");
    expect(rows.map(([id = ""]) => id.replace(" *", ""))).toEqual(
      UPSTREAMS.map(({ source }) => `\`${source.id}\``),
    );
    for (const [at, { source, downloads: own }] of UPSTREAMS.entries()) {
      const [id = "", address = "", path = ""] = rows[at] ?? [];
      expect(id.endsWith("*")).toBe(!source.servable);
      for (const { url, file } of own) {
        const spans = `${codeSpans(address).join(" ")} `;
        if (url !== null) expect(spans).toContain(url.replace(/(?<=\/)[\w.]+$/, own.length > 1 ? "" : "$&"));
        if (own.length > 1) expect(spans).toContain(`${basename(file)} `);
        const [where = ""] = codeSpans(path);
        expect(file.startsWith(where)).toBe(true);
      }
    }
  });
});

describe.skipIf(!existsSync(REAL))("real upstream files", () => {
  it("pass the checks, and lie where the readers find them", async () => {
    const folder = mkdtempSync(join(tmpdir(), "fleet-sync-"));
    try {
      const outcomes = await sync({
        raw: folder,
        upstreams: UPSTREAMS,
        catalogue: UPSTREAMS,
        origin: { kind: "folder", path: REAL },
        force: true,
        now: () => Date.UTC(2026, 10, 15),
        progress: () => {},
      });
      const fared = Object.fromEntries(outcomes.map((one) => [one.id, one.kind]));
      // Of the FAA's and the Irish register, excerpts are there under another name.
      const { "faa-register": faa, "irish-register": irish, ...others } = fared;
      expect([faa, irish]).toEqual(["absent", "absent"]);
      expect(Object.values(others).every((kind) => kind === "synced")).toBe(true);
      // Nothing was fetched in vain, and every reader finds its files.
      expect(passedOver(folder, true).files).toEqual(new Map());
      expect(readUpstreamAirlines(folder)).toHaveLength(3);
      const readings = [
        readUpstreamTypes(folder),
        readCodeBlocks(folder),
        readMarkForms(folder),
        vrsAircraft.read(folder, () => true),
        swedishRegister.read(folder, () => true),
      ];
      expect(readings.filter((reading) => (reading?.tally.used ?? 0) === 0)).toEqual([]);
      expect((await readRoutes(folder))?.tally.used).toBeGreaterThan(600_000);
      expect(readdirSync(join(folder, ".sync"))).toEqual(["state.json"]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

if (!existsSync(REAL))
  console.log("test/sync/upstreams.test.ts: no real upstream files here; their test is skipped");
