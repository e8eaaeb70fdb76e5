// One download made ready to be put in place: obtained, checked, unpacked aside. Nothing under raw/ is touched but the
// folder where work is under way.
import { renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { checkAgainstPrevious, checkDownload, isGzipFile, sha256Of } from "./checks.ts";
import type { Timing } from "./http-get.ts";
import { type Fetched, type Origin, obtain } from "./origin.ts";
import type { FileState, SyncState } from "./state.ts";
import { SyncError } from "./sync-error.ts";
import { discardPart } from "./transfer.ts";
import { belongsTo, gunzipFile, namesUnder, type StagedFile, stageArchive, stageFolder } from "./unpack.ts";
import type { Download, Upstream } from "./upstream.ts";
import { freshStaging, modifiedOf, partPath, removeStaging, sizeOf } from "./working-files.ts";

export interface UpstreamRequest {
  readonly upstream: Upstream;
  readonly raw: string;
  readonly origin: Origin;
  readonly state: SyncState;
  readonly nowMs: number;
  readonly timing: Timing;
  readonly progress: (file: string, bytes: number, total: number | null) => void;
}

export interface Prepared {
  readonly download: Download;
  readonly kind: "absent" | "unchanged" | "ready";
  readonly files: readonly StagedFile[];
  readonly state: FileState | null;
}

export async function prepare(request: UpstreamRequest, download: Download): Promise<Prepared> {
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

/** What is remembered of a file, if file and everything unpacked from it are still as they were left. */
function untouched(raw: string, download: Download, entry: FileState | undefined): FileState | null {
  if (entry === undefined) return null;
  const path = join(raw, download.file);
  if (sizeOf(path) !== entry.bytes || modifiedOf(path) !== entry.modifiedMs) return null;
  const whole = (download.unpack ?? []).every((extract) => namesUnder(raw, extract).length > 0);
  return whole ? entry : null;
}

function newest(files: readonly StagedFile[]): number | null {
  return files.length === 0 ? null : Math.max(...files.map(({ modifiedMs }) => modifiedMs));
}

function parseTime(text: string | null): number | null {
  const time = text === null ? Number.NaN : Date.parse(text);
  return Number.isNaN(time) ? null : time;
}
