// The pack format as writer and reader agree on it: everything that goes in comes out, byte for byte.
// What happens to damaged packs is in pack-damage.test.ts.
import { crc32 as zlibCrc32 } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { crc32 } from "../../src/snapshot/crc32.ts";
import {
  HEADER_BYTES,
  hashKey,
  MAX_LOAD,
  pageKey,
  RECORD_ALIGNMENT,
  recordKey,
  SLOT_BYTES,
} from "../../src/snapshot/format.ts";
import { openPackBytes } from "../../src/snapshot/pack-reader.ts";
import { createPackWriter, type PackRecord } from "../../src/snapshot/pack-writer.ts";
import { answersOf, anyRecords, packOf, recordOf, sampleRecords, spell } from "./sample-packs.ts";

const SEED = { seed: 20260907, numRuns: 300 };

describe("what is written", () => {
  it("comes back byte for byte under every key, whatever the keys and bytes are", () => {
    fc.assert(
      fc.property(anyRecords, (records) => {
        const pack = openPackBytes(packOf(records), crc32);
        for (const [key, answer] of answersOf(records)) {
          const found = pack.find([key]);
          expect(found === null ? null : spell(found)).toBe(answer);
        }
        expect(pack.header.recordCount).toBe(records.length);
      }),
      SEED,
    );
  });

  it("is all there is: any other key gives null", () => {
    const otherKey = fc.oneof(
      fc.string(),
      fc.string({ minLength: 256, maxLength: 300 }),
      fc.constant("\u0141\uffff"),
    );
    fc.assert(
      fc.property(anyRecords, otherKey, (records, key) => {
        const known = answersOf(records);
        const pack = openPackBytes(packOf(records), crc32);
        for (const other of [key, `${key}?`, key.toLowerCase(), "__proto__", ""]) {
          if (!known.has(other)) expect(pack.find([other])).toBeNull();
        }
      }),
      SEED,
    );
  });

  it("can be walked: every record once, in the order it was added", () => {
    fc.assert(
      fc.property(anyRecords, (records) => {
        const walked = [...openPackBytes(packOf(records), crc32).records()];
        expect(walked.map(spell)).toEqual(
          records.map(({ keys, ...record }) => spell({ ...record, related: [] })),
        );
      }),
      SEED,
    );
  });

  it("is the same bytes for the same records", () => {
    fc.assert(
      fc.property(anyRecords, (records) => {
        expect(Buffer.from(packOf(records)).equals(packOf(records))).toBe(true);
      }),
      SEED,
    );
  });

  it("lies aligned, records in order and padded with zeros, in a table at most three quarters full", () => {
    fc.assert(
      fc.property(anyRecords, (records) => {
        const bytes = packOf(records);
        const { header } = openPackBytes(bytes, crc32);
        const view = new DataView(bytes.buffer);
        let end = HEADER_BYTES;
        const slots = Array.from(
          { length: header.slotCount },
          (_, slot) => header.indexOffset + slot * SLOT_BYTES,
        )
          .map(
            (at) =>
              [
                HEADER_BYTES + view.getUint32(at + 4, true) * RECORD_ALIGNMENT,
                view.getUint32(at + 8, true),
              ] as const,
          )
          .filter(([, length]) => length > 0)
          .sort(([a], [b]) => a - b);
        expect(slots).toHaveLength(header.keyCount);
        for (const [start, length] of slots) {
          expect(start).toBeLessThanOrEqual(end);
          const paddedEnd = start + Math.ceil(length / RECORD_ALIGNMENT) * RECORD_ALIGNMENT;
          expect(bytes.subarray(start + length, paddedEnd).every((byte) => byte === 0)).toBe(true);
          end = paddedEnd;
        }
        expect(end).toBe(header.indexOffset);
        expect(header.keyCount).toBeLessThanOrEqual(header.slotCount * MAX_LOAD);
        expect(bytes.length).toBe(header.indexOffset + header.slotCount * SLOT_BYTES);
      }),
      SEED,
    );
  });

  it("may be nothing at all", () => {
    const pack = openPackBytes(packOf([]), crc32);
    expect(pack.header).toMatchObject({ slotCount: 1, keyCount: 0, recordCount: 0, recordBytes: 0 });
    expect(pack.find(["airlines/DL"])).toBeNull();
    expect(pack.find([])).toBeNull();
    expect([...pack.records()]).toEqual([]);
  });

  it("may be a large record: a megabyte body comes back whole", () => {
    const record = {
      ...recordOf(["page/large"], ""),
      identity: new Uint8Array(1 << 20).map((_, at) => at * 7),
    };
    const found = openPackBytes(packOf([record]), zlibCrc32).find(["page/large"]);
    expect(Buffer.from(found?.identity ?? []).equals(record.identity)).toBe(true);
  });

  it("reads the same from a Buffer at any offset of a larger one, as network clients hand them over", () => {
    const bytes = packOf(sampleRecords());
    for (let offset = 0; offset < 8; offset++) {
      const larger = Buffer.alloc(bytes.length + 16);
      larger.set(bytes, offset);
      const pack = openPackBytes(larger.subarray(offset, offset + bytes.length), crc32);
      for (const [key, answer] of answersOf(sampleRecords())) {
        const found = pack.find([key]);
        expect(found === null ? null : spell(found)).toBe(answer);
      }
    }
  });
});

