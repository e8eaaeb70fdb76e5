// Bundles the command line into dist/: Node 20 reads no TypeScript, and a bundle starts faster than a module tree.
// Commands are split off, so that serving loads neither the schema library nor the readers.
// Usage: node scripts/bundle.mjs [folder instead of dist]
import { chmodSync, existsSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

if (!existsSync(fileURLToPath(new URL("../src/cli.ts", import.meta.url)))) {
  // A packed release carries dist/ and no sources.
  process.exit(0);
}
const { build } = await import("esbuild");
const dist = fileURLToPath(new URL("../dist", import.meta.url));
const outdir = resolve(process.argv[2] ?? dist);
// Chunks of the last bundle have other names; a folder somebody names is theirs to empty.
if (outdir === dist) rmSync(outdir, { recursive: true, force: true });
await build({
  entryPoints: [
    { in: fileURLToPath(new URL("../src/cli.ts", import.meta.url)), out: "fleet" },
    { in: fileURLToPath(new URL("../src/build-thread.ts", import.meta.url)), out: "build-thread" },
    { in: fileURLToPath(new URL("../src/write-thread.ts", import.meta.url)), out: "write-thread" },
  ],
  outdir,
  bundle: true,
  splitting: true,
  platform: "node",
  format: "esm",
  target: "node20",
  // Native: its binary lies beside its own package.
  external: ["lmdb"],
  chunkNames: "[name]-[hash]",
  // Packages written for CommonJS (commander) call require.
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
  logLevel: "warning",
});
chmodSync(`${outdir}/fleet.js`, 0o755);
