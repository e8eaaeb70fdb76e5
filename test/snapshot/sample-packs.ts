// Packs for tests: written by the real writer, with arbitrary records, and a plain spelling of answers to compare.

import { crc32 } from "node:zlib";
import fc from "fast-check";
import type { StoredAnswer } from "../../src/snapshot/format.ts";
import { createPackWriter, type PackRecord } from "../../src/snapshot/pack-writer.ts";

const LAST_MODIFIED = "Mon, 07 Sep 2026 00:00:00 GMT";

export function packOf(records: readonly PackRecord[]): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [];
  const writer = createPackWriter((bytes) => parts.push(bytes), crc32);
  for (const record of records) writer.add(record);
  const header = writer.finish();
  // A plain Uint8Array of its own, as a Worker would have it: no Buffer, no shared pool.
  return new Uint8Array(Buffer.concat([header, ...parts]));
}

export function recordOf(keys: readonly string[], body: string): PackRecord {
  return {
    keys: keys.map((key) => ({ key, related: [] })),
    contentType: "application/json",
    etag: crc32(body).toString(16),
    lastModified: LAST_MODIFIED,
    canonical: `/api/v1/${keys[0]?.slice(0, 100)}`,
    identity: Buffer.from(body),
    gzip: null,
    brotli: null,
  };
}

/** A few records of different shapes: one key and several, related paths, coded bodies, an empty body. */
export function sampleRecords(): readonly PackRecord[] {
  const body = (text: string) => Buffer.from(JSON.stringify({ success: true, data: text }));
  return [
    recordOf(["airlines/DL", "airlines/DAL", "airlines/DELTA-AIR-LINES"], '{"name":"Delta Air Lines"}'),
    {
      ...recordOf(["airports/KATL"], ""),
      keys: [
        { key: "airports/KATL", related: [] },
        { key: "airports/ATL", related: ["/api/v1/airports/AAAA", "/api/v1/airports/BBBB"] },
      ],
      identity: body("Atlanta".repeat(40)),
      gzip: body("gzip stand-in"),
      brotli: body("brotli stand-in"),
    },
    { ...recordOf(["page/empty"], ""), canonical: "" },
    recordOf(["airframes/N899DN", "airframes/AC671B"], '{"registration":"N899DN"}'),
    { ...recordOf(["lessors/AERCAP"], '{"slug":"aercap"}'), brotli: body("only brotli") },
  ];
}

/** What a reader must give for each key. */
export function answersOf(records: readonly PackRecord[]): Map<string, string> {
  const answers = new Map<string, string>();
  for (const { keys, ...record } of records) {
    for (const { key, related } of keys) answers.set(key, spell({ ...record, related }));
  }
  return answers;
}

/** An answer as text, every field and every byte of it. */
export function spell(answer: StoredAnswer): string {
  const { contentType, etag, lastModified, canonical, related, identity, gzip, brotli } = answer;
  const hex = [identity, gzip, brotli].map((bytes) =>
    bytes === null ? null : Buffer.from(bytes).toString("hex"),
  );
  return JSON.stringify([contentType, etag, lastModified, canonical, related, ...hex]);
}

const text = fc.string({ unit: "grapheme-ascii", maxLength: 40 });
const key = fc.oneof(text, fc.string({ unit: "grapheme-ascii", minLength: 250, maxLength: 255 }));
const relatedPath = fc.stringMatching(/^\/[!-~]{0,30}$/);
const codedBody = fc.option(fc.uint8Array({ minLength: 1, maxLength: 60 }));

/** Any records with distinct keys of any printable characters. */
export const anyRecords: fc.Arbitrary<readonly PackRecord[]> = fc
  .array(
    fc.record({
      keys: fc.array(fc.record({ key, related: fc.array(relatedPath, { maxLength: 3 }) }), {
        minLength: 1,
        maxLength: 5,
      }),
      contentType: text,
      etag: text,
      lastModified: text,
      canonical: text,
      identity: fc.uint8Array({ maxLength: 200 }),
      gzip: codedBody,
      brotli: codedBody,
    }),
    { maxLength: 12 },
  )
  .map(withDistinctKeys);

function withDistinctKeys(records: readonly PackRecord[]): readonly PackRecord[] {
  const seen = new Set<string>();
  const fresh = ({ key }: { readonly key: string }) => !seen.has(key) && seen.add(key) !== undefined;
  return records
    .map((record) => ({ ...record, keys: record.keys.filter(fresh) }))
    .filter(({ keys }) => keys.length > 0);
}
