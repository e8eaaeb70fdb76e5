// One upstream, brought up to date: all its files are obtained, checked and unpacked aside; then all are put in place, or
// none. A fault on the way leaves everything as it was.
import { mkdirSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { checkAgainstPrevious, checkDownload, isGzipFile, isSameContent, sha256Of } from "./checks.ts";
import { putInPlace, setModified } from "./durable-file.ts";
import type { Timing } from "./http-get.ts";
import { type Fetched, type Origin, obtain } from "./origin.ts";
import { type FileState, SYNC_FOLDER, type SyncState, writeState } from "./state.ts";
import { SyncError } from "./sync-error.ts";
import { discardPart } from "./transfer.ts";
import { belongsTo, gunzipFile, namesUnder, type StagedFile, stageArchive, stageFolder } from "./unpack.ts";
import type { Download, Upstream } from "./upstream.ts";

export interface UpstreamRequest {
  readonly upstream: Upstream;
  readonly raw: string;
  readonly origin: Origin;
  readonly state: SyncState;
  readonly nowMs: number;
  readonly timing: Timing;
  readonly progress: (file: string, bytes: number, total: number | null) => void;
}

export interface Changes {
  /** Files under raw/ that were replaced, added or removed. */
  readonly changed: readonly string[];
  readonly unchanged: number;
  /** ISO day of the newest file put in place; null where none was. */
  readonly day: string | null;
}

/** Null where the origin has none of its files. */
export async function syncUpstream(request: UpstreamRequest): Promise<Changes | null> {
  const prepared: Prepared[] = [];
  try {
    for (const download of request.upstream.downloads) prepared.push(await prepare(request, download));
    const absent = prepared.filter(({ kind }) => kind === "absent");
    if (absent.length === prepared.length) return null;
    if (absent.length > 0)
      throw new SyncError(`${absent.map(({ download }) => download.file).join(", ")} is not there`);
    return install(request, prepared);
  } finally {
    for (const { download } of prepared) tidy(request.raw, download);
  }
}

/** Names under raw/.sync/ that a run of these downloads may leave: parts to be resumed. Everything else is litter. */
export function partNames(downloads: readonly Download[]): Set<string> {
  return new Set(downloads.flatMap(({ file }) => [`${keyOf(file)}.part`, `${keyOf(file)}.part.json`]));
}

interface Prepared {
  readonly download: Download;
  readonly kind: "absent" | "unchanged" | "ready";
  readonly files: readonly StagedFile[];
  readonly state: FileState | null;
}

async function prepare(request: UpstreamRequest, download: Download): Promise<Prepared> {
  const { raw, origin, state, timing, progress } = request;
  const part = partPath(raw, download);
  const known = untouched(raw, download, state.files.get(download.file));
  try {
    const obtained = await obtain({
      origin,
      download,
      part,
      known,
      timing,
      progress: (bytes, total) => progress(download.file, bytes, total),
    });
    if (obtained.kind === "unchanged") return { download, kind: "unchanged", files: [], state: known };
    if (obtained.kind === "absent") return await prepareUnpacked(request, download);
    return await prepareFetched(request, download, obtained);
  } catch (error) {
    removeStaging(raw, download);
    if (!(error instanceof SyncError)) throw error;
    throw new SyncError(`${download.file}: ${error.message}`, { cause: error });
  }
}

/** A folder may hold what an archive unpacks to, without the archive. */
async function prepareUnpacked({ raw, origin }: UpstreamRequest, download: Download): Promise<Prepared> {
  const { unpack } = download;
  const files =
    origin.kind !== "folder" || unpack === undefined
      ? null
      : await stageFolder(origin.path, unpack, freshStaging(raw, download));
  if (files === null) return { download, kind: "absent", files: [], state: null };
  checkShrinking(raw, download, files);
  return { download, kind: "ready", files, state: null };
}

async function prepareFetched(
  { raw, nowMs, state }: UpstreamRequest,
  download: Download,
  obtained: Fetched,
): Promise<Prepared> {
  const part = partPath(raw, download);
  const { form, unpack, file } = download;
  try {
    if (form.kind === "text" && isGzipFile(part)) {
      const plain = `${part}.plain`;
      await gunzipFile(part, plain, download.bytes.most);
      renameSync(plain, part);
    }
    await checkDownload(part, download);
    const extracted =
      unpack === undefined
        ? []
        : await stageArchive({
            archive: part,
            form,
            extracts: unpack,
            staging: freshStaging(raw, download),
          });
    const sha256 = sha256Of(part);
    const modifiedMs =
      parseTime(download.knownDays?.[sha256] ?? null) ??
      parseTime(obtained.lastModified) ??
      newest(extracted) ??
      (state.files.get(file)?.sha256 === sha256 ? modifiedOf(join(raw, file)) : null) ??
      nowMs;
    // A zip's own times have no zone; a repository's archive dates each file by its commit.
    const dated = extracted.map((one) => (form.kind === "zip" ? { ...one, modifiedMs } : one));
    const files = [...dated, { to: file, staged: part, modifiedMs }];
    checkShrinking(raw, download, files);
    const { from, etag, lastModified } = obtained;
    const bytes = statSync(part).size;
    const entry = { from, etag, lastModified, sha256, bytes, modifiedMs, checkedMs: nowMs };
    return { download, kind: "ready", files, state: entry };
  } catch (error) {
    discardPart(part);
    throw error;
  }
}

/** Each file, and each folder as a whole, against what it would replace. */
function checkShrinking(raw: string, download: Download, files: readonly StagedFile[]): void {
  const own = files.find(({ to }) => to === download.file);
  const before = sizeOf(join(raw, download.file));
  if (own !== undefined && before !== null)
    checkAgainstPrevious(statSync(own.staged).size, before, join(raw, download.file));
  for (const extract of download.unpack ?? []) {
    const total = (paths: readonly string[]) => paths.reduce((sum, path) => sum + (sizeOf(path) ?? 0), 0);
    checkAgainstPrevious(
      total(files.filter(({ to }) => belongsTo(extract, to)).map(({ staged }) => staged)),
      total(namesUnder(raw, extract).map((name) => join(raw, name))),
      join(raw, extract.to),
    );
  }
}

function install({ raw, state, nowMs }: UpstreamRequest, prepared: readonly Prepared[]): Changes {
  const changed: string[] = [];
  let unchanged = 0;
  let newestMs = Number.NEGATIVE_INFINITY;
  // Killed from here on, the next run knows nothing of these files and fetches them whatever the server says.
  for (const { download, kind } of prepared) if (kind === "ready") state.files.delete(download.file);
  writeState(raw, state);
  for (const { download, files, kind, state: entry } of prepared) {
    if (kind === "unchanged") unchanged += 1;
    for (const { to, staged, modifiedMs } of files) {
      const place = join(raw, to);
      newestMs = Math.max(newestMs, modifiedMs);
      if (sizeOf(place) !== null && isSameContent(place, staged)) {
        setModified(place, modifiedMs);
        unchanged += 1;
      } else {
        putInPlace(staged, place, modifiedMs);
        changed.push(to);
      }
    }
    if (kind === "ready") changed.push(...removeLeftovers(raw, download, files));
    if (entry !== null)
      state.files.set(download.file, {
        ...entry,
        modifiedMs: modifiedOf(join(raw, download.file)) ?? entry.modifiedMs,
        checkedMs: nowMs,
      });
  }
  writeState(raw, state);
  const day = newestMs > 0 ? new Date(newestMs).toISOString().slice(0, 10) : null;
  return { changed, unchanged, day };
}

/** What upstream no longer has; also an archive that the files now in place did not come from. */
function removeLeftovers(raw: string, download: Download, files: readonly StagedFile[]): string[] {
  const kept = new Set(files.map(({ to }) => to));
  const there = [
    ...(download.unpack ?? []).flatMap((extract) => namesUnder(raw, extract)),
    ...(sizeOf(join(raw, download.file)) === null ? [] : [download.file]),
  ];
  const leftovers = there.filter((name) => !kept.has(name));
  for (const name of leftovers) rmSync(join(raw, name), { force: true });
  return leftovers;
}

/** What is remembered of a file, if file and everything unpacked from it are still as they were left. */
function untouched(raw: string, download: Download, entry: FileState | undefined): FileState | null {
  if (entry === undefined) return null;
  const path = join(raw, download.file);
  if (sizeOf(path) !== entry.bytes || modifiedOf(path) !== entry.modifiedMs) return null;
  const whole = (download.unpack ?? []).every((extract) => namesUnder(raw, extract).length > 0);
  return whole ? entry : null;
}

function tidy(raw: string, download: Download): void {
  removeStaging(raw, download);
  // A part that is whole was put in place, or given up with the rest of its upstream: resuming it would ask for nothing.
  discardPart(partPath(raw, download));
}

function removeStaging(raw: string, download: Download): void {
  rmSync(stagingPath(raw, download), { recursive: true, force: true });
  rmSync(`${partPath(raw, download)}.plain`, { force: true });
}

function freshStaging(raw: string, download: Download): string {
  const path = stagingPath(raw, download);
  removeStaging(raw, download);
  mkdirSync(path, { recursive: true });
  return path;
}

function stagingPath(raw: string, { file }: Download): string {
  return join(raw, SYNC_FOLDER, `${keyOf(file)}.unpacked`);
}

function partPath(raw: string, { file }: Download): string {
  return join(raw, SYNC_FOLDER, `${keyOf(file)}.part`);
}

function keyOf(file: string): string {
  return file.replaceAll("/", "_");
}

function newest(files: readonly StagedFile[]): number | null {
  return files.length === 0 ? null : Math.max(...files.map(({ modifiedMs }) => modifiedMs));
}

function parseTime(text: string | null): number | null {
  const time = text === null ? Number.NaN : Date.parse(text);
  return Number.isNaN(time) ? null : time;
}

function sizeOf(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.size ?? null;
}

function modifiedOf(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? null;
}
