// One pack into many: every key finds in its pack what it found in the whole, no pack is too large, same bytes always.
import { crc32 } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openPackBytes } from "../../src/snapshot/pack-reader.ts";
import type { PackRecord } from "../../src/snapshot/pack-writer.ts";
import { SplitError, type SplitRules, splitPack } from "../../src/snapshot/split.ts";
import { packNumberOf, packNumberOfHash, routeHash } from "../../src/store/release.ts";
import { spellFound } from "./pack-surgery.ts";
import { answersOf, anyRecords, packOf, recordOf } from "./sample-packs.ts";

const RULES: SplitRules = {
  takes: () => true,
  maxBytes: 8_192,
  hashOf: routeHash,
  packOf: packNumberOfHash,
  checksum: (bytes) => crc32(bytes),
};

function split(records: readonly PackRecord[], rules = RULES): Uint8Array[] {
  const { count, build } = splitPack(openPackBytes(packOf(records), crc32), rules);
  return Array.from({ length: count }, (_, number) => build(number));
}

function manyRecords(count: number, bodyBytes: number): PackRecord[] {
  return Array.from({ length: count }, (_, at) =>
    recordOf(
      [`airframes/ZZ-${at}`, `airframes/ZZ${at}`, `airframes/${0xf00000 + at}`],
      "x".repeat(bodyBytes),
    ),
  );
}

describe("splitting a pack", () => {
  it("lets every key find in its own pack what it found in the whole, and no other key", () => {
    fc.assert(
      fc.property(anyRecords, (records) => {
        const packs = split(records).map((bytes) => openPackBytes(bytes, crc32));
        for (const [key, answer] of answersOf(records)) {
          packs.forEach((pack, number) => {
            const found = spellFound(pack, key);
            expect(found).toBe(number === packNumberOf(key, packs.length) ? answer : null);
          });
        }
        const keys = records.reduce((sum, record) => sum + record.keys.length, 0);
        expect(packs.reduce((sum, pack) => sum + pack.header.keyCount, 0)).toBe(keys);
      }),
      { seed: 5, numRuns: 60 },
    );
  });

  it("keeps every pack at or below the limit, and the average well below", () => {
    const sizes = split(manyRecords(2_000, 150)).map((bytes) => bytes.length);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(RULES.maxBytes);
    const average = sizes.reduce((sum, bytes) => sum + bytes, 0) / sizes.length;
    expect(average).toBeGreaterThan(RULES.maxBytes * 0.4);
    expect(average).toBeLessThan(RULES.maxBytes * 0.7);
  });

  it("finds room for a record that fills most of a pack by itself", () => {
    const records = [...manyRecords(300, 150), recordOf(["page/openapi.yaml"], "y".repeat(6_900))];
    const packs = split(records);
    expect(Math.max(...packs.map((bytes) => bytes.length))).toBeLessThanOrEqual(RULES.maxBytes);
    const home = packs[packNumberOf("page/openapi.yaml", packs.length)] as Uint8Array;
    expect(openPackBytes(home, crc32).find(["page/openapi.yaml"])?.identity.length).toBe(6_900);
  });

  it("names the record that no pack could hold and says what to do", () => {
    const records = [...manyRecords(10, 150), recordOf(["page/huge"], "y".repeat(7_400))];
    expect(() => split(records)).toThrow(SplitError);
    expect(() => split(records)).toThrow(/page\/huge takes 7\d{3} bytes .* offer it as a download/);
  });

  it("takes only the records it is told to, all of their keys with them", () => {
    const records = [...manyRecords(50, 150), recordOf(["page/status", "page/also"], "{}")];
    const packs = split(records, { ...RULES, takes: (key) => key.startsWith("page/") });
    expect(packs.map((bytes) => openPackBytes(bytes, crc32).header.keyCount)).toEqual([2]);
  });

  it("makes one pack of an empty snapshot", () => {
    const [only, ...others] = split([]);
    expect(others).toEqual([]);
    expect(openPackBytes(only as Uint8Array, crc32).header.recordCount).toBe(0);
  });

  it("gives the same bytes at every run and in any order of asking", () => {
    const records = manyRecords(200, 150);
    const { count, build } = splitPack(openPackBytes(packOf(records), crc32), RULES);
    const backwards = Array.from({ length: count }, (_, at) => build(count - 1 - at)).reverse();
    expect(backwards).toEqual(split(records));
  });

  it("leaves most packs as they are when a few records are added", () => {
    const before = new Set(split(manyRecords(2_000, 150)).map((bytes) => crc32(bytes)));
    const after = split(manyRecords(2_005, 150)).map((bytes) => crc32(bytes));
    const changed = after.filter((hash) => !before.has(hash)).length;
    expect(changed).toBeGreaterThan(0);
    expect(changed).toBeLessThanOrEqual(10);
  });
});
