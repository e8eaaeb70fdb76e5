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
  readonly limits: string;
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

/** What gives a snapshot its name. */
export interface ManifestContent {
  /** ISO day, and ISO second, of the newest input. */
  readonly dataDate: string;
  readonly modifiedAt: string;
  readonly sources: readonly SourceNote[];
  readonly counts: Readonly<Record<string, number>>;
  readonly keyCount: number;
  /** Keys that several records claim, by endpoint: how many, and the first few in words. */
  readonly collisions: Readonly<
    Record<string, { readonly count: number; readonly examples: readonly string[] }>
  >;
  /** Over every record's body and keys, in order. */
  readonly contentHash: string;
  readonly downloads: readonly DownloadNote[];
  /** Fingerprint of program and inputs: another value means that a rebuild may give something else. */
  readonly inputs: string;
}

/** What a snapshot was asked for with, so that it can be made again. */
export interface Recipe {
  /** Absolute path; null for the raw folder of the data folder, if it has one. */
  readonly raw: string | null;
  readonly scope: "commercial" | "all";
  readonly includeUnlicensed: boolean;
}

export interface Manifest extends ManifestContent {
  /** Name of the snapshot: the day of its newest input and a hash over its content. */
  readonly snapshot: string;
  readonly format: number;
  /** Coverage and gaps, for `fleet inspect` and /status. */
  readonly report: unknown;
  /** Stays on the machine that built it; absent where no command did. */
  readonly recipe?: Recipe;
  readonly pack: FileNote;
}

/** Names a snapshot by its content; the wall clock is in no hashed byte. */
export function nameManifest(
  content: ManifestContent,
): ManifestContent & Pick<Manifest, "snapshot" | "format"> {
  const hashed = JSON.stringify([
    PACK_VERSION,
    content.modifiedAt,
    content.sources,
    content.counts,
    content.keyCount,
    content.collisions,
    content.contentHash,
    content.downloads,
    content.inputs,
  ]);
  const hash = createHash("sha256").update(hashed).digest("hex").slice(0, 12);
  return { snapshot: `${content.dataDate.replaceAll("-", "")}-${hash}`, format: PACK_VERSION, ...content };
}

/** Null where the text is not a sound manifest of this format. */
export function parseManifest(text: string): Manifest | null {
  try {
    const value = JSON.parse(text) as Manifest;
    if (value.format !== PACK_VERSION || typeof value.pack?.sha256 !== "string") return null;
    // The name it claims must not be among what the name is made from, or any content would fit it.
    const { snapshot, ...content } = value;
    return nameManifest(content).snapshot === snapshot ? value : null;
  } catch {
    return null;
  }
}
