// fleet sync: upstream files into <data>/raw, each replaced only by a sound one; what changed is told, then the snapshot
// is built from them.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Scope } from "../model/fleet-input.ts";
import { readCurrentManifest } from "../snapshot/folder.ts";
import type { Manifest } from "../snapshot/manifest.ts";
import type { BundledPaths } from "../sources/bundled.ts";
import type { Timing } from "../sync/http-get.ts";
import type { Origin } from "../sync/origin.ts";
import { readState, SYNC_FOLDER } from "../sync/state.ts";
import { type Outcome, rememberBuild, sync } from "../sync/sync.ts";
import { SyncError } from "../sync/sync-error.ts";
import type { Upstream } from "../sync/upstream.ts";
import { build } from "./build.ts";
import { CommandError, type Console, EXIT } from "./console.ts";
import { openDataFolder } from "./data-folder.ts";
import { describeBuild } from "./describe-build.ts";

export interface SyncCommandOptions {
  readonly data: string;
  /** A folder or an http(s) address laid out like raw/; absent: each upstream itself. */
  readonly from?: string;
  readonly includeUnlicensed: boolean;
  /** Ids; absent: all that may be read. */
  readonly only?: readonly string[];
  readonly build: boolean;
  readonly scope: Scope;
  readonly json: boolean;
  readonly catalogue: readonly Upstream[];
  readonly paths: BundledPaths;
  /** Fingerprint of program and bundled data. */
  readonly inputs: string;
  readonly now: () => number;
  readonly timing?: Timing;
  /** How a snapshot is built, if not right here. */
  readonly buildWith?: typeof build;
}

const RAW_FOLDER = "raw";

export async function syncCommand(options: SyncCommandOptions, console: Console): Promise<number> {
  openDataFolder(options.data);
  const raw = join(options.data, RAW_FOLDER);
  const outcomes = await fetchAll(options, raw, console);
  const failed = outcomes.filter(({ kind }) => kind === "failed");
  if (!options.json) for (const outcome of outcomes) console.out(describe(outcome));
  const manifest = options.build ? await buildWhereDue(options, raw, console) : null;
  if (options.json) console.out(JSON.stringify({ outcomes, snapshot: manifest?.snapshot ?? null }, null, 2));
  else if (manifest !== null) console.out(describeBuild(manifest));
  if (options.from !== undefined && outcomes.every(({ kind }) => kind === "absent")) {
    console.note(
      `fleet: ${options.from} has none of these files. Is it laid out like raw/? See docs/sync.md.`,
    );
    return EXIT.failure;
  }
  if (failed.length === 0) return EXIT.ok;
  console.note(
    `fleet: ${failed.length} of ${outcomes.length} upstreams failed; what was there before is kept. Run 'fleet sync' again later, or 'fleet sync --from' with a mirror.`,
  );
  return EXIT.failure;
}

async function fetchAll(
  options: SyncCommandOptions,
  raw: string,
  console: Console,
): Promise<readonly Outcome[]> {
  const upstreams = chosen(options);
  const origin = parseOrigin(options.from, raw);
  console.progress("downloading");
  try {
    const outcomes = await sync({
      raw,
      upstreams,
      catalogue: options.catalogue,
      origin,
      // What is named, upstream or mirror, is wanted now.
      force: options.from !== undefined || options.only !== undefined,
      now: options.now,
      ...(options.timing === undefined ? {} : { timing: options.timing }),
      progress: (bytes, total) =>
        console.progress("downloading", inMegabytes(bytes), inMegabytes(total), "MB"),
    });
    return outcomes.map((outcome) => missingAsFailure(outcome, options));
  } catch (error) {
    if (!(error instanceof SyncError)) throw error;
    throw new CommandError(`Nothing was fetched: ${error.message}.`, EXIT.failure, { cause: error });
  } finally {
    console.settle();
  }
}

function inMegabytes(bytes: number): number {
  return Math.round(bytes / 1e5) / 10;
}

/** A mirror need not have everything; what was asked for by name it must have. */
function missingAsFailure(outcome: Outcome, { from, only }: SyncCommandOptions): Outcome {
  if (outcome.kind !== "absent" || (from !== undefined && only === undefined)) return outcome;
  const hasNoAddress = from === undefined && only === undefined;
  if (hasNoAddress) return outcome;
  return { id: outcome.id, kind: "failed", reason: `there is no such file at ${from ?? "its address"}` };
}

