// The fleet of the bundled sources, as a default build sees it: what measured figures in the docs are counted from.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gather } from "../../src/commands/gather.ts";
import { buildFleet, type Fleet } from "../../src/model/fleet.ts";
import type { SourceNote } from "../../src/snapshot/manifest.ts";
import { bundledPaths } from "../../src/sources/bundled.ts";
import type { CuratedTables } from "../../src/sources/curated.ts";

export interface BundledFleet {
  readonly fleet: Fleet;
  readonly tables: CuratedTables;
  readonly notes: readonly SourceNote[];
}

export async function readBundledFleet(root: string): Promise<BundledFleet> {
  // An empty data folder: what was received on this machine must not get into the docs.
  const data = mkdtempSync(join(tmpdir(), "fleet-docs-"));
  try {
    const { input, notes } = await gather(
      { data, paths: bundledPaths(root), includeUnlicensed: false, scope: "commercial" },
      () => {},
    );
    return { fleet: buildFleet(input), tables: input.tables, notes };
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}
