// A raw folder for one test: upstream files written by hand in the forms upstreams have (plain, gzip, zip, tar.gz).
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { strToU8, zipSync } from "fflate";
import { pack } from "tar-stream";
import { afterAll } from "vitest";
import type { AirframeRow } from "../../src/sources/airframe-row.ts";
import type { AirframeReading, AirframeUpstream } from "../../src/sources/upstream/upstream.ts";

export const BOM = "\uFEFF";

export type RawFiles = Readonly<Record<string, string | Uint8Array>>;

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

export function rawFolder(files: RawFiles): string {
  const path = mkdtempSync(join(tmpdir(), "fleet-raw-"));
  folders.push(path);
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), content);
  }
  return path;
}

export function zipOf(entries: RawFiles): Uint8Array {
  return zipSync(
    Object.fromEntries(
      Object.entries(entries).map(([name, content]) => [
        name,
        typeof content === "string" ? strToU8(content) : content,
      ]),
    ),
  );
}

export async function tarGzOf(entries: Readonly<Record<string, string>>): Promise<Uint8Array> {
  const archive = pack();
  for (const [name, content] of Object.entries(entries)) archive.entry({ name }, content);
  archive.finalize();
  const chunks: Buffer[] = [];
  for await (const chunk of archive) chunks.push(chunk as Buffer);
  return gzipSync(Buffer.concat(chunks));
}

/** Everything a reader takes from the files. */
export function readAll(upstream: AirframeUpstream, files: RawFiles): AirframeReading {
  const reading = upstream.read(rawFolder(files), () => true);
  if (reading === null) throw new Error(`${upstream.source.id} found none of its files`);
  return reading;
}

export function rowOf(reading: AirframeReading, key: string): AirframeRow {
  const row = reading.rows.find(({ address, registration }) => address === key || registration === key);
  if (row === undefined) throw new Error(`no row of ${key}`);
  return row;
}

export function rejectedOf({ tally }: Pick<AirframeReading, "tally">): Record<string, number> {
  return Object.fromEntries(tally.rejected);
}
