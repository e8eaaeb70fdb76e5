// Which files are generated, whole or in part, and what they should hold now.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { buildOpenApi } from "../../src/contract/openapi.ts";
import { readCuratedTables } from "../../src/sources/curated.ts";
import { type Blocks, type BlocksOrKept, fillBlocks } from "./blocks.ts";
import { sourceBlocks } from "./sources.ts";
import { contractBlocks } from "./tables.ts";
import { valuationBlocks } from "./valuation.ts";
import { valuationPlot } from "./valuation-plot.ts";

export interface GeneratedFile {
  /** Relative to the root of the repository. */
  readonly path: string;
  /** Null where there is no such file yet. */
  readonly current: string | null;
  readonly wanted: string;
}

/** Blocks that only programBlocks makes, because it takes seconds. */
export const PROGRAM_BLOCKS = [
  "bundled",
  "commands",
  "example",
  "us-operators",
  "us-operators-unknown",
  "us-trustees",
  "variables",
] as const;

/** Without `programBlocks`, those blocks are taken as they stand. */
export function generateFiles(root: string, programBlocks?: Blocks): GeneratedFile[] {
  const tables = readCuratedTables(join(root, "data"));
  const blocks: BlocksOrKept = new Map<string, string | null>([
    ...PROGRAM_BLOCKS.map((name) => [name, null] as const),
    ...(programBlocks ?? []),
    ...contractBlocks(),
    ...sourceBlocks(),
    ...valuationBlocks(tables),
  ]);
  const whole = (path: string, wanted: string) => ({ path, current: readIfThere(join(root, path)), wanted });
  return [
    whole("openapi.json", `${JSON.stringify(buildOpenApi(), null, 2)}\n`),
    whole("docs/valuation-curves.svg", valuationPlot(tables)),
    ...markdownFiles(root).flatMap((path) => withBlocks(root, path, blocks)),
  ];
}

function markdownFiles(root: string): string[] {
  const docs = existsSync(join(root, "docs")) ? readdirSync(join(root, "docs")).sort() : [];
  return ["README.md", ...docs.filter((name) => name.endsWith(".md")).map((name) => `docs/${name}`)];
}

/** A file without blocks comes out as it went in. */
function withBlocks(root: string, path: string, blocks: BlocksOrKept): GeneratedFile[] {
  const current = readIfThere(join(root, path));
  return current === null ? [] : [{ path, current, wanted: fillBlocks(path, current, blocks) }];
}

function readIfThere(path: string): string | null {
  return existsSync(path) ? readFileSync(path, "utf8") : null;
}
