// Damaged packs: refused with a sentence that says what is wrong, or right for every record that is still sound.
// Never a wrong answer, never "not there" for a key that is, never a hang.
import { describe, expect, it } from "vitest";
import { crc32 } from "../../src/snapshot/crc32.ts";
import {
  HEADER,
  HEADER_BYTES,
  hashKey,
  PACK_MAGIC,
  PackError,
  RECORD_ALIGNMENT,
  SLOT_BYTES,
} from "../../src/snapshot/format.ts";
import { createPackReader, openPackBytes } from "../../src/snapshot/pack-reader.ts";
import {
  type Bytes,
  flipped,
  refusalOf,
  sealed,
  slotsOf,
  spellFound,
  withSlots,
  withUint16,
  withUint32,
} from "./pack-surgery.ts";
import { answersOf, packOf, recordOf, sampleRecords } from "./sample-packs.ts";

const RECORDS = sampleRecords();
const PACK = packOf(RECORDS);
const ANSWERS = answersOf(RECORDS);
const { header: SOUND } = openPackBytes(PACK, crc32);

describe("a damaged header", () => {
  const FIELDS: readonly [string, number, number, RegExp][] = [
    ["magic", 0, PACK_MAGIC.length, /^not a Fleet Monitor pack: it does not start with FLEETPK$/],
    [
      "version",
      HEADER.version,
      2,
      /^pack format version \d+; this program reads version 1: build the snapshot anew$/,
    ],
    ["length of the header", HEADER.headerBytes, 2, /^damaged header: its checksum does not match$/],
    ["number of slots", HEADER.slotCount, 4, /^damaged header/],
    ["number of keys", HEADER.keyCount, 4, /^damaged header/],
    ["number of records", HEADER.recordCount, 4, /^damaged header/],
    ["checksum of the index", HEADER.indexChecksum, 4, /^damaged header/],
    ["size of the records", HEADER.recordBytesLow, 8, /^damaged header/],
    ["reserved bytes", 36, 24, /^damaged header/],
    ["checksum of the header", HEADER.headerChecksum, 4, /^damaged header/],
  ];

  it("is looked for in every one of its bytes", () => {
    expect(FIELDS.map(([, at]) => at)).toEqual([0, ...FIELDS.slice(0, -1).map(([, at, size]) => at + size)]);
    expect(FIELDS.reduce((sum, [, , size]) => sum + size, 0)).toBe(HEADER_BYTES);
  });

  it.each(FIELDS)("is refused whichever bit of it is flipped: %s", (_, at, size, sentence) => {
    for (let bit = 0; bit < size * 8; bit++) {
      expect(refusalOf(flipped(PACK, at * 8 + bit))).toMatch(sentence);
    }
  });

  it("of a newer version is named as such, even though its header may be sealed otherwise", () => {
    expect(refusalOf(sealed(withUint16(PACK, HEADER.version, 2)))).toContain("pack format version 2;");
  });

  it.each([
    [
      "another header length",
      (bytes: Bytes) => withUint16(bytes, HEADER.headerBytes, 128),
      /^header of an unknown length$/,
    ],
    [
      "no slots",
      (bytes: Bytes) => withUint32(bytes, HEADER.slotCount, 0),
      /^index of 0 slots: the number must be a power of two$/,
    ],
    ["three slots", (bytes: Bytes) => withUint32(bytes, HEADER.slotCount, 3), /^index of 3 slots/],
    [
      "more keys than slots",
      (bytes: Bytes) => withUint32(bytes, HEADER.keyCount, 13),
      /^13 keys do not fit an index of 16 slots$/,
    ],
    [
      "half the slots",
      (bytes: Bytes) => withUint32(withUint32(bytes, HEADER.slotCount, 8), HEADER.keyCount, 1),
      /^truncated or padded/,
    ],
    [
      "more records",
      (bytes: Bytes) => withUint32(bytes, HEADER.recordBytesLow, SOUND.recordBytes + 8),
      /^truncated or padded/,
    ],
    [
      "a crooked size",
      (bytes: Bytes) => withUint32(bytes, HEADER.recordBytesLow, SOUND.recordBytes + 1),
      /not a multiple of 8$/,
    ],
    [
      "terabytes",
      (bytes: Bytes) => withUint32(bytes, HEADER.recordBytesHigh, 0xffffffff),
      /^truncated or padded/,
    ],
    [
      "another index checksum",
      (bytes: Bytes) => withUint32(bytes, HEADER.indexChecksum, 1),
      /^damaged index: its checksum/,
    ],
  ])("that is sealed but claims %s is refused", (_, change, sentence) => {
    expect(refusalOf(sealed(change(PACK)))).toMatch(sentence);
  });
});

