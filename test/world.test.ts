// The world from real upstream files: every row accounted for, the counts that were promised, identifiers as the
// contract has them, curated tables before databases. Skipped, in one line, where the files are not beside the checkout.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { build } from "../src/commands/build.ts";
import type { Airframe } from "../src/contract/airframe.ts";
import type { Airline } from "../src/contract/airline.ts";
import { createFetch } from "../src/http/fetch.ts";
import { createHandler } from "../src/http/handler.ts";
import type { Coverage } from "../src/model/coverage.ts";
import type { Manifest } from "../src/snapshot/manifest.ts";
import { bundledPaths } from "../src/sources/bundled.ts";
import { readCuratedTables } from "../src/sources/curated.ts";
import { type FolderSource, openSnapshotFolder } from "../src/store/pack-file-store.ts";
import { temporaryFolder } from "./fixtures/fixture-snapshot.ts";
import { PASSED_OVER, RAW, ROWS, rawIsHere } from "./raw-world.ts";

const BUILD_MS = 240_000;
const PATHS = bundledPaths(fileURLToPath(new URL("..", import.meta.url)));
const SILENT = { out() {}, note() {}, progress() {}, settle() {} };

const folder = temporaryFolder();
let manifest: Manifest;
let coverage: Coverage;
let source: FolderSource;
let ask: (request: Request) => Promise<Response>;
let airframes: readonly Downloaded<Airframe>[];
let airlines: readonly Downloaded<Airline>[];

/** Records of the bulk downloads know their URL. */
type Downloaded<T> = T & { readonly path: string };

async function get(path: string) {
  const response = await ask(new Request(`http://fleet.test/api/v1${path}`));
  const { data } = (await response.json()) as { data?: Airframe & Airline };
  return { status: response.status, location: response.headers.get("content-location"), data };
}

function recordsOf<T>(collection: string): readonly T[] {
  const file = join(folder.path, "snapshots", manifest.snapshot, "data", `${collection}.ndjson.gz`);
  const lines = gunzipSync(readFileSync(file)).toString("utf8").trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line) as T);
}

const totalOf = (account: Readonly<Record<string, number>> | undefined) =>
  Object.values(account ?? {}).reduce((sum, rows) => sum + rows, 0);

