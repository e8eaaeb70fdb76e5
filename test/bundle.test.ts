// The worker as it is deployed: small, without the schema library, and accepted by the deployment tool.
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { afterAll, describe, expect, it } from "vitest";
import { temporaryFolder } from "./fixtures/fixture-snapshot.ts";
import { ROOT } from "./markdown.ts";

/** Of code, as it goes over the wire; data lies in KV. */
const BUDGET_BYTES = 30_000;

const folder = temporaryFolder();
afterAll(() => folder.remove());

describe("the worker's bundle", () => {
  it("has no package in it, and no module of Node", async () => {
    const { metafile } = await build({
      entryPoints: [join(ROOT, "src", "worker.ts")],
      bundle: true,
      write: false,
      metafile: true,
      format: "esm",
      external: ["cloudflare:workers"],
    });
    const inputs = Object.keys(metafile.inputs);
    expect(inputs.filter((path) => !path.startsWith("src/"))).toEqual([]);
    expect(inputs.length).toBeGreaterThan(15);
  });

  it(`passes a dry run of the deployment, below ${BUDGET_BYTES} bytes`, async () => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [
        join(ROOT, "node_modules", "wrangler", "bin", "wrangler.js"),
        "deploy",
        "--dry-run",
        "--outdir",
        folder.path,
      ],
      {
        cwd: ROOT,
        env: {
          ...process.env,
          CI: "1",
          WRANGLER_SEND_METRICS: "false",
          WRANGLER_LOG_PATH: folder.path,
          XDG_CONFIG_HOME: folder.path,
        },
      },
    );
    expect(stdout).toContain("env.FLEET");
    expect(stdout).toContain("--dry-run: exiting now.");
    expect(gzipSync(readFileSync(join(folder.path, "worker.js"))).length).toBeLessThan(BUDGET_BYTES);
  }, 60_000);
});
