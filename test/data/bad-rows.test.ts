// A fault in a curated table stops the build with file, line and reason. Each case changes one line of a copy of the
// real tables.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readAirports } from "../../src/sources/airports.ts";
import { readCuratedTables } from "../../src/sources/curated.ts";
import { checkReferences } from "../../src/sources/references.ts";
import { SourceError } from "../../src/sources/source-error.ts";
import { PATHS } from "./curated-data.ts";

interface Fault {
  readonly what: string;
  readonly file: string;
  /** The line that is changed, by what it begins with; a header is line 1. */
  readonly line: string;
  readonly into: (line: string) => string;
  readonly reason: RegExp;
  /** Of two lines that clash the second is reported, and a quote that never ends where the file does. */
  readonly reportedElsewhere?: true;
}

const cell = (at: number, text: string) => (line: string) =>
  line
    .split(",")
    .map((value, column) => (column === at ? text : value))
    .join(",");

const FAULTS: readonly Fault[] = [
  {
    what: "a row with too few cells",
    file: "airlines.csv",
    line: "klm,",
    into: () => "klm,KLM,KL",
    reason: /not a well-formed CSV row/,
  },
  {
    what: "a quote that never ends",
    file: "lessors.csv",
    line: "avolon,",
    into: (line) => line.replace("Avolon", '"Avolon'),
    reason: /not a well-formed CSV row/,
    reportedElsewhere: true,
  },
  {
    what: "a header of another table",
    file: "lessors.csv",
    line: "slug,",
    into: () => "slug,name,type",
    reason: /the header must be slug,name,kind/,
  },
  {
    what: "a status nobody knows",
    file: "airlines.csv",
    line: "klm,",
    into: cell(5, "flying"),
    reason: /status: 'flying' is none of active, defunct/,
  },
  {
    what: "an IATA code of three letters",
    file: "airlines.csv",
    line: "klm,",
    into: cell(2, "KLM"),
    reason: /iata: 'KLM' is not an IATA airline code/,
  },
  {
    what: "a weight that is no number",
    file: "aircraft-types.csv",
    line: "A20N,",
    into: cell(7, "79 t"),
    reason: /mtow_kg: '79 t' is not a number/,
  },
  {
    what: "a slug that stands twice",
    file: "airlines.csv",
    line: "klm,",
    into: cell(0, "lufthansa"),
    reason: /slug lufthansa stands already in line \d+/,
    reportedElsewhere: true,
  },
  {
    what: "an alias that belongs to another record",
    file: "airlines.csv",
    line: "klm,",
    into: cell(8, "delta"),
    reason: /slug delta belongs to line \d+ already/,
  },
  {
    what: "a slug that looks like another's code",
    file: "airlines.csv",
    line: "danish-air-transport,",
    into: cell(8, "dat"),
    reason: /slug dat looks like a code of .*; choose a longer one/,
  },
  {
    what: "a hub that is no airport",
    file: "airlines.csv",
    line: "klm,",
    into: cell(7, "EHXX"),
    reason: /hub EHXX is no airport's ICAO code/,
  },
  {
    what: "a hub at an airport that has closed",
    file: "airlines.csv",
    line: "lufthansa,",
    into: cell(7, "EDDT"),
    reason: /hub EDDT is no airport's ICAO code/,
  },
  {
    what: "an owner pattern whose lessor is gone",
    file: "owners.csv",
    line: "AERCAP *,",
    into: cell(2, "aercrap"),
    reason: /lessor aercrap is not in lessors\.csv/,
  },
  {
    what: "an owner pattern whose airline is gone",
    file: "owners.csv",
    line: "UNITED AIRLINES *,",
    into: cell(3, "untied-airlines"),
    reason: /airline untied-airlines is not in airlines\.csv/,
  },
  {
    what: "a trustee's pattern that names an operating lessor",
    file: "owners.csv",
    line: "UMB BANK *,",
    into: cell(2, "aercap"),
    reason: /must name a lessor of kind owner_trustee/,
  },
  {
    what: "an owner pattern that is not normalised",
    file: "owners.csv",
    line: "AERCAP *,",
    into: cell(0, "AerCap*"),
    reason: /'AerCap\*' is not a normalised owner name/,
  },
  {
    what: "a model pattern that is no regular expression",
    file: "us-models.csv",
    line: "SAAB(?:[ -].*)?|SAABSCANIA.*,(?:SAAB )?2000,",
    into: cell(1, "(?:SAAB ?2000"),
    reason: /is not a regular expression/,
  },
  {
    what: "a model of a type that is not in the table",
    file: "us-models.csv",
    line: "SAAB(?:[ -].*)?|SAABSCANIA.*,(?:SAAB )?2000,",
    into: cell(2, "SB99"),
    reason: /SB99 is not in aircraft-types\.csv/,
  },
  {
    what: "a mark pattern that means nothing",
    file: "us-marks.csv",
    line: "horizon-air,",
    into: cell(1, "QX*"),
    reason: /'QX\*' is not a mark pattern/,
  },
  {
    what: "a value without a curve",
    file: "aircraft-types.csv",
    line: "A20N,",
    into: cell(13, ""),
    reason: /a value needs a curve/,
  },
  {
    what: "a curve that does not exist",
    file: "aircraft-types.csv",
    line: "A20N,",
    into: cell(13, "narrowbody_future"),
    reason: /there is no value curve narrowbody_future/,
  },
];

describe("a curated table", () => {
  const airports = readAirports(PATHS.airports);
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "curated-"));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const read = () => checkReferences(readCuratedTables(folder), airports);
  const faultOf = (): SourceError => {
    try {
      read();
    } catch (error) {
      if (error instanceof SourceError) return error;
      throw error;
    }
    throw new Error("nothing was refused");
  };

  it("is accepted as it is", () => {
    cpSync(PATHS.curated, folder, { recursive: true });
    expect(read).not.toThrow();
  });

  it.each(FAULTS)("refuses $what", ({ file, line, into, reason, reportedElsewhere }) => {
    cpSync(PATHS.curated, folder, { recursive: true });
    const path = join(folder, file);
    const lines = readFileSync(path, "utf8").split("\n");
    const at = lines.findIndex((text) => text.startsWith(line));
    expect(at, `no line of ${file} begins with ${line}`).toBeGreaterThanOrEqual(0);
    const changed = into(lines[at] ?? "");
    expect(changed).not.toBe(lines[at]);
    writeFileSync(path, lines.with(at, changed).join("\n"));

    const fault = faultOf();
    expect(fault.file).toBe(file);
    expect(fault.message).toMatch(reason);
    expect(fault.message.startsWith(`${file}:${fault.line}: `)).toBe(true);
    if (!reportedElsewhere) expect(fault.line).toBe(at + 1);
  });

  it("refuses to go on without one of its files", () => {
    cpSync(PATHS.curated, folder, { recursive: true });
    rmSync(join(folder, "owners.csv"));
    expect(faultOf()).toMatchObject({ file: "owners.csv", line: null });
    expect(faultOf().message).toContain("cannot be read");
  });
});
