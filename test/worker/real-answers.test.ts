// Two thousand random identifiers of the real, bundled data in the real workerd runtime, compared with the direct call.
// Uses the snapshot of a clone that was started before; where there is none that this program reads, builds one.
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { build } from "../../src/commands/build.ts";
import { createHandler } from "../../src/http/handler.ts";
import { readCurrentManifest } from "../../src/snapshot/folder.ts";
import { bundledPaths } from "../../src/sources/bundled.ts";
import { contentHash } from "../../src/store/content-hash.ts";
import { type OpenSnapshot, openSnapshot } from "../../src/store/pack-file-store.ts";
import {
  formatManifest,
  formatPointer,
  MAX_PACK_BYTES,
  manifestKey,
  POINTER_KEY,
  type Release,
} from "../../src/store/release.ts";
import { temporaryFolder } from "../fixtures/fixture-snapshot.ts";
import { directHost, type Host } from "../http/host.ts";
import { ROOT } from "../markdown.ts";
import { releaseOf } from "../store/sample-snapshot.ts";
import { differences, targetsOf } from "./same-answers.ts";
import { type RunningWorker, startWorker } from "./worker-host.ts";

const SAMPLE = 2_000;
const SEED = 20_261_115;
const AT_ONCE = 16;
const NOTHING = new Uint8Array();

const folder = temporaryFolder();
let worker: RunningWorker;
let snapshot: OpenSnapshot;
let release: Release;
let direct: Host;

beforeAll(async () => {
  const data = await realData();
  snapshot = openSnapshot(data, currentId(data));
  release = releaseOf(data, snapshot.manifest);
  const source = { current: () => snapshot, close() {} };
  direct = directHost(createHandler({ source, now: () => 0, report: () => {} }));
  worker = await startWorker();
  await upload(worker, release);
}, 180_000);

afterAll(async () => {
  await worker?.stop();
  snapshot?.close();
  folder.remove();
});

describe("the real fleet", () => {
  it(`answers ${SAMPLE} random identifiers in workerd as the direct call does`, async () => {
    const targets = sample(targetsOf(snapshot.pack), SAMPLE);
    expect(new Set(targets).size).toBe(SAMPLE);
    expect(await differences(direct, worker.host, targets)).toEqual([]);
  }, 60_000);

  it("costs at most one KV read for each pack, however many ask", async () => {
    await worker.reads();
    await Promise.all(sample(targetsOf(snapshot.pack), SAMPLE).map((target) => worker.get(target)));
    const reads = (await worker.reads()).map((read) => read.split(" ")[0]);
    expect(reads.length).toBe(new Set(reads).size);
  }, 60_000);

  it("has no pack above the budget and few enough keys for a free plan's day", () => {
    const sizes = [...release.values]
      .filter(([key]) => key.startsWith("fleet-pack-"))
      .map(([, bytes]) => bytes);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(MAX_PACK_BYTES);
    expect(release.values.size + 2).toBeLessThanOrEqual(1_000);
  });
});

/** Without reading everything back, as publishing does: the answers tell soon enough. */
async function upload({ engine }: RunningWorker, { manifest, values, read }: Release): Promise<void> {
  const keys = [...values.keys()];
  for (let at = 0; at < keys.length; at += AT_ONCE) {
    const some = keys
      .slice(at, at + AT_ONCE)
      .map(async (key) => [key, (await read(key)) ?? NOTHING] as const);
    await engine.write(new Map(await Promise.all(some)));
  }
  const bytes = formatManifest(manifest);
  const pointer = { id: manifest.snapshot, manifestHash: contentHash(bytes) };
  await engine.write(
    new Map([
      [manifestKey(manifest.snapshot), bytes],
      [POINTER_KEY, formatPointer(pointer)],
    ]),
  );
}

async function realData(): Promise<string> {
  const kept = join(ROOT, ".fleet");
  try {
    openSnapshot(kept, currentId(kept)).close();
    return kept;
  } catch {
    const silent = { out() {}, note() {}, progress() {}, settle() {} };
    const options = {
      paths: bundledPaths(ROOT),
      inputs: "test",
      includeUnlicensed: false,
      scope: "commercial",
    } as const;
    await build({ data: folder.path, ...options }, silent);
    return folder.path;
  }
}

function currentId(data: string): string {
  return readCurrentManifest(data)?.snapshot ?? "";
}

/** The same ones in every run. */
function sample(all: readonly string[], count: number): string[] {
  let state = SEED;
  const left = [...all];
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return left.splice(state % left.length, 1)[0] ?? "/";
  });
}
