// The writing half of a build: finished records become the pack and the downloads of a snapshot's folder. It runs where
// the records are made or in a thread beside it (files-in-thread.ts), so everything it takes and gives can be copied.
import { createHash } from "node:crypto";
import { join } from "node:path";
import { brotliCompressSync, gzipSync, constants as zlib } from "node:zlib";
import { createDownloadWriter, type DownloadWriter, writeChecksums, writeTextDownload } from "./downloads.ts";
import { DOWNLOADS_FOLDER, PACK_FILE } from "./folder.ts";
import { pageKey } from "./format.ts";
import type { DownloadNote, FileNote } from "./manifest.ts";
import { openPackFile } from "./pack-file.ts";
import type { PackRecord } from "./pack-writer.ts";
import { type FinishedRecord, type RecordBatch, recordsOf } from "./record-batch.ts";

export interface Page {
  readonly path: string;
  readonly contentType: string;
  readonly body: string;
}

export interface CollectionForm {
  readonly collection: string;
  /** Flattened columns of the CSV download. */
  readonly columns: readonly string[];
  /** The envelope's text on both sides of a record. */
  readonly envelope: readonly [before: string, after: string];
}

export interface TextFile {
  readonly name: string;
  readonly text: string;
}

export interface WrittenRecords {
  readonly keyCount: number;
  /** Over every record's body and keys, in order. */
  readonly contentHash: string;
  readonly downloads: readonly DownloadNote[];
}

export interface SnapshotFiles {
  /** The batches that follow are of this collection. */
  begin(form: CollectionForm): Promise<void>;
  /** Resolves when there is room for the next. */
  add(batch: RecordBatch): Promise<void>;
  endRecords(notices: readonly TextFile[]): Promise<WrittenRecords>;
  /** The pages go into the pack behind the records, then it is closed. */
  finish(pages: readonly Page[]): Promise<FileNote>;
  /** Lets go of the files wherever they stand; the caller removes the folder. */
  abandon(): Promise<void>;
}

/** `modifiedAt`: ISO second of the newest input, the Last-Modified of everything in the pack. */
export type OpenSnapshotFiles = (folder: string, modifiedAt: string) => SnapshotFiles;

/** Below one network packet a coded body saves nothing. */
const COMPRESS_FROM_BYTES = 1_400;
/** Quality 5 takes 0.3 ms for an airport, 11 takes 10; the gain is a tenth. */
const BROTLI = {
  params: {
    [zlib.BROTLI_PARAM_QUALITY]: 5,
    // A window of 256 kB holds any record; the default of 4 MB is allocated anew for each.
    [zlib.BROTLI_PARAM_LGWIN]: 18,
  },
};

export const openSnapshotFiles: OpenSnapshotFiles = (folder, modifiedAt) => {
  const lastModified = new Date(modifiedAt).toUTCString();
  const downloadsFolder = join(folder, DOWNLOADS_FOLDER);
  const pack = openPackFile(join(folder, PACK_FILE));
  const downloads: DownloadNote[] = [];
  const contentHash = createHash("sha256");
  let keyCount = 0;
  let envelope: CollectionForm["envelope"] = ["", ""];
  let download: DownloadWriter | null = null;
  const endDownload = async () => {
    downloads.push(...((await download?.finish()) ?? []));
    download = null;
  };
  return {
    async begin(form) {
      await endDownload();
      envelope = form.envelope;
      download = createDownloadWriter(downloadsFolder, form.collection, form.columns);
    },
    async add(batch) {
      for (const record of recordsOf(batch)) {
        download?.add(record.path, record.json, record.csv);
        const entry = toRecord(record, envelope, lastModified);
        contentHash.update(lineOf(entry));
        keyCount += entry.keys.length;
        pack.add(entry);
      }
      await download?.ready();
    },
    async endRecords(notices) {
      await endDownload();
      for (const { name, text } of notices) downloads.push(writeTextDownload(downloadsFolder, name, text));
      downloads.push(writeChecksums(downloadsFolder, downloads));
      return { keyCount, contentHash: contentHash.digest("hex"), downloads };
    },
    async finish(pages) {
      for (const page of pages) pack.add(toPageRecord(page, lastModified));
      return pack.finish();
    },
    async abandon() {
      pack.abandon();
      await download?.abandon();
    },
  };
};

function lineOf({ etag, keys }: PackRecord): string {
  return `${etag} ${keys.map(({ key, related }) => `${key}>${related.join()}`).join(" ")}\n`;
}

function toRecord(
  { json, path, keys }: FinishedRecord,
  [before, after]: CollectionForm["envelope"],
  lastModified: string,
): PackRecord {
  const body = Buffer.from(before + json + after);
  return {
    keys,
    canonical: path,
    contentType: "application/json",
    lastModified,
    ...coded(body),
  };
}

function toPageRecord(page: Page, lastModified: string): PackRecord {
  return {
    keys: pathsOf(page).map((path) => ({ key: pageKey(path), related: [] })),
    canonical: "",
    contentType: page.contentType,
    lastModified,
    ...coded(Buffer.from(page.body)),
  };
}

/** A page that lists others answers with and without the slash at its end. */
function pathsOf({ path }: Page): readonly string[] {
  return path.length > 1 && path.endsWith("/") ? [path, path.slice(0, -1)] : [path];
}

function coded(body: Buffer): Pick<PackRecord, "etag" | "identity" | "gzip" | "brotli"> {
  const large = body.length >= COMPRESS_FROM_BYTES;
  return {
    etag: createHash("sha256").update(body).digest("hex").slice(0, 20),
    identity: body,
    gzip: large ? gzipSync(body, { level: 6 }) : null,
    brotli: large ? brotliCompressSync(body, BROTLI) : null,
  };
}