describe("a pack of the wrong size", () => {
  it("is refused when cut at any byte", () => {
    for (let length = 0; length < PACK.length; length++) {
      expect(refusalOf(PACK.slice(0, length))).toMatch(
        length < HEADER_BYTES
          ? /^too short to be a pack: \d+ bytes, the header alone has 64$/
          : /^truncated or padded: \d+ bytes, the header announces \d+$/,
      );
    }
  });

  it("is refused when anything follows it, or when it is something else altogether", () => {
    expect(refusalOf(new Uint8Array([...PACK, 0]))).toMatch(/^truncated or padded/);
    expect(refusalOf(new Uint8Array())).toMatch(/^too short to be a pack: 0 bytes/);
    expect(refusalOf(new Uint8Array(4096))).toMatch(/^not a Fleet Monitor pack/);
    expect(refusalOf(new Uint8Array(Buffer.from("<!doctype html>".repeat(10))))).toMatch(
      /^not a Fleet Monitor pack/,
    );
  });
});

describe("a damaged index", () => {
  it("is refused whichever bit of it is flipped", () => {
    for (let bit = SOUND.indexOffset * 8; bit < PACK.length * 8; bit++) {
      expect(refusalOf(flipped(PACK, bit))).toBe("damaged index: its checksum does not match");
    }
  });

  it("that is forged without a free slot ends the search with an error instead of never", () => {
    const full = slotsOf(PACK).map(() => [0, 0, 24] as const);
    expect(() => openPackBytes(withSlots(PACK, full), crc32).find(["airlines/XX"])).toThrow(
      "damaged index: it has no free slot",
    );
  });

  it.each([
    ["behind the records", [SOUND.recordBytes / RECORD_ALIGNMENT, 24]],
    ["across their end", [SOUND.recordBytes / RECORD_ALIGNMENT - 1, 24]],
    ["at gigabytes", [0, 0xffffffff]],
    ["far away", [0xffffffff, 24]],
    ["at less than a record's head", [0, 19]],
  ] as const)("that is forged to point %s is an error, and nothing is read", (_, [units, length]) => {
    const forged = withSlots(
      PACK,
      slotsOf(PACK).map(([hash, , old]) => (old === 0 ? [0, 0, 0] : [hash, units, length])),
    );
    expect(() => openPackBytes(forged, crc32).find(["airlines/DL"])).toThrow(
      "damaged index: it points outside the records",
    );
  });
});

describe("a damaged record", () => {
  it("is an error for its own keys whichever byte of it is flipped, and all others still answer", () => {
    const owners = ownersOfBytes();
    for (let at = HEADER_BYTES; at < SOUND.indexOffset; at++) {
      const pack = openPackBytes(flipped(PACK, at * 8 + (at % 8)), crc32);
      for (const [key, answer] of ANSWERS) {
        if (owners.get(key)?.has(at)) expect(() => pack.find([key])).toThrow(PackError);
        else expect(spellFound(pack, key)).toBe(answer);
      }
      expect(pack.find(["airlines/XX"])).toBeNull();
    }
  });

  it("says so", () => {
    const pack = openPackBytes(flipped(PACK, (HEADER_BYTES + 30) * 8), crc32);
    expect(() => pack.find(["airlines/DL"])).toThrow("damaged record: its checksum does not match");
    expect(() => [...pack.records()]).toThrow("damaged record: its checksum does not match");
  });

  it("is not passed over for the next key asked for", () => {
    const pack = openPackBytes(flipped(PACK, (HEADER_BYTES + 30) * 8), crc32);
    expect(() => pack.find(["airlines/DL", "airports/KATL"])).toThrow(PackError);
  });

  it("is noticed when a sound record of the same length lies in its place", () => {
    const twins = packOf([recordOf(["airlines/AA"], "first"), recordOf(["airlines/BB"], "other")]);
    const { header } = openPackBytes(twins, crc32);
    const half = HEADER_BYTES + header.recordBytes / 2;
    const swapped = twins.slice();
    swapped.set(twins.subarray(HEADER_BYTES, half), half);
    const pack = openPackBytes(swapped, crc32);
    expect(spellFound(pack, "airlines/AA")).toContain(Buffer.from("first").toString("hex"));
    expect(() => pack.find(["airlines/BB"])).toThrow("damaged record: another one lies in its place");
    expect(pack.find(["airlines/CC"])).toBeNull();
  });

  it("is noticed when the medium gives fewer bytes than asked for", () => {
    const index = PACK.subarray(SOUND.indexOffset);
    const read = (offset: number) => PACK.subarray(offset, offset + 10);
    const pack = createPackReader({ header: SOUND, index, read, checksum: crc32 });
    expect(() => pack.find(["airlines/DL"])).toThrow(/^record cut short: 10 bytes of \d+$/);
    expect(() =>
      createPackReader({ header: SOUND, index: index.subarray(SLOT_BYTES), read, checksum: crc32 }),
    ).toThrow(/^index cut short: \d+ bytes of \d+$/);
  });
});

/** For each key, the places of the bytes of its record, padding not among them. */
function ownersOfBytes(): Map<string, Set<number>> {
  const places = new Map<number, Set<number>>();
  for (const [hash, units, length] of slotsOf(PACK)) {
    const start = HEADER_BYTES + units * RECORD_ALIGNMENT;
    if (length > 0) places.set(hash, new Set(Array.from({ length }, (_, at) => start + at)));
  }
  return new Map([...ANSWERS.keys()].map((key) => [key, places.get(hashKey(key)) ?? new Set()]));
}
