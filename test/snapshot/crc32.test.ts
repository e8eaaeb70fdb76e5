// The portable checksum must be the one zlib computes: packs are written with the one and read with the other.
import { crc32 as zlibCrc32 } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { crc32 } from "../../src/snapshot/crc32.ts";

describe("crc32", () => {
  it.each([
    ["", 0],
    ["a", 0xe8b7be43],
    ["123456789", 0xcbf43926],
    ["The quick brown fox jumps over the lazy dog", 0x414fa339],
  ])("of %j is the published value", (text, expected) => {
    expect(crc32(Buffer.from(text))).toBe(expected);
  });

  it("equals zlib's for any bytes, at any length and any alignment", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.integer({ min: 0, max: 8 }), (bytes, skipped) => {
        const part = bytes.subarray(Math.min(skipped, bytes.length));
        expect(crc32(part)).toBe(zlibCrc32(part));
      }),
      { seed: 20260907, numRuns: 2_000 },
    );
  });

  it("equals zlib's for each length around the four-byte step, and for a megabyte", () => {
    for (let length = 0; length <= 40; length++) {
      const bytes = new Uint8Array(length).fill(0xff);
      expect(crc32(bytes)).toBe(zlibCrc32(bytes));
    }
    const large = Uint8Array.from({ length: 1 << 20 }, (_, at) => (at * 2654435761) >>> 13);
    expect(crc32(large)).toBe(zlibCrc32(large));
  });

  it("changes with every single flipped bit", () => {
    const bytes = Buffer.from("a record of a pack");
    const before = crc32(bytes);
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const flipped = Uint8Array.from(bytes, (value, at) =>
        at === bit >> 3 ? value ^ (1 << (bit & 7)) : value,
      );
      expect(crc32(flipped)).not.toBe(before);
    }
  });
});
