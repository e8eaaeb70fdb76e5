// Fingerprint of everything a default build depends on, cheap enough to take at every start: another value means that
// the snapshot on disk was made by another program or from other data.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { BundledPaths } from "../sources/bundled.ts";

export function fingerprintInputs(paths: BundledPaths, programFolder: string): string {
  const hash = createHash("sha256");
  for (const folder of [programFolder, paths.curated]) {
    if (!existsSync(folder)) continue;
    for (const name of readdirSync(folder).sort()) {
      if (/\.(js|csv)$|^DATE$/.test(name)) hash.update(`${name}\0`).update(readFileSync(join(folder, name)));
    }
  }
  // The packages' files are pinned by the lock file's integrity; their sizes tell versions apart.
  for (const file of [
    paths.register,
    join(paths.airports, "airports.csv"),
    join(paths.airports, "runways.csv"),
  ]) {
    hash.update(existsSync(file) ? `${statSync(file).size}\0` : "absent\0");
  }
  return hash.digest("hex").slice(0, 16);
}
