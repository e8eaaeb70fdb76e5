// Writes what is made from the program and its data: openapi.json, the plot of the value curves, and the generated
// blocks of README.md and docs/*.md.
// With --check it writes nothing, names the files that differ and exits 1.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { generateFiles } from "./generate/files.ts";
import { programBlocks } from "./generate/program-blocks.ts";

const root = process.cwd();
const outdated = generateFiles(root, await programBlocks(root)).filter(
  ({ current, wanted }) => current !== wanted,
);
if (!process.argv.includes("--check")) {
  for (const { path, wanted } of outdated) {
    writeFileSync(join(root, path), wanted);
    console.log(`wrote ${path}`);
  }
} else if (outdated.length > 0) {
  for (const { path, current, wanted } of outdated) {
    console.error(
      `${path} ${current === null ? "is missing" : `is out of date at line ${firstDifference(current, wanted)}`}`,
    );
  }
  console.error("Run `npm run generate` and commit what it writes.");
  process.exitCode = 1;
}

function firstDifference(current: string, wanted: string): number {
  const lines = wanted.split("\n");
  const at = current.split("\n").findIndex((line, index) => line !== lines[index]);
  return (at < 0 ? current.split("\n").length : at) + 1;
}
