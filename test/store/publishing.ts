// What the tests of publishing share: four releases that differ in one record, an engine that holds some of them, and
// the questions they ask of it.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type PublishOptions, publish } from "../../src/store/publish.ts";
import { manifestKey, POINTER_KEY, parsePointer, type Release } from "../../src/store/release.ts";
import { createMapEngine, type MapEngine } from "./map-engine.ts";
import { sampleRelease } from "./sample-snapshot.ts";

export const DAY_MS = 24 * 60 * 60 * 1000;
export const START = Date.UTC(2026, 10, 15);

export interface FourReleases {
  readonly a: Release;
  readonly b: Release;
  readonly c: Release;
  readonly d: Release;
  remove(): void;
}

export function makeReleases(): FourReleases {
  const folder = mkdtempSync(join(tmpdir(), "fleet-publish-"));
  // Of 800 records one differs between versions, so that releases share most packs.
  const make = (version: string) => sampleRelease(folder, { version, records: 800, changed: 1 });
  const remove = () => rmSync(folder, { recursive: true, force: true });
  return { a: make("a"), b: make("b"), c: make("c"), d: make("d"), remove };
}

export function options(day = 0, more: Partial<PublishOptions> = {}): PublishOptions {
  return { keep: 2, now: () => START + day * DAY_MS, pause: async () => {}, ...more };
}

/** An engine with these releases in it, published a day apart. */
export async function engineWith(...releases: readonly Release[]): Promise<MapEngine> {
  const engine = createMapEngine();
  for (const [day, release] of releases.entries()) await publish(engine, release, options(day));
  engine.operations.length = 0;
  return engine;
}

export function currentOf(engine: MapEngine): string | undefined {
  return parsePointer(engine.values.get(POINTER_KEY) ?? new Uint8Array())?.id;
}

/** Whether every value that the release needs is there, byte for byte. */
export async function isWhole(engine: MapEngine, release: Release): Promise<boolean> {
  for (const key of release.values.keys()) {
    const wanted = (await release.read(key)) as Uint8Array;
    if (Buffer.compare(engine.values.get(key) ?? new Uint8Array(), wanted) !== 0) return false;
  }
  return engine.values.has(manifestKey(idOf(release)));
}

export function idOf(release: Release): string {
  return release.manifest.snapshot;
}

export function packsAndChunks(keys: readonly string[]): string[] {
  return keys.filter((key) => /-(pack|chunk)-/.test(key));
}
