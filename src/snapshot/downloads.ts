// Bulk downloads, written while the records are: NDJSON as the API answers, CSV with nested fields flattened
// (`type.slug`) and lists as JSON; both begin with the path of the record's URL, because an airline's record does not
// carry the slug that others name it by. Gzip, no time stamp inside: same records, same bytes.
import { createHash } from "node:crypto";
import { once } from "node:events";
import { createWriteStream, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip, type Gzip } from "node:zlib";
import type { DownloadNote } from "./manifest.ts";

export interface DownloadWriter {
  /** A record as JSON and as the line of a CSV file; `path` is percent-encoded. */
  add(path: string, json: string, csvLine: string): void;
  /** Resolves when the compressors have caught up, so that a large collection is never in memory whole. */
  ready(): Promise<void>;
  finish(): Promise<readonly DownloadNote[]>;
  /** Lets go of both files as they are. */
  abandon(): Promise<void>;
}

const GZIP_TYPE = "application/gzip";
const WRITE_AT = 1 << 18;
/** A world of 640,000 airframes is a gigabyte of text: level 6 takes twice as long for a tenth less. */
const GZIP_LEVEL = 4;

/** `columns` are the flattened CSV columns, in the order of the contract. */
export function createDownloadWriter(
  folder: string,
  collection: string,
  columns: readonly string[],
): DownloadWriter {
  const ndjson = openGzip(join(folder, `${collection}.ndjson.gz`));
  const csv = openGzip(join(folder, `${collection}.csv.gz`));
  let rows = 0;
  csv.write(`path,${columns.join(",")}\n`);
  return {
    add(path, json, csvLine) {
      rows++;
      ndjson.write(`{"path":"${path}",${json.slice(1)}\n`);
      csv.write(`${path},${csvLine}\n`);
    },
    async ready() {
      await Promise.all([ndjson.ready(), csv.ready()]);
    },
    async finish() {
      const files = await Promise.all([ndjson.finish(), csv.finish()]);
      return files.map((file) => ({ ...file, contentType: GZIP_TYPE, rows }));
    },
    async abandon() {
      await Promise.all([ndjson.abandon(), csv.abandon()]);
    },
  };
}

/** As `sha256sum --check` reads it. */
export function writeChecksums(folder: string, downloads: readonly DownloadNote[]): DownloadNote {
  const lines = downloads.map(({ name, sha256 }) => `${sha256}  ${name}\n`);
  return writeTextDownload(folder, "SHA256SUMS", lines.join(""));
}

export function writeTextDownload(folder: string, name: string, text: string): DownloadNote {
  writeFileSync(join(folder, name), text);
  const sha256 = createHash("sha256").update(text).digest("hex");
  return { name, bytes: Buffer.byteLength(text), sha256, contentType: "text/plain; charset=utf-8", rows: 0 };
}

function openGzip(path: string) {
  const gzip: Gzip = createGzip({ level: GZIP_LEVEL });
  const hash = createHash("sha256");
  gzip.on("data", (chunk: Buffer) => hash.update(chunk));
  const written = pipeline(gzip, createWriteStream(path));
  // Whoever waits next hears of a full disk; until then it must not end the process.
  written.catch(() => {});
  let pending = "";
  return {
    write(text: string) {
      pending += text;
      if (pending.length < WRITE_AT) return;
      gzip.write(pending);
      pending = "";
    },
    async ready() {
      if (gzip.writableNeedDrain) await Promise.race([once(gzip, "drain"), written]);
    },
    async finish() {
      gzip.end(pending);
      await written;
      return { name: basename(path), bytes: statSync(path).size, sha256: hash.digest("hex") };
    },
    async abandon() {
      gzip.destroy();
      await written.catch(() => {});
    },
  };
}
