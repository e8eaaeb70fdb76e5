// Out of an archive, or out of a folder that somebody unpacked, into a staging folder: only what the catalogue names,
// under the names the readers look for, within limits, checked. Nothing under raw/ is touched here.
import { createReadStream, createWriteStream, mkdirSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { Transform, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { extract as tarExtract } from "tar-stream";
import { checkSize, checkText, zipEntries } from "./checks.ts";
import { copyWritable } from "./durable-file.ts";
import { megabytes, SyncError } from "./sync-error.ts";
import { createTarball, type Tarball } from "./tarball.ts";
import type { Extract, Form } from "./upstream.ts";
import { openZipEntry } from "./zip-archive.ts";

export interface StagedFile {
  /** Path under raw/. */
  readonly to: string;
  readonly staged: string;
  readonly modifiedMs: number;
}

export interface ArchiveToStage {
  readonly archive: string;
  readonly form: Form;
  readonly extracts: readonly Extract[];
  readonly staging: string;
}

export async function stageArchive(request: ArchiveToStage): Promise<readonly StagedFile[]> {
  const { form } = request;
  const files =
    form.kind === "zip"
      ? await stageZip(request, form.unpackedMost)
      : form.kind === "tar.gz"
        ? await stageTar(request, form.unpackedMost)
        : [];
  for (const extract of request.extracts) checkExtract(extract, files);
  return files;
}

/** The same files where they lie unpacked below `folder`; null where there are none at all. */
export async function stageFolder(
  folder: string,
  extracts: readonly Extract[],
  staging: string,
): Promise<readonly StagedFile[] | null> {
  const files = extracts.flatMap((extract) =>
    namesUnder(folder, extract).map((to) => {
      const staged = stagedPath(staging, to);
      copyWritable(join(folder, to), staged);
      return { to, staged, modifiedMs: statSync(join(folder, to)).mtimeMs };
    }),
  );
  if (files.length === 0) return null;
  for (const extract of extracts) {
    checkExtract(extract, files);
    const packed = extract.packed === true ? files.find(({ to }) => to === extract.to) : undefined;
    if (packed !== undefined) await checkGzip(packed.staged, extract.bytes.most * MAX_RATIO);
  }
  return files;
}

/** Paths under raw/ of the files that an extract has below a folder laid out like raw/. */
export function namesUnder(folder: string, { to, only }: Extract): string[] {
  const path = join(folder, to);
  if (!to.endsWith("/")) return statSync(path, { throwIfNoEntry: false })?.isFile() === true ? [to] : [];
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(path.length).replaceAll("\\", "/"))
    .filter((name) => only === undefined || only.test(name))
    .sort()
    .map((name) => `${to}${name}`);
}

export async function gunzipFile(from: string, to: string, most: number): Promise<void> {
  await unpackGzip(from, createWriteStream(to), most);
}

/** Text does not shrink further. */
const MAX_RATIO = 50;

async function checkGzip(path: string, most: number): Promise<void> {
  await unpackGzip(path, new Writable({ write: (_chunk, _encoding, done) => done() }), most);
}

async function unpackGzip(from: string, to: Writable, most: number): Promise<void> {
  try {
    await pipeline(createReadStream(from), createGunzip(), atMost(most), to);
  } catch (error) {
    throw asUnsound(error);
  }
}

async function stageZip(
  { archive, extracts, staging }: ArchiveToStage,
  unpackedMost: number,
): Promise<StagedFile[]> {
  const entries = zipEntries(
    archive,
    extracts.map(({ from }) => from),
    unpackedMost,
  );
  const files: StagedFile[] = [];
  for (const [at, { to }] of extracts.entries()) {
    const entry = entries[at];
    if (entry === undefined) continue;
    const staged = stagedPath(staging, to);
    await pipeline(openZipEntry(archive, entry), createWriteStream(staged));
    files.push({ to, staged, modifiedMs: entry.modifiedMs });
  }
  return files;
}

async function stageTar(
  { archive, extracts, staging }: ArchiveToStage,
  unpackedMost: number,
): Promise<StagedFile[]> {
  const files: StagedFile[] = [];
  const tarballs = new Map<Extract, Tarball>();
  const entries = tarExtract();
  const reading = pipeline(createReadStream(archive), createGunzip(), atMost(unpackedMost), entries);
  // It may fail while an entry is being written; what it says is heard below.
  reading.catch(() => {});
  try {
    for await (const entry of entries) {
      const { name, type, mtime } = entry.header;
      const found = type === "file" ? destination(name, extracts) : null;
      const modifiedMs = mtime?.getTime() ?? 0;
      if (found === null) {
        entry.resume();
      } else if (found.extract.packed === true) {
        const tarball = tarballs.get(found.extract) ?? createTarball(stagedPath(staging, found.extract.to));
        tarballs.set(found.extract, tarball);
        await tarball.add(found.inside, modifiedMs, entry);
      } else {
        const staged = stagedPath(staging, found.to);
        await pipeline(entry, createWriteStream(staged));
        files.push({ to: found.to, staged, modifiedMs });
      }
    }
    await reading;
  } catch (error) {
    throw asUnsound(error);
  }
  for (const [{ to }, tarball] of tarballs) {
    files.push({ to, staged: stagedPath(staging, to), modifiedMs: await tarball.finish() });
  }
  return files;
}

interface Destination {
  readonly extract: Extract;
  readonly to: string;
  /** The name in the archive, behind its top folder. */
  readonly inside: string;
}

/** Names are matched by patterns that admit no "..", so an archive cannot write elsewhere. */
function destination(name: string, extracts: readonly Extract[]): Destination | null {
  const inside = name.slice(name.indexOf("/") + 1);
  for (const extract of extracts) {
    if (inside === extract.from) return { extract, to: extract.to, inside };
    if (!extract.from.endsWith("/") || !inside.startsWith(extract.from)) continue;
    const below = inside.slice(extract.from.length);
    if (extract.only?.test(below) === true) return { extract, to: `${extract.to}${below}`, inside };
  }
  return null;
}

function checkExtract(extract: Extract, files: readonly StagedFile[]): void {
  const own = files.filter(({ to }) => belongsTo(extract, to));
  try {
    if (own.length === 0) throw new SyncError("is missing: upstream changed its layout, or this is not it");
    checkSize(
      own.reduce((sum, { staged }) => sum + statSync(staged).size, 0),
      extract.bytes,
    );
    if (extract.begins !== undefined) for (const { staged } of own) checkText(staged, extract.begins);
  } catch (error) {
    if (!(error instanceof SyncError)) throw error;
    throw new SyncError(`${extract.from} in it ${error.message}`, { cause: error });
  }
}

export function belongsTo({ to }: Extract, path: string): boolean {
  return to.endsWith("/") ? path.startsWith(to) : path === to;
}

function atMost(most: number): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > most) done(new SyncError(`unpacks to more than ${megabytes(most)}`));
      else done(null, chunk);
    },
  });
}

function asUnsound(error: unknown): unknown {
  const { code, message } = error as Error & { readonly code?: string };
  // A full disk is not the archive's fault.
  if (error instanceof SyncError || (code !== undefined && /^E[A-Z]+$/.test(code))) return error;
  return new SyncError(`cannot be unpacked (${message}): it is damaged or cut short`, { cause: error });
}

function stagedPath(staging: string, to: string): string {
  const path = join(staging, to);
  mkdirSync(dirname(path), { recursive: true });
  return path;
}
