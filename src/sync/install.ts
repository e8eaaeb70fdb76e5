// Prepared files put in place, one rename each; what upstream no longer has is removed.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { isSameContent } from "./checks.ts";
import { putInPlace, setModified } from "./durable-file.ts";
import type { Prepared, UpstreamRequest } from "./prepare.ts";
import { writeState } from "./state.ts";
import { namesUnder, type StagedFile } from "./unpack.ts";
import type { Download } from "./upstream.ts";
import { modifiedOf, sizeOf } from "./working-files.ts";

export interface Changes {
  /** Files under raw/ that were replaced, added or removed. */
  readonly changed: readonly string[];
  readonly unchanged: number;
  /** ISO day of the newest file put in place; null where none was. */
  readonly day: string | null;
}

export function install({ raw, state, nowMs }: UpstreamRequest, prepared: readonly Prepared[]): Changes {
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
