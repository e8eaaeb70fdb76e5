// The access log: one line a request, parseable whatever was asked, written in blocks.
import type { IncomingMessage } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAccessLog } from "../../src/node/access-log.ts";
import { type FolderSource, openSnapshotFolder } from "../../src/store/pack-file-store.ts";
import { buildFixtureSnapshot, temporaryFolder } from "../fixtures/fixture-snapshot.ts";
import { rawRequest } from "./raw-http.ts";
import { serveOn } from "./serving.ts";

const NOW = new Date("2026-11-15T12:34:56.789Z");
const folder = temporaryFolder();
let source: FolderSource;

beforeAll(async () => {
  const { data } = await buildFixtureSnapshot(folder.path);
  source = openSnapshotFolder(data, { pollMs: 0 });
});

afterAll(() => {
  source.close();
  folder.remove();
});

const ASKED = [
  ["GET", "/api/v1/airlines/DL", 200],
  ["HEAD", "/api/v1/airlines/DL", 200],
  ["GET", '/api/v1/airlines/"quoted"\\', 404],
  ["GET", "/api/v1/airlines/%0A%1B[31m", 404],
  ["POST", "/", 405],
  ["OPTIONS", "/", 204],
  ["GET", `/${"x".repeat(9_000)}`, 414],
  ["GET", "/data/LICENSE.txt", 200],
] as const;

describe("the access log", () => {
  it("writes one JSON line for every request, with its status", async () => {
    const lines = await logOf("json");
    const entries = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(entries.map(({ method, path, status }) => [method, path, status])).toEqual(
      ASKED.map(([method, path, status]) => [method, path.slice(0, 200), status]),
    );
    for (const entry of entries) {
      expect(Object.keys(entry)).toEqual(["time", "method", "path", "status", "bytes", "ms"]);
      expect(entry.time).toBe("2026-11-15T12:34:56.789Z");
      expect(entry.ms).toBeGreaterThanOrEqual(0);
      expect(entry.ms).toBeLessThan(1_000);
    }
    expect(entries[0]?.bytes).toBeGreaterThan(100);
  });

  it("writes one plain line for every request that no terminal will obey", async () => {
    const lines = await logOf("text");
    expect(lines).toHaveLength(ASKED.length);
    expect(lines[0]).toMatch(/^12:34:56 200 GET \/api\/v1\/airlines\/DL \d+\.\d\d ms$/);
    for (const line of lines) expect(line).toMatch(/^[\x20-\x7e]+$/);
  });

  it("gathers lines and writes them when they fill a block, and the rest when told to", () => {
    const blocks: string[] = [];
    const log = createAccessLog(
      "json",
      (block) => blocks.push(block),
      () => NOW,
    );
    const request = { method: "GET", url: "/".padEnd(150, "x") } as IncomingMessage;
    for (let at = 0; at < 500; at++) log.onAnswer(request, 200, 10, 0);
    expect(blocks.length).toBeGreaterThan(0);
    expect(blocks.length).toBeLessThan(10);
    log.flush();
    expect(blocks.join("").trimEnd().split("\n")).toHaveLength(500);
    for (const block of blocks) expect(block.endsWith("\n")).toBe(true);
  });
});

async function logOf(format: "json" | "text"): Promise<string[]> {
  const blocks: string[] = [];
  const log = createAccessLog(
    format,
    (block) => blocks.push(block),
    () => NOW,
  );
  const serving = await serveOn(source, { onAnswer: log.onAnswer });
  for (const [method, target] of ASKED) await rawRequest(serving.port, method, target);
  await serving.stop();
  log.flush();
  return blocks.join("").trimEnd().split("\n");
}
