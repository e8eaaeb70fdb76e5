// The world with the sources that state no licence, and, out of the same reading, a small snapshot of everything: the
// military and light airframes whose marks are traps.
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Gathered, gather } from "../src/commands/gather.ts";
import type { Airframe } from "../src/contract/airframe.ts";
import { createFetch } from "../src/http/fetch.ts";
import { createHandler } from "../src/http/handler.ts";
import { type Coverage, coverageOf } from "../src/model/coverage.ts";
import { buildFleet } from "../src/model/fleet.ts";
import { createPrefilter } from "../src/model/prefilter.ts";
import { buildProfiles } from "../src/model/profiles.ts";
import { buildSnapshot } from "../src/snapshot/build.ts";
import type { AcceptRow } from "../src/sources/airframe-row.ts";
import { bundledPaths } from "../src/sources/bundled.ts";
import { readCuratedTables } from "../src/sources/curated.ts";
import { type FolderSource, openSnapshotFolder } from "../src/store/pack-file-store.ts";
import { temporaryFolder } from "./fixtures/fixture-snapshot.ts";
import { RAW, ROWS, rawIsHere, UNLICENSED_ROWS } from "./raw-world.ts";

const BUILD_MS = 240_000;
const PATHS = bundledPaths(fileURLToPath(new URL("..", import.meta.url)));

/** A97-442 and the address it looks like, 14+01 and 1401, RA-24536, a mark under two addresses. */
const TRAPS = new Set(["7CF832", "A97442", "3F58AE", "084003", "145FD8", "07C420", "7C4203"]);
const isTrap: AcceptRow = ({ address }) => address !== null && TRAPS.has(address);

const folder = temporaryFolder();
let gathered: Gathered;
let coverage: Coverage;
let source: FolderSource;
let ask: (request: Request) => Promise<Response>;

async function get(parameter: string) {
  const response = await ask(new Request(`http://fleet.test/api/v1/airframes/${parameter}`));
  const { data } = (await response.json()) as { data?: Airframe };
  return {
    headers: response.headers,
    found: data === undefined ? null : [data.registration, data.mode_s_hex],
  };
}

describe.runIf(rawIsHere)("the world with --include-unlicensed", () => {
  beforeAll(async () => {
    const commercial = createPrefilter(readCuratedTables(PATHS.curated), new Map());
    gathered = await gather(
      {
        data: folder.path,
        paths: PATHS,
        raw: RAW,
        includeUnlicensed: true,
        scope: "all",
        only: (row) => isTrap(row) || commercial(row),
      },
      () => {},
    );
    const { input, accounts, disagreements, notes } = gathered;
    const fleet = buildFleet({ ...input, scope: "commercial" });
    coverage = coverageOf(fleet, accounts, disagreements);
    const traps = buildFleet({ ...input, airframes: input.airframes.map((rows) => rows.filter(isTrap)) });
    const { airframes } = buildProfiles(traps, () => null);
    await buildSnapshot(
      folder.path,
      {
        profiles: { airlines: [], aircraft: [], airports: [], lessors: [], airframes },
        sources: notes,
        now: fleet.now,
        inputs: "test",
        report: coverage,
        notices: [],
        pages: () => [],
      },
      () => {},
    );
    source = openSnapshotFolder(folder.path, { pollMs: 0 });
    ask = createFetch(
      createHandler({ source, now: () => 0, report: (fault) => expect.unreachable(fault.message) }),
    );
  }, BUILD_MS);

  afterAll(() => {
    source.close();
    folder.remove();
  });

  it.each(Object.entries({ ...ROWS, ...UNLICENSED_ROWS }))("accounts for every row: %s, %i", (name, rows) => {
    const account = Object.values(gathered.accounts[name] ?? {});
    expect(account.reduce((sum, count) => sum + count, 0)).toBe(rows);
  });

  it("passes nothing over for want of a licence", () => {
    const reasons = Object.keys(gathered.accounts["files passed over"] ?? {});
    expect(reasons.filter((reason) => reason.includes("licence"))).toEqual([]);
  });

  it("has at least 45,000 commercial airframes, and says of how many operator, year and owner are known", () => {
    expect(coverage.airframes).toBeGreaterThanOrEqual(45_000);
    expect(coverage.known.operator).toBeGreaterThan(20_000);
    expect(coverage.known.built_year).toBeGreaterThan(19_000);
    expect(coverage.known.registered_owner).toBeGreaterThan(11_000);
  });

  it("joins the Irish register's airliners with what databases say of them", () => {
    const irish = gathered.input.airframes.flat().filter((row) => row.source === "irish-register");
    expect(irish).toHaveLength(122);
    const fleet = buildFleet({
      ...gathered.input,
      airframes: gathered.input.airframes.map((rows) => rows.filter(({ address }) => address === "4CAC62")),
      scope: "commercial",
    });
    expect(fleet.airframes).toMatchObject([
      {
        registration: "EI-AZA",
        type: { icao_type: "B738" },
        serialNumber: "28655",
        builtYear: 2001,
        status: "unknown",
      },
    ]);
  });

  describe("identifiers", () => {
    it.each([
      ["A97-442", ["A97-442", "7CF832"], "/api/v1/airframes/A97-442"],
      ["7CF832", ["A97-442", "7CF832"], "/api/v1/airframes/A97-442"],
      ["A97442", ["N708WH", "A97442"], "/api/v1/airframes/N708WH"],
      ["A9-7442", ["A97-442", "7CF832"], "/api/v1/airframes/A97-442"],
      ["14+01", ["14+01", "3F58AE"], "/api/v1/airframes/14%2B01"],
      ["14%2B01", ["14+01", "3F58AE"], "/api/v1/airframes/14%2B01"],
      ["1401", ["1401", "084003"], "/api/v1/airframes/1401"],
      ["RA-24536", ["RA-24536", "145FD8"], "/api/v1/airframes/RA-24536"],
      ["RA-24536%E2%80%8B", ["RA-24536", "145FD8"], "/api/v1/airframes/RA-24536"],
      ["ra24536", ["RA-24536", "145FD8"], "/api/v1/airframes/RA-24536"],
      ["VH-NBP", ["VH-NBP", "7C4203"], "/api/v1/airframes/VH-NBP"],
      ["07C420", ["VH-NBP", "7C4203"], "/api/v1/airframes/VH-NBP"],
    ])("%s is %j", async (parameter, found, location) => {
      const answer = await get(parameter);
      expect([answer.found, answer.headers.get("content-location")]).toEqual([found, location]);
    });

    it("offer the mark that looks like an address beside the address", async () => {
      expect((await get("A97442")).headers.get("link")).toContain(
        '</api/v1/airframes/A97-442>; rel="related"',
      );
    });
  });
});
