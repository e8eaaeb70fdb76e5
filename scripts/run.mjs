// Runs a TypeScript program of this repository on Node 20, which reads none: bundles it to a temporary file beside
// node_modules (so that packages resolve) and starts it. Usage: node scripts/run.mjs scripts/generate.ts [arguments]
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));
const [entry, ...rest] = process.argv.slice(2);
const folder = mkdtempSync(join(root, "node_modules", ".run-"));
// Also where bundling fails.
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
const outfile = join(folder, "program.mjs");
await build({
  entryPoints: [join(root, entry)],
  outfile,
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20",
  packages: "external",
  logLevel: "warning",
});
const nodeFlags = rest
  .filter((flag) => flag.startsWith("--node:"))
  .map((flag) => flag.replace("--node:", "--"));
const args = rest.filter((flag) => !flag.startsWith("--node:"));
const child = spawn(process.execPath, [...nodeFlags, outfile, ...args], { stdio: "inherit", cwd: root });
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
child.on("exit", (code) => process.exit(code ?? 1));
