// Blocks that take seconds: made by asking the command line, or counted from the bundled data. `npm run generate` and
// `npm run check` make them; the tests take them as they stand.
import type { Blocks } from "./blocks.ts";
import { readBundledFleet } from "./bundled-fleet.ts";
import { commandBlocks } from "./commands.ts";
import { exampleBlock } from "./readme-example.ts";
import { bundledBlock } from "./sources.ts";
import { usOperatorBlocks } from "./us-operators.ts";

export async function programBlocks(root: string): Promise<Blocks> {
  const bundled = await readBundledFleet(root);
  return new Map([
    ...commandBlocks(root),
    ...usOperatorBlocks(bundled),
    ["bundled", bundledBlock(bundled)],
    ["example", exampleBlock(bundled)],
  ]);
}
