// What an engine holds at the moment: the pointer, the manifests, every key, and the log of releases. The log is one
// small value that says when a release was published and when it stopped being current; whatever it misses (a
// publisher was killed, or two wrote it at once) is filled in with the present time, which only delays cleaning up.
import { contentHash } from "./content-hash.ts";
import {
  manifestKey,
  POINTER_KEY,
  type Pointer,
  packKey,
  parsePointer,
  parseReleaseManifest,
  type ReleaseManifest,
  type ReleaseWriter,
} from "./release.ts";

export const LOG_KEY = "fleet-log";

const MANIFEST_PREFIX = manifestKey("");

export interface ReleaseEntry {
  readonly id: string;
  readonly manifestHash: string;
  /** Records by collection, for people. */
  readonly counts: Readonly<Record<string, number>>;
  readonly bytes: number;
  /** Milliseconds since 1970. */
  readonly publishedAt: number;
  /** When it stopped being current; null while it is. */
  readonly retiredAt: number | null;
}

export interface ReleaseLog {
  readonly releases: readonly ReleaseEntry[];
  /** Values that no manifest names, and since when that is known. */
  readonly unclaimed: Readonly<Record<string, number>>;
}

export interface Published {
  readonly pointer: Pointer | null;
  readonly keys: ReadonlySet<string>;
  readonly manifests: ReadonlyMap<string, ReleaseManifest>;
  /** Releases whose manifest is damaged or of a later format: what they need cannot be known. */
  readonly unreadable: readonly string[];
  /** Newest first; exactly the releases whose manifest is there and sound. */
  readonly releases: readonly ReleaseEntry[];
  readonly unclaimed: Readonly<Record<string, number>>;
}

export async function readPublished(writer: ReleaseWriter, now: number): Promise<Published> {
  const keys = new Set(await writer.list());
  const pointer = await readPointer(writer);
  const log = keys.has(LOG_KEY) ? parseLog(await writer.read(LOG_KEY)) : NO_LOG;
  const manifests = new Map<string, ReleaseManifest>();
  const hashes = new Map<string, string>();
  const unreadable: string[] = [];
  for (const key of keys) {
    if (!key.startsWith(MANIFEST_PREFIX)) continue;
    const bytes = await writer.read(key);
    const manifest = bytes === null ? null : parseReleaseManifest(bytes);
    if (bytes === null) continue;
    if (manifest === null || manifestKey(manifest.snapshot) !== key) {
      unreadable.push(key.slice(MANIFEST_PREFIX.length));
      continue;
    }
    manifests.set(manifest.snapshot, manifest);
    hashes.set(manifest.snapshot, contentHash(bytes));
  }
  const releases = [...hashes].map(([id, hash]) => {
    const logged = log.releases.find((entry) => entry.id === id) ?? unlogged(id, now);
    return settle({ ...logged, manifestHash: hash }, pointer?.id, now);
  });
  const claimed = new Set([...manifests.values()].flatMap(valuesOf));
  const unclaimed: Record<string, number> = {};
  for (const key of keys) {
    if (isValue(key) && !claimed.has(key)) unclaimed[key] = log.unclaimed[key] ?? now;
  }
  return { pointer, keys, manifests, unreadable, releases: newestFirst(releases), unclaimed };
}

/** Null where nothing was ever published. A pointer that cannot be read counts as none: publishing mends it. */
export async function readPointer(writer: ReleaseWriter): Promise<Pointer | null> {
  const bytes = await writer.read(POINTER_KEY);
  return bytes === null ? null : parsePointer(bytes);
}

/** The same with one release known better; the log should say so from now on. */
export function withEntry(published: Published, entry: ReleaseEntry, now: number): Published {
  const others = published.releases.filter(({ id }) => id !== entry.id);
  const releases = [...others, settle(entry, published.pointer?.id, now)];
  return { ...published, releases: newestFirst(releases) };
}

function newestFirst(releases: readonly ReleaseEntry[]): readonly ReleaseEntry[] {
  return [...releases].sort((a, b) => b.publishedAt - a.publishedAt || (a.id < b.id ? 1 : -1));
}

function settle(entry: ReleaseEntry, current: string | undefined, now: number): ReleaseEntry {
  if (entry.id === current) return { ...entry, retiredAt: null };
  return { ...entry, retiredAt: entry.retiredAt ?? now };
}

export function valuesOf(manifest: ReleaseManifest): readonly string[] {
  const { packs, pagePacks, files } = manifest;
  return [...[...packs, ...pagePacks].map(packKey), ...files.flatMap(({ chunks }) => chunks)];
}

export function formatLog(log: ReleaseLog): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(log));
}

/** Reads a value and holds it against its name; null where it is missing or not what the name says. */
export async function readSound(writer: ReleaseWriter, key: string): Promise<Uint8Array | null> {
  const bytes = await writer.read(key);
  return bytes !== null && key.endsWith(`-${contentHash(bytes)}`) ? bytes : null;
}

const NO_LOG: ReleaseLog = { releases: [], unclaimed: {} };

function parseLog(bytes: Uint8Array | null): ReleaseLog {
  try {
    const value = JSON.parse(new TextDecoder().decode(bytes ?? new Uint8Array())) as ReleaseLog;
    return Array.isArray(value.releases) && typeof value.unclaimed === "object" ? value : NO_LOG;
  } catch {
    return NO_LOG;
  }
}

function unlogged(id: string, now: number): ReleaseEntry {
  return { id, manifestHash: "", counts: {}, bytes: 0, publishedAt: now, retiredAt: null };
}

function isValue(key: string): boolean {
  return /^fleet-(pack|chunk)-/.test(key);
}