describe("find", () => {
  const pack = openPackBytes(packOf(sampleRecords()), crc32);

  it("takes the first key that is there", () => {
    expect(pack.find(["airlines/XX", "airlines/DAL", "airports/KATL"])?.canonical).toBe(
      "/api/v1/airlines/DL",
    );
    expect(pack.find(["airports/KATL", "airlines/DAL"])?.canonical).toBe("/api/v1/airports/KATL");
    expect(pack.find(["airlines/XX", "airlines/YY"])).toBeNull();
  });

  it("gives the related paths of the key that was asked for, not of the record", () => {
    expect(pack.find(["airports/KATL"])?.related).toEqual([]);
    expect(pack.find(["airports/ATL"])?.related).toEqual(["/api/v1/airports/AAAA", "/api/v1/airports/BBBB"]);
  });

  it("gives null for a coding that was not stored, and an empty body as an empty body", () => {
    expect(pack.find(["airlines/DL"])).toMatchObject({ gzip: null, brotli: null });
    expect(pack.find(["lessors/AERCAP"])?.gzip).toBeNull();
    expect(pack.find(["lessors/AERCAP"])?.brotli).not.toBeNull();
    expect(pack.find(["page/empty"])?.identity).toHaveLength(0);
  });

  it("tells keys with the same 32-bit hash apart, also when one of them is absent", () => {
    const [first, second] = collidingKeys();
    expect(hashKey(first)).toBe(hashKey(second));
    const both = openPackBytes(packOf([recordOf([first], "first"), recordOf([second], "second")]), crc32);
    expect(bodyOf(both.find([first]))).toBe("first");
    expect(bodyOf(both.find([second]))).toBe("second");
    const one = openPackBytes(packOf([recordOf([second], "second")]), crc32);
    expect(one.find([first])).toBeNull();
    expect(bodyOf(one.find([second]))).toBe("second");
    const shared = openPackBytes(packOf([recordOf(["other", first, second], "shared")]), crc32);
    expect([first, second].map((key) => bodyOf(shared.find([key])))).toEqual(["shared", "shared"]);
  });

  it("probes past the end of the table and around, through a run of keys that all want the last slot", () => {
    const slotCount = 32;
    const keys = keysForSlot(slotCount - 1, slotCount, slotCount * MAX_LOAD + 10);
    const [present, absent] = [keys.slice(0, slotCount * MAX_LOAD), keys.slice(slotCount * MAX_LOAD)];
    const crowded = openPackBytes(packOf(present.map((key) => recordOf([key], key))), crc32);
    expect(crowded.header).toMatchObject({ slotCount, keyCount: slotCount * MAX_LOAD });
    for (const key of present) expect(bodyOf(crowded.find([key]))).toBe(key);
    for (const key of absent) expect(crowded.find([key])).toBeNull();
  });
});

