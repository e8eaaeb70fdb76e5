// The generator behind `npm run generate`: what it writes, what it leaves alone, and that it has been run.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { blockNames, fillBlocks } from "../../scripts/generate/blocks.ts";
import { generateFiles } from "../../scripts/generate/files.ts";
import { contractBlocks } from "../../scripts/generate/tables.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const blocks = new Map([["colours", "| red |"]]);

describe("generated files", () => {
  it("are what the contract makes of them today", () => {
    const outdated = generateFiles(root).filter(({ current, wanted }) => current !== wanted);
    expect(outdated.map(({ path }) => path)).toEqual([]);
  });

  it("show every block of the contract in docs/api.md", () => {
    const names = blockNames(readFileSync(new URL("../../docs/api.md", import.meta.url), "utf8"));
    expect(names.sort()).toEqual([...contractBlocks().keys()].sort());
  });

  it("describe each nested field in a line of its own", () => {
    const made = contractBlocks();
    expect(made.get("fields-airport")).toContain("| `runways[].ends[].heading_true_deg` | number | yes |");
    expect(made.get("fields-airframe")).toContain("| `telemetry.callsign` | string | yes |");
    expect(made.get("fields-airline")).toContain("| `hubs` | array of string |  |");
  });
});

describe("a generated block", () => {
  it("is replaced between its marks, and nothing around it", () => {
    const text = "before\n<!-- generated:colours -->\nold\n<!-- /generated -->\nafter\n";
    const filled = fillBlocks("a.md", text, blocks);
    expect(filled).toBe("before\n<!-- generated:colours -->\n| red |\n<!-- /generated -->\nafter\n");
    expect(fillBlocks("a.md", filled, blocks)).toBe(filled);
  });

  it("is no reason to touch a file that has none", () => {
    expect(fillBlocks("a.md", "text\n", blocks)).toBe("text\n");
  });

  it("that nobody makes is an error that names the file and the ones there are", () => {
    const text = "<!-- generated:colors -->\n<!-- /generated -->";
    expect(() => fillBlocks("a.md", text, blocks)).toThrow(/a\.md: nobody makes the block colors.*colours/);
  });

  it("that is not closed is an error that names the file", () => {
    expect(() => fillBlocks("a.md", "<!-- generated:colours -->\n", blocks)).toThrow(/a\.md: .*not closed/);
  });
});
