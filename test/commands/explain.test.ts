// fleet inspect <mark or address>: the sources of one airframe, read from real files in a raw folder, and which word won.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createConsole, EXIT } from "../../src/commands/console.ts";
import { type ExplainOptions, explainAirframe } from "../../src/commands/explain.ts";
import { bundledPaths } from "../../src/sources/bundled.ts";
import { layOutFixtures, temporaryFolder } from "../fixtures/fixture-snapshot.ts";
import { rawFolder, zipOf } from "../sources/raw-folder.ts";

const root = temporaryFolder();
const VRS_HEADER =
  "ICAO,Registration,ModelICAO,Manufacturer,Model,ManufacturerAndModel,IsPrivateOperator,Operator,AirlineCode,SerialNumber,YearBuilt";
const raw = rawFolder({
  "vrs-standing-data/aircraft/schema-01/8.csv": `${VRS_HEADER}\n899000,B-18901,A359,Airbus,A350-941,Airbus A350-941,0,China Airlines,CAL,49,2016\n`,
  "mictronics/indexedDB.zip": zipOf({
    "aircrafts.json": JSON.stringify({
      "899000": ["B-18901", "A359", "00"],
      "3F58AE": ["14+01", "GL5T", "00"],
      "084003": ["1401", "C27J", "10"],
      "40688B": ["G-XLEA", "A388", "00"],
    }),
    "operators.json": JSON.stringify({ CAL: ["China Airlines", "Taiwan", "DYNASTY"] }),
  }),
});

beforeAll(() => layOutFixtures(root.path));
afterAll(() => root.remove());

async function inspect(identifier: string, known: Partial<ExplainOptions> = {}, folder: string | null = raw) {
  let out = "";
  let notes = "";
  const console = createConsole({
    out: { write: (text: string) => (out += text) },
    error: { write: (text: string) => (notes += text) },
  });
  const options = {
    identifier,
    data: root.path,
    includeUnlicensed: false,
    json: false,
    paths: bundledPaths(root.path),
    ...(folder === null ? {} : { raw: folder }),
  };
  const code = await explainAirframe({ ...options, ...known }, console);
  return { code, out, notes };
}

describe("fleet inspect with an identifier", () => {
  it("shows field by field which source said what, and marks the word that counts", async () => {
    const { code, out } = await inspect("B-18901");
    expect(code).toBe(EXIT.ok);
    expect(out).toContain("B-18901 · 899000");
    expect(out).toMatch(/serial_number: 49\n {2}→ vrs +49/);
    expect(out).toMatch(/type: A359 Airbus A350-900\n {2}→ vrs +A359\n {4}mictronics +A359/);
    expect(out).toContain("operator: China Airlines (basis: database)");
  });

  it.each(["B18901", "899000", "b-18901"])("finds the same airframe as %s", async (identifier) => {
    expect((await inspect(identifier)).out).toBe((await inspect("B-18901")).out);
  });

  it("asks the bundled US register too, and says what an operator rests on", async () => {
    const { out } = await inspect("N899DN");
    expect(out).toContain("N899DN · AC671B");
    expect(out).toMatch(/registered_owner: DELTA AIR LINES INC\n {2}→ us-register/);
  });

  it("keeps marks apart that only look alike without their separator", async () => {
    const { out } = await inspect("14+01");
    expect(out).toContain("14+01 · 3F58AE");
    expect(out).not.toContain("084003");
  });

  it("says why a build of the commercial scope leaves an airframe out", async () => {
    expect((await inspect("1401")).out).toContain("Left out of the commercial scope: military");
    expect((await inspect("G-XLEA")).out).not.toContain("Left out");
  });

  it("prints JSON for scripts", async () => {
    const [found] = JSON.parse((await inspect("B-18901", { json: true })).out);
    expect(found).toMatchObject({ registration: "B-18901", mode_s_hex: "899000", left_out: null });
    expect(found.fields.find(({ field }: { field: string }) => field === "built_year")).toEqual({
      field: "built_year",
      result: "2016",
      words: [{ source: "vrs", said: "2016", won: true, note: null }],
    });
  });

  it("says that nobody knows it, with an exit code of its own", async () => {
    const { code, out, notes } = await inspect("QQ-ABC");
    expect([code, out]).toEqual([EXIT.notFound, ""]);
    expect(notes).toContain("No source knows an airframe QQ-ABC.");
  });

  it("works without a raw folder, and says what it then asked", async () => {
    const without = await inspect("G-XLEA", {}, null);
    expect(without.notes).toContain("only the US register was asked");
  });

  it("names a damaged file instead of crashing", async () => {
    const broken = rawFolder({ "mictronics/indexedDB.zip": "not a zip" });
    await expect(inspect("G-XLEA", { raw: broken })).rejects.toMatchObject({
      exitCode: EXIT.badInput,
      message: expect.stringContaining("indexedDB.zip: is not a sound zip archive"),
    });
  });
});
