// A raw folder in a temporary place, a server with the sample upstreams, and a sync between them.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Outcome, type SyncOptions, sync } from "../../src/sync/sync.ts";
import type { Upstream } from "../../src/sync/upstream.ts";
import { type FileServer, startFileServer } from "./misbehaving-server.ts";
import { sampleUpstreams, servedVersion } from "./sample-upstreams.ts";

export const HOUR = 3_600_000;
export const NOW = Date.UTC(2026, 10, 15, 3);
export const TRIES = 2;
const TIMING = { stallMs: 800, tryMs: 5_000, tries: TRIES, pauseMs: 5 };

export interface SyncedFolder {
  readonly folder: string;
  readonly raw: string;
  readonly server: FileServer;
  readonly upstreams: readonly Upstream[];
  /** Puts a version of every sample file on the server. */
  serve(version: number): Promise<void>;
  run(more?: Partial<SyncOptions>): Promise<readonly Outcome[]>;
  read(file: string): string;
  /** What the server has. */
  bodyOf(file: string): Buffer;
  dayOf(file: string): string;
  /** What a run left beside its memory. */
  litter(): string[];
  close(): Promise<void>;
}

export async function openSyncedFolder(): Promise<SyncedFolder> {
  const folder = mkdtempSync(join(tmpdir(), "fleet-sync-"));
  const raw = join(folder, "raw");
  const server = await startFileServer();
  const upstreams = sampleUpstreams(server.base);
  const serve = async (version: number) => {
    for (const [path, file] of await servedVersion(version)) server.files.set(path, file);
  };
  await serve(1);
  return {
    folder,
    raw,
    server,
    upstreams,
    serve,
    run: (more = {}) =>
      sync({
        raw,
        upstreams,
        catalogue: upstreams,
        origin: { kind: "upstream" },
        force: true,
        now: () => NOW,
        timing: TIMING,
        progress: () => {},
        ...more,
      }),
    read: (file) => readFileSync(join(raw, file), "utf8"),
    bodyOf: (file) => server.files.get(`/${file}`)?.body ?? Buffer.alloc(0),
    dayOf: (file) => statSync(join(raw, file)).mtime.toISOString().slice(0, 10),
    litter: () => readdirSync(join(raw, ".sync")).filter((name) => name !== "state.json"),
    async close() {
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export const kinds = (outcomes: readonly Outcome[]) => outcomes.map(({ kind }) => kind);
