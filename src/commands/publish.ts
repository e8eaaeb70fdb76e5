// fleet publish: the current snapshot of the data folder into a store that servers and workers read from.
import { join } from "node:path";
import { DOWNLOADS_FOLDER, PACK_FILE, snapshotsFolder } from "../snapshot/folder.ts";
import { PackError } from "../snapshot/format.ts";
import type { Manifest } from "../snapshot/manifest.ts";
import { SplitError } from "../snapshot/split.ts";
import { SOURCES } from "../sources/catalog.ts";
import { type OpenSnapshot, openSnapshotFolder } from "../store/pack-file-store.ts";
import { type PublishResult, publish } from "../store/publish.ts";
import { POINTER_KEY, type Release } from "../store/release.ts";
import { toRelease } from "../store/snapshot-release.ts";
import { StoreError } from "../store/store.ts";
import { CommandError, type Console, EXIT } from "./console.ts";
import { type CloudflareSettings, type Destination, withDestination } from "./destination.ts";

export interface PublishCommandOptions {
  readonly data: string;
  readonly to: string;
  readonly keep: number;
  readonly verify: boolean;
  readonly json: boolean;
  readonly cloudflare: CloudflareSettings;
  readonly now: () => Date;
}

export async function publishCommand(options: PublishCommandOptions, console: Console): Promise<number> {
  const source = openSnapshotFolder(options.data, { pollMs: 0 });
  try {
    const snapshot = source.current();
    refuseUnlicensed(snapshot.manifest);
    return await withDestination(options.to, options.cloudflare, console, async (destination) => {
      // A store that cannot be reached is better known before seconds of work than after.
      await destination.writer.read(POINTER_KEY);
      const release = makeRelease(options.data, snapshot, console);
      const result = await publish(destination.writer, release, {
        keep: options.keep,
        verifyAll: options.verify,
        now: () => options.now().getTime(),
        progress: (stage, done, total) => console.progress(stage, done, total),
      });
      console.settle();
      console.out(options.json ? JSON.stringify(result, null, 2) : describe(result, release, destination));
      return EXIT.ok;
    });
  } finally {
    source.close();
  }
}

/** What goes wrong here is wrong with the snapshot, not with the store: another try would not help. */
function makeRelease(data: string, { manifest, pack }: OpenSnapshot, console: Console): Release {
  const folder = join(snapshotsFolder(data), manifest.snapshot);
  const parts = { manifest, pack, downloadsFolder: join(folder, DOWNLOADS_FOLDER) };
  try {
    return toRelease(parts, (done, total) => console.progress("making packs", done, total));
  } catch (error) {
    const { message } = error as Error;
    const options = { cause: error };
    if (error instanceof SplitError)
      throw new CommandError(`The snapshot cannot be split into packs: ${message}`, EXIT.badInput, options);
    if (error instanceof PackError)
      throw new CommandError(
        `${join(folder, PACK_FILE)}: ${message}. Run 'fleet build' to make a new snapshot.`,
        EXIT.noSnapshot,
        options,
      );
    if (error instanceof StoreError) throw new CommandError(message, EXIT.noSnapshot, options);
    throw error;
  }
}

/** `build --include-unlicensed` is for use at home: what nobody allowed to be passed on must not leave. */
function refuseUnlicensed(manifest: Manifest): void {
  const servable = new Map(SOURCES.map((source) => [source.id, source.servable]));
  const refused = manifest.sources.filter(({ id }) => servable.get(id) === false);
  if (refused.length === 0) return;
  const names = refused.map(({ name, licence }) => `${name} (${licence})`).join(", ");
  throw new CommandError(
    `This snapshot holds data that may not be passed on: ${names}. Build it without --include-unlicensed, then publish.`,
    EXIT.badInput,
  );
}

function describe(result: PublishResult, release: Release, { shown, visible }: Destination): string {
  const { id, current, previous, uploaded, uploadedBytes, values, collected } = result;
  const bytes = [...release.values.values()].reduce((sum, one) => sum + one, 0);
  const lines = [
    `Release ${id}: ${values} values, ${megabytes(bytes)}; ${uploaded} uploaded (${megabytes(uploadedBytes)}), the others were there.`,
  ];
  if (current !== id) {
    lines.push(
      `${shown} names ${current} as the current release: somebody else published at the same moment, or the store shows changes late. 'fleet releases --to …' tells.`,
    );
  } else if (previous === id) lines.push(`It was current on ${shown} already.`);
  else
    lines.push(
      `It is current on ${shown}${previous === null ? "" : ` (before: ${previous})`}; readers see it ${visible}.`,
    );
  if (collected.values > 0 || collected.releases.length > 0)
    lines.push(
      `Removed ${collected.values} values${collected.releases.map((old) => `, release ${old}`).join("")}.`,
    );
  if (collected.waitingFor.length > 0)
    lines.push(
      `Old releases were not removed yet: ${collected.waitingFor.join(", ")} is being published, or cannot be read.`,
    );
  return lines.join("\n");
}

export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
