// The portable part as the edge gets it: bundled for a runtime without Node's modules, small, without the schema
// library and without anything of the pipeline.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { BUDGET_GZIP_BYTES, bundlePortable } from "../scripts/portable-bundle.ts";
import { ROOT } from "./markdown.ts";

describe("the bundle for the edge", async () => {
  const bundle = await bundlePortable(ROOT);

  it(`stays under ${BUDGET_GZIP_BYTES / 1000} kB gzip`, () => {
    expect(bundle.gzipBytes).toBeLessThanOrEqual(BUDGET_GZIP_BYTES);
    expect(bundle.gzipBytes).toBeGreaterThan(1_000);
  });

  it("holds the request path and nothing of the pipeline", () => {
    const folders = new Set(bundle.inputs.map(({ path }) => path.split("/").slice(0, 2).join("/")));
    const allowed = [
      "src/contract",
      "src/http",
      "src/identifiers",
      "src/snapshot",
      "src/store",
      "src/worker.ts",
    ];
    expect([...folders].filter((folder) => !allowed.includes(folder))).toEqual([]);
    expect(folders).toContain("src/http");
  });

  it("asks the runtime for nothing but the platform's own module", () => {
    expect(bundle.external.filter((name) => name !== "cloudflare:workers")).toEqual([]);
  });
});

describe("a bundle that reaches for Node", () => {
  it("fails to build, and the message names the module", async () => {
    const folder = mkdtempSync(join(ROOT, "node_modules", ".run-"));
    try {
      const entry = join(folder, "entry.ts");
      writeFileSync(entry, `import { readFileSync } from "node:fs";\nexport default readFileSync;\n`);
      await expect(bundlePortable(ROOT, entry.slice(ROOT.length))).rejects.toThrow(/node:fs/);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
