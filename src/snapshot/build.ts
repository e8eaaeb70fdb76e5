// Profiles to a snapshot on disk: resolve keys, validate against the contract, serialise, have the files written, name
// the whole by its content, then make it current. It completes, or it leaves everything as it was.
import { rmSync } from "node:fs";
import { columnsOf } from "../contract/columns.ts";
import type { Collection } from "../contract/endpoints.ts";
import { RESOURCES } from "../contract/resources.ts";
import type { Profile } from "../model/profile.ts";
import { createCsvLine } from "./csv-line.ts";
import { activateSnapshot, createBuildFolder, PACK_FILE } from "./folder.ts";
import { type Collision, resolveKeys } from "./keys.ts";
import {
  type Manifest,
  type ManifestContent,
  nameManifest,
  type Recipe,
  type SourceNote,
} from "./manifest.ts";
import { addToBatch, createBatch } from "./record-batch.ts";
import {
  type OpenSnapshotFiles,
  openSnapshotFiles,
  type Page,
  type SnapshotFiles,
  type TextFile,
} from "./snapshot-files.ts";

export interface SnapshotInput {
  readonly profiles: Readonly<Record<Collection, readonly Profile<object>[]>>;
  readonly sources: readonly SourceNote[];
  /** ISO second of the newest input: ages and windows are counted to it, so it touches every record. */
  readonly now: string;
  readonly inputs: string;
  readonly report: unknown;
  readonly recipe?: Recipe;
  readonly notices: readonly TextFile[];
  /** Pages beside the API; they may show anything of the manifest, its name included. */
  readonly pages: (manifest: Manifest) => readonly Page[];
}

export type Progress = (stage: string, done: number, total: number) => void;

export class SnapshotError extends Error {
  override readonly name = "SnapshotError";
}

const SHOWN_COLLISIONS = 20;
/** Records made and handed on at a time. */
const BATCH_RECORDS = 200;

/** `openFiles`: who writes the files; a thread beside this one, if they are many. */
export async function buildSnapshot(
  dataFolder: string,
  input: SnapshotInput,
  progress: Progress,
  openFiles: OpenSnapshotFiles = openSnapshotFiles,
): Promise<Manifest> {
  const folder = createBuildFolder(dataFolder);
  let files: SnapshotFiles | null = null;
  try {
    files = openFiles(folder, input.now);
    const { counts, collisions } = await makeRecords(input, files, progress);
    const written = await files.endRecords(input.notices);
    const manifest = nameManifest({
      dataDate: input.now.slice(0, 10),
      modifiedAt: input.now,
      sources: input.sources,
      counts,
      keyCount: written.keyCount,
      collisions: summarise(collisions),
      contentHash: written.contentHash,
      downloads: written.downloads,
      inputs: input.inputs,
    });
    const pages = input.pages({ ...manifest, report: input.report, pack: NO_PACK });
    const pack = await files.finish(pages);
    const { report, recipe } = input;
    const whole: Manifest = { ...manifest, report, ...(recipe === undefined ? {} : { recipe }), pack };
    activateSnapshot(dataFolder, folder, whole);
    return whole;
  } catch (error) {
    await files?.abandon();
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

const NO_PACK = { name: PACK_FILE, bytes: 0, sha256: "" };

interface Made {
  readonly counts: Record<string, number>;
  readonly collisions: Record<string, readonly Collision[]>;
}

async function makeRecords(input: SnapshotInput, files: SnapshotFiles, progress: Progress): Promise<Made> {
  const counts: Record<string, number> = {};
  const collisions: Record<string, readonly Collision[]> = {};
  for (const { collection, record, wrap } of RESOURCES) {
    const profiles = input.profiles[collection];
    const resolved = resolveKeys(collection, profiles);
    const columns = columnsOf(record);
    const csvLine = createCsvLine(columns);
    await files.begin({ collection, columns, envelope: envelopeAround(wrap) });
    for (let start = 0; start < profiles.length; start += BATCH_RECORDS) {
      progress(collection, start, profiles.length);
      const batch = createBatch();
      const end = Math.min(start + BATCH_RECORDS, profiles.length);
      for (let at = start; at < end; at++) {
        const { canonical, data } = profiles[at] as Profile<object>;
        const checked = record.safeParse(data);
        if (!checked.success) throw refusal(collection, canonical, checked.error);
        addToBatch(batch, {
          json: JSON.stringify(checked.data),
          csv: csvLine(checked.data as Record<string, unknown>),
          path: resolved.pathOf(at),
          keys: resolved.keysOf(at),
        });
      }
      await files.add(batch);
    }
    progress(collection, profiles.length, profiles.length);
    counts[collection] = profiles.length;
    collisions[collection] = resolved.collisions;
  }
  return { counts, collisions };
}

function refusal(
  collection: string,
  canonical: string,
  error: { readonly issues: readonly { readonly path: PropertyKey[]; readonly message: string }[] },
): SnapshotError {
  const [issue] = error.issues;
  const where = `${collection}/${canonical}${issue === undefined ? "" : ` at ${issue.path.join(".")}`}`;
  return new SnapshotError(`${where}: does not fit the contract: ${issue?.message}`, { cause: error });
}

/** The envelope's text on both sides of the record, so that each record is serialised once, not twice. */
function envelopeAround(wrap: (data: unknown) => object): readonly [string, string] {
  const place = "the record";
  const [before = "", after = ""] = JSON.stringify(wrap(place)).split(JSON.stringify(place));
  return [before, after];
}

function summarise(collisions: Record<string, readonly Collision[]>): ManifestContent["collisions"] {
  return Object.fromEntries(
    Object.entries(collisions).map(([collection, all]) => [
      collection,
      { count: all.length, examples: all.slice(0, SHOWN_COLLISIONS).map(describeCollision) },
    ]),
  );
}

function describeCollision({ identifier, winner, others }: Collision): string {
  return `${identifier}: ${winner ?? "nobody"} before ${others.join(", ")}`;
}
