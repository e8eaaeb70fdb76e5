// What goes to the edge: the worker as one minified file, and the budget it must keep. Used by a test and by
// `npm run check`, which prints the figures.
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

/** The design's limit, code without data. A schema library alone would take three times as much. */
export const BUDGET_GZIP_BYTES = 30_000;

export interface PortableBundle {
  readonly bytes: number;
  readonly gzipBytes: number;
  /** Files in the bundle, relative to the root, largest first. */
  readonly inputs: readonly { readonly path: string; readonly bytes: number }[];
  /** Modules left for the runtime to provide. */
  readonly external: readonly string[];
}

export async function bundlePortable(root: string, entry = "src/worker.ts"): Promise<PortableBundle> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: [join(root, entry)],
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    // Neither Node's modules nor a browser's stand-ins for them: such an import fails here.
    platform: "neutral",
    format: "esm",
    target: "es2022",
    external: ["cloudflare:*"],
    logLevel: "silent",
  });
  const code = outputFiles[0]?.contents ?? new Uint8Array();
  const output = Object.values(metafile.outputs)[0];
  return {
    bytes: code.length,
    gzipBytes: gzipSync(code, { level: 9 }).length,
    inputs: Object.entries(output?.inputs ?? {})
      .map(([path, { bytesInOutput }]) => ({ path, bytes: bytesInOutput }))
      .sort((a, b) => b.bytes - a.bytes),
    external: (output?.imports ?? []).map(({ path }) => path),
  };
}
