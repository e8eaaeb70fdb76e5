// The worker as it is deployed: bundled and accepted by the deployment tool, and still small. What may be in it is
// portable-bundle.test.ts's concern.
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, it } from "vitest";
import { temporaryFolder } from "./fixtures/fixture-snapshot.ts";
import { ROOT } from "./markdown.ts";

/** Of code, as it goes over the wire; data lies in KV. */
const BUDGET_BYTES = 30_000;

const folder = temporaryFolder();
afterAll(() => folder.remove());

describe("the worker's bundle", () => {
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
