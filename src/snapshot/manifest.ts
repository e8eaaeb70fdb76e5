// The manifest: what is in a snapshot, where it came from, under which licence. Written last, so a folder with a
// sound manifest is a whole snapshot.
import { createHash } from "node:crypto";
import { PACK_VERSION } from "./format.ts";

export interface SourceNote {
  readonly id: string;
  readonly name: string;
  readonly licence: string;
  readonly attribution: string;
  readonly url: string;
  /** Date of the data itself, ISO day. */
  readonly date: string;
  readonly rows: number;
}

export interface FileNote {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}

export interface DownloadNote extends FileNote {
  readonly contentType: string;
  readonly rows: number;
}

export interface Manifest {
  /** Name of the snapshot: the day of its newest input and a hash over everything below. */
  readonly snapshot: string;
  readonly format: number;
  readonly dataDate: string;
  /** Fingerprint of program and inputs: another value means that a rebuild would give something else. */
  readonly inputs: string;
  readonly sources: readonly SourceNote[];
  readonly counts: Readonly<Record<string, number>>;
  readonly keyCount: number;
  /** Keys that several records claim, by endpoint: how many, and the first few in words. */
  readonly collisions: Readonly<
    Record<string, { readonly count: number; readonly examples: readonly string[] }>
  >;
  readonly report: unknown;
  readonly pack: FileNote;
  readonly downloads: readonly DownloadNote[];
}

/** Names the manifest by its own content; the wall clock is in no hashed byte. */
export function nameManifest(content: Omit<Manifest, "snapshot" | "format">): Manifest {
  const body = { format: PACK_VERSION, ...content };
  const hash = createHash("sha256").update(JSON.stringify(body)).digest("hex").slice(0, 12);
  return { snapshot: `${content.dataDate.replaceAll("-", "")}-${hash}`, ...body };
}

/** Null where the text is not a manifest of this format. */
export function parseManifest(text: string): Manifest | null {
  try {
    const value = JSON.parse(text) as Manifest;
    const { snapshot, format, ...content } = value;
    if (format !== PACK_VERSION || typeof snapshot !== "string") return null;
    return nameManifest(content).snapshot === snapshot ? value : null;
  } catch {
    return null;
  }
}
