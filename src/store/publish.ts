// A release into an engine: upload what is missing, read it back, write the manifest, flip the pointer last. Killed at
// any point it leaves readers with the release they had, and running it again goes on where it stopped. Two at once end
// with the one or the other, each whole: values are named by content, and the pointer is one small value.
import { withClaim } from "./claims.ts";
import { type Collected, collectGarbage } from "./collect-garbage.ts";
import { contentHash } from "./content-hash.ts";
import {
  formatLog,
  LOG_KEY,
  type Published,
  type ReleaseEntry,
  readPublished,
  readSound,
  valuesOf,
  withEntry,
} from "./published.ts";
import {
  formatManifest,
  formatPointer,
  manifestKey,
  POINTER_KEY,
  type Pointer,
  parsePointer,
  type Release,
  type ReleaseWriter,
} from "./release.ts";
import { eachOf, type Pause, writeVerified } from "./verified-write.ts";

export interface PublishOptions {
  /** How many releases stay, the current one included. */
  readonly keep: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Reads back what was there before, too, and mends what is damaged. */
  readonly verifyAll?: boolean;
  /** How long a release that is no longer current stays whole for readers that have not noticed yet. */
  readonly graceMs?: number;
  readonly progress?: (stage: string, done: number, total: number) => void;
  readonly pause?: Pause;
}

export interface PublishResult {
  readonly id: string;
  /** What the pointer says now: another release only if somebody else published at the same time. */
  readonly current: string;
  /** What it said before; null where nothing was published. */
  readonly previous: string | null;
  readonly uploaded: number;
  readonly uploadedBytes: number;
  readonly values: number;
  readonly collected: Collected;
}

/** Small enough that a killed publisher loses little, large enough for a bulk interface to be worth its name. */
const BATCH_BYTES = 8 * 1024 * 1024;
const BATCH_VALUES = 64;

export function publish(
  writer: ReleaseWriter,
  release: Release,
  options: PublishOptions,
): Promise<PublishResult> {
  const id = release.manifest.snapshot;
  return withClaim(writer, id, options.now(), () => publishClaimed(writer, release, options));
}

async function publishClaimed(
  writer: ReleaseWriter,
  release: Release,
  options: PublishOptions,
): Promise<PublishResult> {
  const { now, progress = () => {}, pause } = options;
  const id = release.manifest.snapshot;
  const manifest = formatManifest(release.manifest);
  const pointer: Pointer = { id, manifestHash: contentHash(manifest) };
  const put = (key: string, bytes: Uint8Array) => writeVerified(writer, new Map([[key, bytes]]), pause);
  const uploaded = new Map<string, number>();
  const upload = async (keys: readonly string[]) => {
    for await (const batch of batchesOf(release, keys)) {
      await writeVerified(writer, batch, pause);
      for (const [key, { length }] of batch) uploaded.set(key, length);
      progress("uploading", uploaded.size, keys.length);
    }
  };
  /** Puts back what another publisher cleaned up since this one looked. Listings may be late, so they are doubted. */
  const mend = async (keys: ReadonlySet<string>) => {
    const missing = missingFrom(keys, release).filter((key) => !uploaded.has(key));
    const lost: string[] = [];
    await eachOf(missing, async (key) => {
      if ((await readSound(writer, key)) === null) lost.push(key);
    });
    await upload(lost);
  };

  progress("looking at what is there", 0, 0);
  const before = await readPublished(writer, now());
  await upload(await dueValues(writer, release, before, options));
  const known = before.releases.find((entry) => entry.id === id);
  if (known?.manifestHash !== pointer.manifestHash) await put(manifestKey(id), manifest);
  await mend(new Set(await writer.list()));

  progress("making it current", 0, 0);
  await flip(writer, pointer, before.pointer, pause);
  const after = await readPublished(writer, now());
  await mend(after.keys);

  const wasCurrent = before.pointer?.id === id;
  const entry: ReleaseEntry = {
    ...pointer,
    counts: release.counts,
    bytes: [...release.values.values()].reduce((sum, bytes) => sum + bytes, 0),
    publishedAt: wasCurrent && known !== undefined ? known.publishedAt : now(),
    retiredAt: null,
  };
  progress("cleaning up", 0, 0);
  // A listing that is late may not show the manifest yet, and what it names must not pass for garbage.
  const manifests = new Map([...after.manifests, [id, release.manifest]]);
  const { log, collected } = await collectGarbage(writer, withEntry({ ...after, manifests }, entry, now()), {
    own: id,
    keep: options.keep,
    now: now(),
    ...(options.graceMs === undefined ? {} : { graceMs: options.graceMs }),
  });
  await writer.write(new Map([[LOG_KEY, formatLog(log)]]));
  return {
    id,
    current: after.pointer?.id ?? id,
    previous: before.pointer?.id ?? null,
    uploaded: uploaded.size,
    uploadedBytes: [...uploaded.values()].reduce((sum, bytes) => sum + bytes, 0),
    values: release.values.size,
    collected,
  };
}

/** Makes a release current whose values are all there. The one write that readers can see. */
export async function flip(
  writer: ReleaseWriter,
  to: Pointer,
  from: Pointer | null,
  pause?: Pause,
): Promise<void> {
  if (from?.id === to.id && from.manifestHash === to.manifestHash) return;
  await writeVerified(writer, new Map([[POINTER_KEY, formatPointer(to)]]), pause, (found, last) => {
    const other = found === null ? null : parsePointer(found);
    // Another publisher came a moment later: theirs is a whole release as well. The one from before is an engine that
    // shows changes late; how it ends, the caller sees in the pointer.
    return other !== null && (last || other.id !== from?.id);
  });
}

/** What has to be uploaded: values that are missing, and damaged ones among those that no manifest vouches for. */
async function dueValues(
  writer: ReleaseWriter,
  release: Release,
  before: Published,
  { verifyAll = false, progress }: PublishOptions,
): Promise<readonly string[]> {
  // A manifest is written only after its values were read back. What lies there without one was left by a
  // publisher that was killed, perhaps before it had looked.
  const vouched = new Set(verifyAll ? [] : [...before.manifests.values()].flatMap(valuesOf));
  const due = missingFrom(before.keys, release);
  const doubtful = [...release.values.keys()].filter((key) => before.keys.has(key) && !vouched.has(key));
  let checked = 0;
  await eachOf(doubtful, async (key) => {
    if ((await readSound(writer, key)) === null) due.push(key);
    progress?.("checking what is there", ++checked, doubtful.length);
  });
  return due;
}

function missingFrom(keys: ReadonlySet<string>, release: Release): string[] {
  return [...release.values.keys()].filter((key) => !keys.has(key));
}

async function* batchesOf(release: Release, keys: readonly string[]): AsyncIterable<Map<string, Uint8Array>> {
  let batch = new Map<string, Uint8Array>();
  let bytes = 0;
  for (const key of keys) {
    const value = await release.read(key);
    if (value === null) throw new Error(`the release lists ${key} and cannot make it`);
    if (batch.size > 0 && (bytes + value.length > BATCH_BYTES || batch.size === BATCH_VALUES)) {
      yield batch;
      batch = new Map();
      bytes = 0;
    }
    batch.set(key, value);
    bytes += value.length;
  }
  if (batch.size > 0) yield batch;
}
