// Where files come from: each from its own upstream, or all from a mirror, which is a folder or a site laid out like
// raw/. A mirror's text files may carry a .gz.
import { statSync } from "node:fs";
import { join } from "node:path";
import { copyWritable } from "./durable-file.ts";
import type { Timing } from "./http-get.ts";
import type { FileState } from "./state.ts";
import { discardPart, type Transferred, transfer } from "./transfer.ts";
import type { Download } from "./upstream.ts";

export type Origin =
  | { readonly kind: "upstream" }
  | { readonly kind: "site"; readonly base: string }
  | { readonly kind: "folder"; readonly path: string };

export interface Obtain {
  readonly origin: Origin;
  readonly download: Download;
  /** Where the bytes are put. */
  readonly part: string;
  /** What is there already, and untouched; null makes the file be fetched whatever the server says. */
  readonly known: FileState | null;
  readonly timing: Timing;
  readonly progress: (bytes: number, total: number | null) => void;
}

export interface Fetched {
  readonly kind: "fetched";
  readonly from: string;
  readonly etag: string | null;
  readonly lastModified: string | null;
}

export type Obtained = Fetched | { readonly kind: "unchanged" } | { readonly kind: "absent" };

/** Brings a file's bytes to `part`, as they come: nothing is checked yet but their number. */
export async function obtain(request: Obtain): Promise<Obtained> {
  const { origin, download } = request;
  for (const from of candidates(origin, download)) {
    const found = origin.kind === "folder" ? copyFrom(from, request) : await fetchFrom(from, request);
    if (found.kind === "fetched") return { ...found, from };
    if (found.kind === "unchanged") return { kind: "unchanged" };
  }
  return { kind: "absent" };
}

function candidates(origin: Origin, { file, url, form }: Download): string[] {
  const names = form.kind === "text" ? [file, `${file}.gz`] : [file];
  switch (origin.kind) {
    case "upstream":
      return url === null ? [] : [url];
    case "site":
      return names.map((name) => new URL(name, origin.base.replace(/\/*$/, "/")).href);
    case "folder":
      return names.map((name) => join(origin.path, name));
    default:
      return origin satisfies never;
  }
}

function fetchFrom(url: string, { part, known, download, timing, progress }: Obtain): Promise<Transferred> {
  const validators = known?.from === url ? known : null;
  return transfer({ url, part, known: validators, most: download.bytes.most, timing, progress });
}

/** Size and time stand for an ETag. */
function copyFrom(path: string, { part, known, progress }: Obtain): Transferred {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isFile() !== true) return { kind: "absent" };
  const etag = `${found.size}-${found.mtimeMs}`;
  if (known?.from === path && known.etag === etag) return { kind: "unchanged" };
  discardPart(part);
  copyWritable(path, part);
  progress(found.size, found.size);
  return { kind: "fetched", etag, lastModified: found.mtime.toUTCString() };
}
