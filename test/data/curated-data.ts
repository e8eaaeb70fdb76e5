// What the tests of this folder look at: the tables under data/ as the build reads them, and the open databases
// they are compared with, where a checkout has them.
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { hasRawFiles, RAW_FOLDER } from "../../scripts/cross-check/raw-files.ts";
import { bundledPaths } from "../../src/sources/bundled.ts";
import { readCuratedTables } from "../../src/sources/curated.ts";

export const ROOT = fileURLToPath(new URL("../../", import.meta.url));
export const PATHS = bundledPaths(ROOT);
export const RAW = join(ROOT, RAW_FOLDER);
export const rawFilesAreHere = hasRawFiles(RAW);

export const tables = readCuratedTables(PATHS.curated);