describe.runIf(rawIsHere)("the world from sources that may be served", () => {
  beforeAll(async () => {
    const options = { paths: PATHS, inputs: "test", includeUnlicensed: false, scope: "commercial" as const };
    manifest = await build({ ...options, data: folder.path, raw: RAW }, SILENT);
    coverage = manifest.report as Coverage;
    source = openSnapshotFolder(folder.path, { pollMs: 0 });
    ask = createFetch(
      createHandler({ source, now: () => 0, report: (fault) => expect.unreachable(fault.message) }),
    );
    airframes = recordsOf<Downloaded<Airframe>>("airframes");
    airlines = recordsOf<Downloaded<Airline>>("airlines");
  }, BUILD_MS);

  afterAll(() => {
    source.close();
    folder.remove();
  });

  describe("accounts", () => {
    it.each(Object.entries(ROWS))("add up to the rows of the file: %s, %i", (name, rows) => {
      expect(totalOf(coverage.accounts[name])).toBe(rows);
    });

    it("give a reason for every row of the files that others supersede", () => {
      const rows = Object.entries(coverage.accounts["rows passed over"] ?? {}).map(([name, count]) => {
        const [file = "", reason = ""] = name.split(": ");
        expect(reason).toMatch(/^superseded by /);
        return [file, count];
      });
      expect(Object.fromEntries(rows)).toEqual(PASSED_OVER);
    });

    it("know of every file why it is not read", () => {
      const reasons = Object.keys(coverage.accounts["files passed over"] ?? {});
      expect(reasons.length).toBeGreaterThan(5);
      expect(reasons.filter((reason) => reason.endsWith("nothing here reads it"))).toEqual([]);
      for (const unlicensed of ["tar1090-db", "airframesio-registers", "opensky"])
        expect(reasons).toContain(`${unlicensed}: no clear licence: read only with --include-unlicensed`);
    });

    it("lose no airframe between merging and the snapshot", () => {
      const left = totalOf(coverage.outOfScope);
      expect(coverage.airframes + left).toBe(coverage.merge.airframes);
      expect(airframes).toHaveLength(coverage.airframes);
    });

    it("name only sources that may be served", () => {
      const ids = manifest.sources.map(({ id }) => id);
      expect(ids).toEqual(expect.arrayContaining(["vrs", "mictronics", "swedish-register", "faa-register"]));
      for (const id of ["tar1090", "irish-register", "opensky-database"]) expect(ids).not.toContain(id);
      const served = new Set(airframes.flatMap(({ sources }) => sources));
      for (const id of served) expect([...ids, "curated"]).toContain(id);
    });
  });

  describe("counts", () => {
    it("are at least 42,000 commercial airframes and 5,900 airlines", () => {
      expect(manifest.counts.airframes).toBeGreaterThanOrEqual(42_000);
      expect(manifest.counts.airlines).toBeGreaterThanOrEqual(5_900);
    });

    it("say of how many airframes operator, year and owner are known", () => {
      const { operator, built_year, registered_owner } = coverage.known;
      expect(operator).toBeGreaterThan(15_000);
      expect(built_year).toBeGreaterThan(18_000);
      expect(registered_owner).toBeGreaterThan(11_000);
    });

    it("of every airline equal the airframes that name it and are not retired", () => {
      const listed = new Map<string, number>();
      for (const { operator, status } of airframes)
        if (operator !== null && status !== "retired")
          listed.set(operator.slug, (listed.get(operator.slug) ?? 0) + 1);
      const counted = airlines.reduce((sum, airline) => sum + airline.observed_fleet_count, 0);
      expect(counted).toBe([...listed.values()].reduce((sum, count) => sum + count, 0));
    });
  });

  describe("identifiers", () => {
    it.each([
      ["/airframes/B18901", "B-18901"],
      ["/airframes/B-18901", "B-18901"],
      ["/airframes/b-18901", "B-18901"],
      ["/airframes/899000", "B-18901"],
      ["/airframes/G-XLEA", "G-XLEA"],
      ["/airframes/GXLEA", "G-XLEA"],
      ["/airframes/GX-LEA", "G-XLEA"],
      ["/airframes/N899DN", "N899DN"],
      ["/airframes/AC671B", "N899DN"],
    ])("%s is %s", async (path, mark) => {
      const { status, data, location } = await get(path);
      expect([status, data?.registration, location]).toEqual([200, mark, `/api/v1/airframes/${mark}`]);
    });

    it.each([
      ["QF", "Qantas"],
      ["QFA", "Qantas"],
      ["TAX", "Thai AirAsia X"],
      ["DL", "Delta Air Lines"],
      ["CI", "China Airlines"],
    ])("%s is %s, and no airline of a database comes before it", async (code, name) => {
      expect((await get(`/airlines/${code}`)).data?.name).toBe(name);
    });

    it("find an airframe under every address that a database gives to its mark", async () => {
      const { data, location } = await get("/airframes/07C420");
      expect(data).toMatchObject({ registration: "VH-NBP", mode_s_hex: "7C4203" });
      expect(location).toBe("/api/v1/airframes/VH-NBP");
    });

    it("give every airframe a URL of its own that answers with it, also where another answers to its mark", async () => {
      const holders = new Map<string, number>();
      for (const { registration } of airframes)
        if (registration !== null) holders.set(registration, (holders.get(registration) ?? 0) + 1);
      const shared = airframes.filter(({ registration }) => (holders.get(registration ?? "") ?? 0) > 1);
      expect(shared.length).toBeGreaterThan(10);
      const sample = [...shared, ...airframes.filter((_, at) => at % 97 === 0)];
      for (const { path, ...airframe } of sample) {
        const { data, location } = await get(`/airframes/${airframe.mode_s_hex ?? airframe.registration}`);
        expect({ data, location }).toEqual({ data: airframe, location: path });
        const own = await get(path.replace("/api/v1", ""));
        expect([path, own.data]).toEqual([path, airframe]);
      }
    });

    it("lead to one airframe each: no address stands in two records", () => {
      const addresses = airframes.flatMap(({ mode_s_hex }) => mode_s_hex ?? []);
      expect(new Set(addresses).size).toBe(addresses.length);
    });
  });

  describe("curated tables", () => {
    const curated = readCuratedTables(PATHS.curated).airlines.rows;

    it("keep their codes against databases, and every disagreement is reported", async () => {
      const codes = coverage.disagreements.flatMap(
        (line) => /^([A-Z]{3}): .* here, .* in \w+$/.exec(line)?.[1] ?? [],
      );
      expect(codes.length).toBeGreaterThan(100);
      for (const code of new Set(codes)) {
        const names = curated.filter(({ icao }) => icao === code).map(({ name }) => name);
        expect(names, code).toContain((await get(`/airlines/${code}`)).data?.name);
      }
    });

    it("say which airlines are gone: no database gives them an aircraft, at most a register still does", () => {
      const gone = new Set<string>(
        curated.filter(({ status }) => status === "defunct").map(({ slug }) => slug),
      );
      const wrong = airframes.filter(
        ({ operator, operator_basis }) => operator_basis === "database" && gone.has(operator?.slug ?? ""),
      );
      expect(wrong).toEqual([]);
      expect(Object.keys(coverage.doubtfulOperators)).toContain("SWG: Sunwing Airlines has ceased");
    });
  });

  describe("airframes", () => {
    const of = (mark: string) => airframes.find(({ registration }) => registration === mark);

    it.each([
      ["B-LRA", "HK"],
      ["B-18901", "TW"],
      ["VP-BUH", "BM"],
      ["SE-ROM", "SE"],
      ["C-FIUR", "CA"],
    ])("%s is registered in %s", (mark, country) => {
      expect(of(mark)?.country_iso2).toBe(country);
    });

    it("have a country but for marks of places that have no ISO code", () => {
      const without = airframes.filter(({ country_iso2 }) => country_iso2 === null);
      expect(without.filter(({ registration }) => !registration?.startsWith("PJ-"))).toEqual([]);
    });

    it("hold no business variant, no state mark of Russia and no air force", () => {
      expect(airframes.filter(({ role }) => role === "business")).toEqual([]);
      expect(airframes.filter(({ registration }) => registration?.startsWith("RF-"))).toEqual([]);
      expect(airframes.filter(({ operator }) => /air force|navy|army/i.test(operator?.name ?? ""))).toEqual(
        [],
      );
    });

    it("of the United States that the register of a later day does not list are retired, and counted for nobody", () => {
      const struck = airframes.filter(
        ({ status, sources }) =>
          status === "retired" && sources.includes("us-register") && !sources.includes("faa-register"),
      );
      expect(struck.length).toBeGreaterThan(1_000);
      for (const { registration, status_basis } of struck) {
        expect(registration).toMatch(/^N/);
        expect(status_basis).toBe("register");
      }
    });

    it("never name a private person as owner", () => {
      const names = new Set(airframes.flatMap(({ registered_owner }) => registered_owner ?? []));
      // Surname first, given name, initial: as the register writes persons.
      expect([...names].filter((name) => /^[A-Z]+ [A-Z]+ [A-Z]$/.test(name))).toEqual([]);
    });
  });
});
