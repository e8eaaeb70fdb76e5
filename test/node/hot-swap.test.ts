// A new snapshot on disk while requests run: no request fails, no answer mixes two, a damaged one is refused.
import { cpSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { Agent, get } from "node:http";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { CURRENT_FILE, MANIFEST_FILE, PACK_FILE, snapshotsFolder } from "../../src/snapshot/folder.ts";
import { openSnapshotFolder } from "../../src/store/pack-file-store.ts";
import { buildFixtureSnapshot, temporaryFolder } from "../fixtures/fixture-snapshot.ts";
import { type Serving, serveOn } from "./serving.ts";

const POLL_MS = 10;
const TARGETS = ["/api/v1/airframes/N899DN", "/api/v1/airlines/DL", "/api/v1/lessors/jetran"];
/** Ages differ by a year, so every one of these records has other bytes. */
const LATER = "2027-09-30T00:00:00Z";
const LATEST = "2028-09-30T00:00:00Z";

type Built = Awaited<ReturnType<typeof buildFixtureSnapshot>>;
const folders = [temporaryFolder(), temporaryFolder(), temporaryFolder()] as const;
let first: Built;
let second: Built;
let third: Built;

beforeAll(async () => {
  first = await buildFixtureSnapshot(folders[0].path);
  second = await buildFixtureSnapshot(folders[1].path, { now: LATER });
  third = await buildFixtureSnapshot(folders[2].path, { now: LATEST });
});
afterAll(() => folders.forEach(({ remove }) => void remove()));

const cleanUp: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});

describe("a snapshot that changes under the server", () => {
  it.each([false, true])(
    "is picked up without a failed or mixed answer (in memory: %s)",
    async (inMemory) => {
      const data = dataFolderWith(first);
      const swaps: string[] = [];
      const serving = await serve(data, { inMemory, onSwap: (_, to) => swaps.push(to) });
      const bodies = new Map<string, string>();
      const clients = startClients(serving.port, bodies);

      await clients.until(50);
      makeCurrent(data, second);
      await clients.untilSeen(second.manifest.snapshot);
      await clients.stop();

      expect(swaps).toEqual([second.manifest.snapshot]);
      expect(clients.snapshotsSeen()).toEqual([first.manifest.snapshot, second.manifest.snapshot]);
      // Two snapshots, three records each: every answer had the one body of its snapshot.
      expect(bodies.size).toBe(2 * TARGETS.length);
      expect(new Set(bodies.values()).size).toBe(bodies.size);
    },
  );

  const damages: readonly (readonly [string, (folder: string) => void, RegExp])[] = [
    ["a flipped byte in its index", flipLastByte(PACK_FILE), /damaged index/],
    ["a truncated pack", truncate(PACK_FILE), /truncated/],
    ["a truncated manifest", truncate(MANIFEST_FILE), /missing or damaged/],
    [
      "a manifest of other content",
      replace(MANIFEST_FILE, '"keyCount": ', '"keyCount": 1'),
      /missing or damaged/,
    ],
  ];

  it.each(damages)("is refused with %s, and the old one keeps serving", async (_, damage, reason) => {
    const data = dataFolderWith(first);
    const errors: string[] = [];
    const serving = await serve(data, { onError: (error) => errors.push(error.message) });
    makeCurrent(data, second, damage);

    const clients = startClients(serving.port, new Map());
    await waitFor(() => errors.length > 0);
    await clients.until(50);
    await clients.stop();
    expect(clients.snapshotsSeen()).toEqual([first.manifest.snapshot]);
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatch(reason);
    expect(errors[0]).toMatch(/Run 'fleet build'/);

    makeCurrent(data, third);
    const later = startClients(serving.port, new Map());
    await later.untilSeen(third.manifest.snapshot);
    await later.stop();
  });
});

