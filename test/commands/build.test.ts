// fleet build on inputs that are missing, damaged or malformed: it stops with file, line and reason, and leaves the
// snapshot that was there as it was.
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { build } from "../../src/commands/build.ts";
import { CommandError, type Console, EXIT } from "../../src/commands/console.ts";
import { CURRENT_FILE, snapshotsFolder } from "../../src/snapshot/folder.ts";
import { bundledPaths } from "../../src/sources/bundled.ts";
import { buildFixtureSnapshot, temporaryFolder } from "../fixtures/fixture-snapshot.ts";

const SILENT: Console = { out() {}, note() {}, progress() {}, settle() {} };
const folder = temporaryFolder();
let data = "";

beforeAll(async () => {
  ({ data } = await buildFixtureSnapshot(folder.path));
});
afterAll(() => folder.remove());

const REGISTER = "node_modules/@squawk/icao-registry-data/data/icao-registry.json.gz";
const AIRPORTS = "node_modules/@cyanheads/ourairports-mcp-server/data/airports.csv";
const append = (row: string) => (text: string) => `${text}${row}\n`;
const swap = (old: string, fresh: string) => (text: string) => text.replace(old, fresh);

interface BadInput {
  readonly says: string;
  readonly file: string;
  /** Null: the file is missing. */
  readonly damage: ((text: string) => string) | null;
  readonly complaint: RegExp;
}

const BAD_INPUTS: readonly BadInput[] = [
  {
    says: "a malformed code in a curated row",
    file: "data/airlines.csv",
    damage: append("bad-air,Bad Air,B@,BAD,US,active,passenger,,,unchecked,"),
    complaint: /airlines\.csv:21: iata: 'B@' is not an IATA airline code/,
  },
  {
    says: "a row with too few cells",
    file: "data/lessors.csv",
    damage: append("short,Short"),
    complaint: /lessors\.csv:9: not a well-formed CSV row/,
  },
  {
    says: "a duplicate slug",
    file: "data/airlines.csv",
    damage: append("klm,Another KLM,,,NL,defunct,passenger,,,unchecked,"),
    complaint: /airlines\.csv:21: slug klm stands already in line 14/,
  },
  {
    says: "a slug that looks like another airline's code",
    file: "data/airlines.csv",
    damage: append("dal,Dal,,,US,active,passenger,,,unchecked,"),
    complaint: /airlines\.csv:21: slug dal looks like a code of delta-air-lines/,
  },
  {
    says: "a hub that is no airport",
    file: "data/airlines.csv",
    damage: swap("KATL KSLC", "KATL XXXX"),
    complaint: /airlines\.csv:9: hub XXXX is no airport's ICAO code/,
  },
  {
    says: "a lessor that is not in its table",
    file: "data/owners.csv",
    damage: swap("bank-of-utah,,", "bank-of-nowhere,,"),
    complaint: /owners\.csv:4: lessor bank-of-nowhere is not in lessors\.csv/,
  },
  {
    says: "a correction of a field that does not exist",
    file: "data/corrections.csv",
    damage: append("airframes,N899DN,colour,blue,a photograph"),
    complaint: /corrections\.csv:3: an airframe has no field 'colour'/,
  },
  {
    says: "a header of another table",
    file: "data/us-models.csv",
    damage: swap("icao_type", "type"),
    complaint: /us-models\.csv:1: the header must be make,model,icao_type/,
  },
  {
    says: "a missing table",
    file: "data/value-curves.csv",
    damage: null,
    complaint: /value-curves\.csv: the file cannot be read/,
  },
  { says: "a missing date", file: "data/DATE", damage: null, complaint: /DATE:1: must hold one date/ },
  {
    says: "a missing register",
    file: REGISTER,
    damage: null,
    complaint: /icao-registry\.json\.gz: the US register cannot be read; run 'npm ci'/,
  },
  {
    says: "a truncated register",
    file: REGISTER,
    damage: (text) => text.slice(0, 300),
    complaint: /the US register cannot be read; run 'npm ci'/,
  },
  {
    says: "airports that are no airports",
    file: AIRPORTS,
    damage: () => "<!doctype html><title>Moved</title>\n",
    complaint: /airports\.csv:1: not OurAirports data/,
  },
  {
    says: "airports cut in the middle of a row",
    file: AIRPORTS,
    damage: (text) => text.slice(0, text.length - 60),
    complaint: /airports\.csv:\d+: cannot be read as OurAirports data/,
  },
];

describe("a build on bad input", () => {
  it.each(BAD_INPUTS)("stops at $says", async ({ file, damage, complaint }) => {
    const path = join(folder.path, file);
    const sound = readFileSync(path);
    const before = lookOf(data);
    try {
      if (damage === null) rmSync(path);
      else writeFileSync(path, damage(sound.toString("latin1")), "latin1");
      const error = await runBuild().catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(CommandError);
      expect((error as CommandError).exitCode).toBe(EXIT.badInput);
      expect((error as CommandError).message).toMatch(complaint);
      expect((error as CommandError).message).toMatch(
        /Nothing was changed; a snapshot built before keeps serving/,
      );
      expect(lookOf(data)).toEqual(before);
    } finally {
      writeFileSync(path, sound);
    }
  });

  it("succeeds again once the input is mended", async () => {
    const { snapshot } = await runBuild();
    expect(lookOf(data).current).toBe(snapshot);
  });
});

function runBuild() {
  const paths = bundledPaths(folder.path);
  return build({ data, paths, inputs: "test", includeUnlicensed: false, scope: "commercial" }, SILENT);
}

/** The pointer, and every name beside it: leftovers of a failed build would show. */
function lookOf(dataFolder: string): { readonly current: string; readonly names: readonly string[] } {
  const parent = snapshotsFolder(dataFolder);
  return {
    current: readFileSync(join(parent, CURRENT_FILE), "utf8").trim(),
    names: readdirSync(parent, { recursive: true }).map(String).sort(),
  };
}
