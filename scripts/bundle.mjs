// Bundles the command line into dist/: Node 20 reads no TypeScript, and a bundle starts faster than a module tree.
// Commands are split off, so that serving loads neither the schema library nor the readers.
import { chmodSync, existsSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";

if (!existsSync(fileURLToPath(new URL("../src/cli.ts", import.meta.url)))) {
  // A packed release carries dist/ and no sources.
  process.exit(0);
}
const { build } = await import("esbuild");
const outdir = fileURLToPath(new URL("../dist", import.meta.url));
rmSync(outdir, { recursive: true, force: true });
await build({
  entryPoints: [{ in: fileURLToPath(new URL("../src/cli.ts", import.meta.url)), out: "fleet" }],
  outdir,
  bundle: true,
  splitting: true,
  platform: "node",
  format: "esm",
  target: "node20",
  chunkNames: "[name]-[hash]",
  // Packages written for CommonJS (commander) call require.
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
  logLevel: "warning",
});
chmodSync(`${outdir}/fleet.js`, 0o755);
