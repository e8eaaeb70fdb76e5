// One upstream, brought up to date: all its files are made ready aside; then all are put in place, or none. A fault on the
// way leaves everything as it was.
import { type Changes, install } from "./install.ts";
import { type Prepared, prepare, type UpstreamRequest } from "./prepare.ts";
import { SyncError } from "./sync-error.ts";
import { discardPart } from "./transfer.ts";
import type { Download } from "./upstream.ts";
import { partPath, removeStaging } from "./working-files.ts";

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

function tidy(raw: string, download: Download): void {
  removeStaging(raw, download);
  // A part that is whole was put in place, or given up with the rest of its upstream: resuming it would ask for nothing.
  discardPart(partPath(raw, download));
}
