// An engine in memory that counts its reads and can be made to misbehave, and the values of a release for it, made
// with the real pack writer.

import type { PackRecord } from "../../src/snapshot/pack-writer.ts";
import { contentHash } from "../../src/store/content-hash.ts";
import {
  chunkKey,
  formatManifest,
  formatPointer,
  manifestKey,
  POINTER_KEY,
  packKey,
  packNumberOf,
  RELEASE_FORMAT,
  type ReleaseManifest,
  type ReleaseReader,
} from "../../src/store/release.ts";
import { packOf, recordOf } from "../snapshot/sample-packs.ts";

export interface CountingEngine extends ReleaseReader {
  readonly values: Map<string, Uint8Array>;
  /** Keys in the order they were asked for. */
  readonly reads: string[];
  /** Called before each read; what it throws, the read throws. */
  fault: (key: string) => void | Promise<void>;
}

export function countingEngine(...releases: readonly SampleRelease[]): CountingEngine {
  const engine: CountingEngine = {
    values: new Map(),
    reads: [],
    fault: () => {},
    async read(key) {
      engine.reads.push(key);
      await engine.fault(key);
      return engine.values.get(key) ?? null;
    },
  };
  for (const release of releases) publishTo(engine, release);
  return engine;
}

export interface SampleRelease {
  readonly manifest: ReleaseManifest;
  readonly manifestHash: string;
  readonly values: ReadonlyMap<string, Uint8Array>;
}

export interface SampleOptions {
  readonly packs?: number;
  readonly files?: Readonly<Record<string, readonly string[]>>;
}

/** A release with one record for each identifier; its answer says which release it is of. */
export function sampleRelease(
  id: string,
  identifiers: readonly string[],
  options: SampleOptions = {},
): SampleRelease {
  const records = identifiers.map((name) => recordOf([`airlines/${name}`], bodyOf(id, name)));
  return releaseOf(id, records, options);
}

export function bodyOf(id: string, name: string): string {
  return JSON.stringify({ release: id, name });
}

export function releaseOf(
  id: string,
  records: readonly PackRecord[],
  { packs = 4, files = {} }: SampleOptions = {},
): SampleRelease {
  const values = new Map<string, Uint8Array>();
  const add = (name: (hash: string) => string, bytes: Uint8Array) => {
    const hash = contentHash(bytes);
    values.set(name(hash), bytes);
    return hash;
  };
  const hashes = Array.from({ length: packs }, (_, number) => {
    const members = records
      .map((record) => ({
        ...record,
        keys: record.keys.filter(({ key }) => packNumberOf(key, packs) === number),
      }))
      .filter(({ keys }) => keys.length > 0);
    return add(packKey, packOf(members));
  });
  const manifest: ReleaseManifest = {
    format: RELEASE_FORMAT,
    snapshot: id,
    lastModified: "Mon, 07 Sep 2026 00:00:00 GMT",
    packs: hashes,
    pagePacks: [],
    files: Object.entries(files).map(([name, chunks]) => ({
      name,
      contentType: "application/x-ndjson",
      etag: `etag-of-${name}`,
      bytes: chunks.join("").length,
      chunks: chunks.map((chunk) => chunkKey(add(chunkKey, Buffer.from(chunk)))),
    })),
  };
  const bytes = formatManifest(manifest);
  values.set(manifestKey(id), bytes);
  return { manifest, manifestHash: contentHash(bytes), values };
}

/** Values first, pointer last, as a publisher does it. */
export function publishTo(engine: CountingEngine, release: SampleRelease): void {
  for (const [key, bytes] of release.values) engine.values.set(key, bytes);
  pointTo(engine, release);
}

export function pointTo(engine: CountingEngine, { manifest, manifestHash }: SampleRelease): void {
  engine.values.set(POINTER_KEY, formatPointer({ id: manifest.snapshot, manifestHash }));
}

/** Key of the pack that answers for an identifier. */
export function packKeyOf({ manifest: { packs } }: SampleRelease, identifier: string): string {
  return packKey(packs[packNumberOf(`airlines/${identifier}`, packs.length)] as string);
}