describe("a snapshot whose files come late", () => {
  it("is refused, told of once, and picked up when they are there", async () => {
    const data = dataFolderWith(first);
    const errors: string[] = [];
    const serving = await serve(data, { onError: (error) => errors.push(error.message) });
    const pack = (folder: string) => join(folder, PACK_FILE);
    makeCurrent(data, second, (folder) => renameSync(pack(folder), `${pack(folder)}.late`));
    await waitFor(() => errors.length > 0);
    const arrived = join(snapshotsFolder(data), second.manifest.snapshot);
    renameSync(`${pack(arrived)}.late`, pack(arrived));
    const clients = startClients(serving.port, new Map());
    await clients.untilSeen(second.manifest.snapshot);
    await clients.stop();
    expect(errors).toHaveLength(1);
  });
});

function dataFolderWith(built: Built): string {
  const folder = temporaryFolder();
  cleanUp.push(folder.remove);
  makeCurrent(folder.path, built);
  return folder.path;
}

/** As a build into `data` does it: the folder first, then the pointer. */
function makeCurrent(data: string, { data: from, manifest }: Built, damage?: (folder: string) => void): void {
  const arrived = join(snapshotsFolder(data), manifest.snapshot);
  cpSync(join(snapshotsFolder(from), manifest.snapshot), arrived, { recursive: true });
  damage?.(arrived);
  const pointer = join(snapshotsFolder(data), CURRENT_FILE);
  writeFileSync(`${pointer}.new`, `${manifest.snapshot}\n`);
  renameSync(`${pointer}.new`, pointer);
}

async function serve(data: string, options: Parameters<typeof openSnapshotFolder>[1]): Promise<Serving> {
  const source = openSnapshotFolder(data, { pollMs: POLL_MS, ...options });
  const serving = await serveOn(source);
  cleanUp.push(() => source.close(), serving.stop);
  return serving;
}

/** Three clients that ask without a pause; any failure, and any second body for one snapshot and target, throws. */
function startClients(port: number, bodies: Map<string, string>) {
  const agent = new Agent({ keepAlive: true });
  const seen: string[] = [];
  let answered = 0;
  let running = true;
  const run = async (target: string) => {
    while (running) {
      const { status, snapshot, body } = await ask(port, target, agent);
      expect(status).toBe(200);
      const key = `${snapshot} ${target}`;
      expect(body).toBe(bodies.get(key) ?? body);
      bodies.set(key, body);
      if (!seen.includes(snapshot)) seen.push(snapshot);
      answered++;
    }
  };
  const runs = Promise.all(TARGETS.map(run));
  return {
    until: (count: number) => Promise.race([runs, waitFor(() => answered >= count)]),
    untilSeen: (snapshot: string) => Promise.race([runs, waitFor(() => seen.includes(snapshot))]),
    snapshotsSeen: () => seen,
    async stop() {
      running = false;
      await runs;
      agent.destroy();
    },
  };
}

function ask(
  port: number,
  path: string,
  agent: Agent,
): Promise<{ status: number; snapshot: string; body: string }> {
  return new Promise((resolve, reject) => {
    get({ port, path, agent, host: "127.0.0.1" }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          snapshot: `${response.headers["x-snapshot"]}`,
          body: Buffer.concat(chunks).toString(),
        }),
      );
    }).on("error", reject);
  });
}

async function waitFor(condition: () => boolean): Promise<void> {
  const deadline = Date.now() + 10_000;
  while (!condition()) {
    if (Date.now() > deadline) throw new Error("waited ten seconds in vain");
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

function flipLastByte(name: string) {
  return (folder: string) => {
    const bytes = readFileSync(join(folder, name));
    bytes[bytes.length - 1] = 0xff ^ (bytes.at(-1) ?? 0);
    writeFileSync(join(folder, name), bytes);
  };
}

function truncate(name: string) {
  return (folder: string) => {
    const bytes = readFileSync(join(folder, name));
    writeFileSync(join(folder, name), bytes.subarray(0, bytes.length - 100));
  };
}

function replace(name: string, old: string, fresh: string) {
  return (folder: string) => {
    const text = readFileSync(join(folder, name), "utf8");
    expect(text).toContain(old);
    writeFileSync(join(folder, name), text.replace(old, fresh));
  };
}
