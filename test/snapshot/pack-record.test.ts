// One record taken apart: the lengths inside it are held against each other, even where every checksum is right.
import { describe, expect, it } from "vitest";
import { HEADER_BYTES, hashKey, PackError, RECORD, RECORD_ALIGNMENT } from "../../src/snapshot/format.ts";
import { carriesFingerprint, decodeAscii, parseRecord } from "../../src/snapshot/pack-record.ts";
import { type Bytes, slotsOf, withUint16, withUint32 } from "./pack-surgery.ts";
import { packOf, recordOf, spell } from "./sample-packs.ts";

const SOURCE = {
  ...recordOf(["airlines/XA"], '{"name":"Example Air"}'),
  keys: [
    { key: "airlines/EXAMPLE-AIR", related: [] },
    { key: "airlines/XA", related: ["/api/v1/airlines/other-air"] },
  ],
};
const RECORD_BYTES = onlyRecordOf(packOf([SOURCE]));
const HEAD_BYTES = new DataView(RECORD_BYTES.buffer).getUint32(RECORD.headBytes, true);
/** Where the length of each text before the keys stands, then those of the first key and of its related paths. */
const [TYPE, TAG, DATE, CANONICAL, FIRST_KEY] = textPlaces();
const FIRST_RELATED = FIRST_KEY + 1 + "airlines/EXAMPLE-AIR".length;

describe("a sound record", () => {
  it("answers to each of its keys, to no other, and to null with whatever it holds", () => {
    const { keys, ...answer } = SOURCE;
    for (const { key, related } of keys) {
      const found = parseRecord(RECORD_BYTES, key, decodeAscii);
      expect(found === null ? null : spell(found)).toBe(spell({ ...answer, related }));
    }
    for (const other of ["airlines/X", "airlines/XAB", "airlines/xa", "irlines/XA", ""]) {
      expect(parseRecord(RECORD_BYTES, other, decodeAscii)).toBeNull();
    }
    const any = parseRecord(RECORD_BYTES, null, decodeAscii);
    expect(any === null ? null : spell(any)).toBe(spell({ ...answer, related: [] }));
  });

  it("knows the hashes of its keys", () => {
    expect(carriesFingerprint(RECORD_BYTES, hashKey("airlines/EXAMPLE-AIR"), decodeAscii)).toBe(true);
    expect(carriesFingerprint(RECORD_BYTES, hashKey("airlines/XA"), decodeAscii)).toBe(true);
    expect(carriesFingerprint(RECORD_BYTES, hashKey("airlines/XB"), decodeAscii)).toBe(false);
  });
});

describe("a record whose lengths contradict each other", () => {
  const BEHIND_HEAD = "damaged record: its head runs into its body";

  it.each([
    ["content type", TYPE],
    ["entity tag", TAG],
    ["date", DATE],
    ["canonical path", CANONICAL],
    ["first key", FIRST_KEY],
  ])("is refused when the %s would run into the body", (_, at) => {
    const forged = RECORD_BYTES.slice();
    forged[at] = Math.min(255, HEAD_BYTES);
    expect(() => parseRecord(forged, "airlines/XA", decodeAscii)).toThrow(BEHIND_HEAD);
  });

  it("is refused when related paths would run into the body, asked for by their own key or a later one", () => {
    const forged = withUint16(RECORD_BYTES, FIRST_RELATED, HEAD_BYTES);
    expect(() => parseRecord(forged, "airlines/EXAMPLE-AIR", decodeAscii)).toThrow(BEHIND_HEAD);
    expect(() => parseRecord(forged, "airlines/XA", decodeAscii)).toThrow(BEHIND_HEAD);
  });

  it.each([
    0,
    1,
    TAG - RECORD.head,
    FIRST_KEY - RECORD.head - 1,
    FIRST_KEY - RECORD.head + 1,
    HEAD_BYTES - 1,
  ])("is refused when its head has only %d bytes and the body the rest", (headBytes) => {
    const identityBytes = RECORD_BYTES.length - RECORD.head - headBytes;
    const forged = withUint32(
      withUint32(RECORD_BYTES, RECORD.headBytes, headBytes),
      RECORD.identityBytes,
      identityBytes,
    );
    expect(() => parseRecord(forged, "airlines/XA", decodeAscii)).toThrow(BEHIND_HEAD);
  });

  it.each([
    ["head", RECORD.headBytes],
    ["body", RECORD.identityBytes],
    ["gzip body", RECORD.gzipBytes],
    ["Brotli body", RECORD.brotliBytes],
  ])("is refused when the size of its %s does not add up", (_, at) => {
    for (const value of [0x7fffffff, 0xffffffff, HEAD_BYTES + 1]) {
      const forged = withUint32(RECORD_BYTES, at, value);
      expect(() => parseRecord(forged, "airlines/XA", decodeAscii)).toThrow(
        "damaged record: its parts do not add up",
      );
      expect(() => parseRecord(forged, null, decodeAscii)).toThrow(PackError);
    }
  });
});

function onlyRecordOf(pack: Bytes): Bytes {
  const [, units, length] = slotsOf(pack).find(([, , size]) => size > 0) ?? [0, 0, 0];
  const start = HEADER_BYTES + units * RECORD_ALIGNMENT;
  return pack.slice(start, start + length);
}

function textPlaces(): readonly [number, number, number, number, number] {
  const after = (place: number) => place + 1 + (RECORD_BYTES[place] ?? 0);
  const tag = after(RECORD.head);
  const date = after(tag);
  const canonical = after(date);
  return [RECORD.head, tag, date, canonical, after(canonical)];
}