describe("the writer refuses", () => {
  const cases: readonly [string, readonly PackRecord[], RegExp][] = [
    [
      "a key that two records claim",
      [recordOf(["a"], ""), recordOf(["b", "a"], "")],
      /two records claim the same key: those at bytes 64 and \d+/,
    ],
    ["a key twice in one record", [recordOf(["a", "a"], "")], /claim the same key: those at bytes 64 and 64/],
    ["a record no key leads to", [{ ...recordOf(["a"], ""), keys: [] }], /no key leads to .*\/api\/v1\/a/],
    ["a key of 256 characters", [recordOf(["k".repeat(256)], "")], /longer than 255/],
    ["a key that is not ASCII", [recordOf(["aß"], "")], /not printable ASCII/],
    ["a key outside the basic plane", [recordOf(["𝐀"], "")], /not printable ASCII/],
    ["a line break in a text", [{ ...recordOf(["a"], ""), etag: "x\ny" }], /not printable ASCII/],
    ["a long text", [{ ...recordOf(["a"], ""), canonical: "/".repeat(256) }], /longer than 255/],
    ["related paths beyond 65,535 bytes", [withRelated(["/".repeat(65_536)])], /longer than 65535/],
    ["a space in a related path, which would read back as two", [withRelated(["/a b"])], /percent-encoded/],
    ["an empty related path", [withRelated([""])], /percent-encoded/],
  ];

  it.each(cases)("%s", (_, records, message) => {
    expect(() => packOf(records)).toThrow(message);
  });

  it("nothing at the limits themselves", () => {
    const record: PackRecord = { ...withRelated(["/".repeat(65_535)]), etag: "e".repeat(255) };
    const found = openPackBytes(packOf([record, recordOf(["k".repeat(255)], "x")]), crc32);
    expect(found.find(["a"])?.related).toEqual(["/".repeat(65_535)]);
    expect(found.find(["a"])?.etag).toHaveLength(255);
    expect(bodyOf(found.find(["k".repeat(255)]))).toBe("x");
  });
});

describe("the small rules of the format", () => {
  it("hash a key as the document says: FNV-1a, then murmur3's finaliser", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme-ascii" }), (key) => {
        expect(hashKey(key)).toBe(Number(hashOfKeyByTheBook(key)));
      }),
      SEED,
    );
  });

  it("spell the keys of records and of pages so that they never meet", () => {
    expect(recordKey("airlines", "DL")).toBe("airlines/DL");
    expect(pageKey("/status")).toBe("page/status");
  });

  it("do not depend on which checksum routine wrote or reads", () => {
    const parts: Uint8Array[] = [];
    const writer = createPackWriter((bytes) => parts.push(bytes), crc32);
    for (const record of sampleRecords()) writer.add(record);
    const portable = Buffer.concat([writer.finish(), ...parts]);
    expect(portable.equals(packOf(sampleRecords()))).toBe(true);
    expect(openPackBytes(portable, zlibCrc32).find(["airlines/DL"])).not.toBeNull();
  });
});

function withRelated(related: readonly string[]): PackRecord {
  return { ...recordOf(["a"], ""), keys: [{ key: "a", related }] };
}

function bodyOf(answer: { readonly identity: Uint8Array } | null): string | null {
  return answer === null ? null : Buffer.from(answer.identity).toString();
}

/** Among 65,536 keys some two share 32 bits more likely than not; the walk goes on until they do. */
function collidingKeys(): readonly [string, string] {
  const seen = new Map<number, string>();
  for (let at = 0; ; at++) {
    const key = `airframes/${at.toString(36)}`;
    const twin = seen.get(hashKey(key));
    if (twin !== undefined) return [twin, key];
    seen.set(hashKey(key), key);
  }
}

function keysForSlot(slot: number, slotCount: number, count: number): readonly string[] {
  const keys: string[] = [];
  for (let at = 0; keys.length < count; at++) {
    if ((hashKey(`k${at}`) & (slotCount - 1)) === slot) keys.push(`k${at}`);
  }
  return keys;
}

/** The definition in arithmetic without overflow, to hold the fast one against. */
function hashOfKeyByTheBook(key: string): bigint {
  const wrap = (value: bigint) => value & 0xffffffffn;
  let hash = 0x811c9dc5n;
  for (const byte of Buffer.from(key, "ascii")) hash = wrap((hash ^ BigInt(byte)) * 0x01000193n);
  hash = wrap((hash ^ (hash >> 16n)) * 0x85ebca6bn);
  hash = wrap((hash ^ (hash >> 13n)) * 0xc2b2ae35n);
  return hash ^ (hash >> 16n);
}