function chosen({ catalogue, only, includeUnlicensed }: SyncCommandOptions): readonly Upstream[] {
  const allowed = catalogue.filter(({ source }) => source.servable || includeUnlicensed);
  if (only === undefined) return allowed;
  for (const id of only) {
    const upstream = catalogue.find(({ source }) => source.id === id);
    if (upstream === undefined) {
      const ids = catalogue.map(({ source }) => source.id).join(", ");
      throw new CommandError(`There is no upstream '${id}'. Those known: ${ids}.`, EXIT.usage);
    }
    if (!allowed.includes(upstream))
      throw new CommandError(
        `'${id}' may not be passed on (${upstream.source.licence}). For local use, add --include-unlicensed.`,
        EXIT.usage,
      );
  }
  return allowed.filter(({ source }) => only.includes(source.id));
}

function parseOrigin(from: string | undefined, raw: string): Origin {
  if (from === undefined) return { kind: "upstream" };
  if (/^https?:\/\//i.test(from)) {
    if (!URL.canParse(from)) throw new CommandError(`'${from}' is not an address.`, EXIT.usage);
    return { kind: "site", base: from };
  }
  if (statSync(from, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new CommandError(
      `There is no folder '${from}'. --from takes a folder laid out like raw/, or an http(s) address of one.`,
      EXIT.usage,
    );
  if (existsSync(raw) && realpathSync(raw) === realpathSync(from))
    throw new CommandError(`'${from}' is the folder to be filled; name another.`, EXIT.usage);
  return { kind: "folder", path: realpathSync(from) };
}

/** Null where the current snapshot was made from these very files by this very program. */
async function buildWhereDue(
  options: SyncCommandOptions,
  raw: string,
  console: Console,
): Promise<Manifest | null> {
  const { data, paths, scope, includeUnlicensed } = options;
  const { built } = readState(raw);
  const fingerprint = fingerprintOf(raw, `${options.inputs} ${scope} ${includeUnlicensed}`);
  if (fingerprint === null) {
    console.note("There is nothing to build from yet.");
    return null;
  }
  const current = readCurrentManifest(data);
  if (current !== null && built?.fingerprint === fingerprint && built.snapshot === current.snapshot) {
    console.note(`Snapshot ${current.snapshot} is made from these files already.`);
    return null;
  }
  const manifest = await (options.buildWith ?? build)(
    { data, paths, raw, inputs: "own", scope, includeUnlicensed },
    console,
  );
  rememberBuild(raw, { fingerprint, snapshot: manifest.snapshot });
  return manifest;
}

/** Size and date of every file, also of those that somebody put there by hand; null where there is none. */
function fingerprintOf(raw: string, settings: string): string | null {
  let files = 0;
  const hash = createHash("sha256").update(settings);
  const names = readdirSync(raw, { recursive: true, encoding: "utf8" }).sort();
  for (const name of names) {
    if (name.startsWith(SYNC_FOLDER)) continue;
    const file = statSync(join(raw, name), { throwIfNoEntry: false });
    if (file?.isFile() !== true) continue;
    files++;
    hash.update(`\n${name} ${file.size} ${file.mtimeMs}`);
  }
  return files === 0 ? null : hash.digest("hex");
}

function describe(outcome: Outcome): string {
  return `${outcome.id.padEnd(18)}${textOf(outcome)}`;
}

function textOf(outcome: Outcome): string {
  switch (outcome.kind) {
    case "synced":
      return outcome.changed.length === 0
        ? "unchanged"
        : `${listOf(outcome.changed)} changed${outcome.unchanged === 0 ? "" : `, ${outcome.unchanged} unchanged`}${outcome.day === null ? "" : `; data of ${outcome.day}`}`;
    case "not-due":
      return `not due for ${duration(outcome.hours)}`;
    case "absent":
      return "not there to fetch";
    case "failed":
      return `FAILED: ${outcome.reason}`;
    default:
      return outcome satisfies never;
  }
}

const SHOWN_FILES = 4;

function listOf(files: readonly string[]): string {
  return files.length <= SHOWN_FILES ? files.join(", ") : `${files.length.toLocaleString("en")} files`;
}

function duration(hours: number): string {
  return hours < 48 ? `${Math.ceil(hours)} h` : `${Math.ceil(hours / 24)} days`;
}
