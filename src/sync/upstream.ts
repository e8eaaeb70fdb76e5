// What the catalogue says of an upstream: where its files are fetched, where they go under raw/, and what a sound one
// looks like. The readers of src/sources look for exactly these paths.
import type { Source } from "../sources/catalog.ts";

export interface Upstream {
  readonly source: Source;
  /** Hours after which asking again is worth it. */
  readonly everyHours: number;
  /** Put in place in this order, all or none: the file by which a reader knows that the upstream is there comes last. */
  readonly downloads: readonly Download[];
}

export interface Download {
  /** Path under raw/; a mirror has it under the same path. */
  readonly file: string;
  /** Null: nobody publishes it in this form; only a mirror has it. */
  readonly url: string | null;
  readonly form: Form;
  readonly bytes: SizeRange & { readonly usual: number };
  /** What is taken out of an archive. */
  readonly unpack?: readonly Extract[];
  /** Days of versions whose server states none, or a mirror its own, by SHA-256. */
  readonly knownDays?: Readonly<Record<string, string>>;
}

export interface SizeRange {
  readonly least: number;
  readonly most: number;
}

export type Form =
  /** `begins` is held against the first characters, byte-order mark removed. */
  | { readonly kind: "text"; readonly begins: RegExp }
  /** `holds`: entries that must be sound though nothing unpacks them. */
  | { readonly kind: "zip"; readonly holds: readonly string[]; readonly unpackedMost: number }
  /** A repository's archive: everything lies in one top folder, whose name is not looked at. */
  | { readonly kind: "tar.gz"; readonly unpackedMost: number };

export interface Extract {
  /** A file's name in the archive, or a folder's, ending in "/". */
  readonly from: string;
  /** Path under raw/; a folder ends in "/". */
  readonly to: string;
  /** Which files below a folder; their path below it is matched. */
  readonly only?: RegExp;
  /** A folder of a thousand files becomes one tar.gz at `to`, the form its reader takes. */
  readonly packed?: true;
  readonly begins?: RegExp;
  /** Of all its files together, as they lie under raw/. */
  readonly bytes: SizeRange;
}
