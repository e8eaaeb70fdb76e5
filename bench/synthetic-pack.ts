// A pack of made-up airframes, each with three identifiers, and a random choice of paths that ask for them.
import { createHash } from "node:crypto";
import { closeSync, openSync, writeSync } from "node:fs";
import { recordKey } from "../src/snapshot/format.ts";
import { createPackWriter } from "../src/snapshot/pack-writer.ts";
import { nativeChecksum } from "../src/store/pack-file-store.ts";
import { createRandom } from "./random.ts";

const BODY_BYTES = 550;
const LAST_MODIFIED = "Mon, 07 Sep 2026 00:00:00 GMT";
const WRITE_BYTES = 4 * 1024 * 1024;

export function writeSyntheticPack(path: string, recordCount: number): void {
  const descriptor = openSync(path, "w");
  const out = createFileWriter(descriptor);
  out.write(new Uint8Array(64));
  const writer = createPackWriter(out.write, nativeChecksum);
  for (let at = 0; at < recordCount; at++) {
    const identity = Buffer.from(bodyOf(at));
    writer.add({
      keys: identifiersOf(at).map((identifier) => ({ key: recordKey("airframes", identifier), related: [] })),
      contentType: "application/json",
      etag: createHash("sha256").update(identity).digest("hex").slice(0, 32),
      lastModified: LAST_MODIFIED,
      canonical: `/api/v1/airframes/${markOf(at)}`,
      identity,
      gzip: null,
      brotli: null,
    });
  }
  const header = writer.finish();
  out.flush();
  writeSync(descriptor, header, 0, header.length, 0);
  closeSync(descriptor);
}

/** Paths of random records, each asked for by one of its identifiers; the same ones for the same arguments. */
export function choosePaths(recordCount: number, count: number): string[] {
  const random = createRandom(20_260_907);
  return Array.from({ length: count }, () => {
    const identifiers = identifiersOf(random(recordCount));
    return `/api/v1/airframes/${identifiers[random(identifiers.length)]}`;
  });
}

/** Address, mark, mark without its hyphen. */
function identifiersOf(at: number): readonly string[] {
  const mark = markOf(at);
  return [addressOf(at), mark, mark.replace("-", "")];
}

function addressOf(at: number): string {
  return (0xa00000 + at).toString(16).toUpperCase();
}

/** ZZ is no nationality mark, so these are nobody's aircraft. */
function markOf(at: number): string {
  return `ZZ-${at.toString(36).toUpperCase().padStart(5, "0")}`;
}

function bodyOf(at: number): string {
  const record = {
    registration: markOf(at),
    mode_s_hex: addressOf(at),
    country: "United States",
    country_iso2: "US",
    type: { slug: "boeing-737-800", icao_type: "B738", name: "Boeing 737-800", manufacturer: "Boeing" },
    serial_number: `${30_000 + at}`,
    built_year: 2000 + (at % 26),
    operator: { slug: "delta-air-lines", name: "Delta Air Lines", iata: "DL", icao: "DAL" },
    operator_basis: "register",
    status: "active",
    status_basis: "register",
    sources: ["us-register"],
    updated_at: "2026-09-07T00:00:00Z",
    model: "",
  };
  const short = JSON.stringify({ success: true, data: record });
  return JSON.stringify({
    success: true,
    data: { ...record, model: "7".repeat(Math.max(0, BODY_BYTES - short.length)) },
  });
}

/** Collects small pieces and writes them in large ones. */
function createFileWriter(descriptor: number): { write(bytes: Uint8Array): void; flush(): void } {
  const pending = Buffer.allocUnsafe(WRITE_BYTES);
  let used = 0;
  const flush = () => {
    for (let at = 0; at < used; ) at += writeSync(descriptor, pending, at, used - at);
    used = 0;
  };
  const write = (bytes: Uint8Array) => {
    for (let at = 0; at < bytes.length; ) {
      const part = bytes.subarray(at, at + WRITE_BYTES - used);
      pending.set(part, used);
      used += part.length;
      at += part.length;
      if (used === WRITE_BYTES) flush();
    }
  };
  return { write, flush };
}
