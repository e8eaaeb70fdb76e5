// docs/snapshot-format.md against the code: its hex opens as a pack, its tables give the offsets the code uses.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { crc32 } from "../../src/snapshot/crc32.ts";
import {
  HEADER,
  HEADER_BYTES,
  hashKey,
  MAX_KEY_BYTES,
  MAX_RECORD_POSITION,
  MAX_RELATED_BYTES,
  PACK_MAGIC,
  PACK_VERSION,
  RECORD,
  SLOT_BYTES,
} from "../../src/snapshot/format.ts";
import { openPackBytes } from "../../src/snapshot/pack-reader.ts";
import type { PackRecord } from "../../src/snapshot/pack-writer.ts";
import { packOf, spell } from "./sample-packs.ts";

const DOCUMENT = readFileSync(new URL("../../docs/snapshot-format.md", import.meta.url), "utf8");
const EXAMPLE = exampleBytes();

const EXAMPLE_RECORD: PackRecord = {
  keys: [
    { key: "airlines/EXAMPLE-AIR", related: [] },
    { key: "airlines/XA", related: ["/api/v1/airlines/other-air"] },
  ],
  contentType: "application/json",
  etag: "5f2b9c",
  lastModified: "Mon, 07 Sep 2026 00:00:00 GMT",
  canonical: "/api/v1/airlines/example-air",
  identity: Buffer.from('{"success":true,"data":{"name":"Example Air"}}'),
  gzip: null,
  brotli: null,
};

describe("the worked example", () => {
  it("opens as a pack and answers both keys", () => {
    const pack = openPackBytes(EXAMPLE, crc32);
    expect(pack.header).toMatchObject({ slotCount: 4, keyCount: 2, recordCount: 1, recordBytes: 216 });
    for (const { key, related } of EXAMPLE_RECORD.keys) {
      const found = pack.find([key]);
      expect(found === null ? null : spell(found)).toBe(spell({ ...EXAMPLE_RECORD, related }));
    }
    expect(pack.find(["airlines/OTHER-AIR"])).toBeNull();
  });

  it("is what the writer makes of that record", () => {
    expect(Buffer.from(packOf([EXAMPLE_RECORD])).toString("hex")).toBe(Buffer.from(EXAMPLE).toString("hex"));
  });

  it("has every byte that its explanation names, at that place, and every text it quotes", () => {
    const rows = tableRows("at");
    expect(rows.length).toBeGreaterThan(20);
    for (const [at = "", bytes = "", meaning = ""] of rows) {
      const place = Number.parseInt(at, 16);
      const named = hexBytes(bytes.replaceAll("`", ""));
      expect([...EXAMPLE.subarray(place, place + named.length)], `at ${at}`).toEqual([...named]);
      // A quoted text begins behind its length; the body has none.
      const quoted = /^(?:\d+[ :]|the body).*`(.+)`$/.exec(meaning)?.[1];
      const start = meaning.startsWith("the body") ? place : place + named.length;
      if (quoted !== undefined)
        expect(Buffer.from(EXAMPLE).toString("latin1", start, start + quoted.length)).toBe(quoted);
    }
  });
});

describe("the tables", () => {
  it("give the header's fields where the code has them, without a gap", () => {
    const rows = tableRows("offset", "magic");
    const offsets = new Map(rows.map(([offset, , name]) => [name, Number(offset)]));
    for (const [name, offset] of Object.entries(HEADER)) expect(offsets.get(name), name).toBe(offset);
    let end = 0;
    for (const [offset, bytes] of rows) {
      expect(Number(offset)).toBe(end);
      end += Number(bytes);
    }
    expect(end).toBe(HEADER_BYTES);
    expect(DOCUMENT).toContain(Buffer.from(PACK_MAGIC).toString("hex").toUpperCase().match(/../g)?.join(" "));
    expect(DOCUMENT).toMatch(new RegExp(`^Version ${PACK_VERSION}\\.`, "m"));
  });

  it("give the fields of records and slots where the code has them", () => {
    const record = new Map(
      tableRows("offset", "headBytes").map(([offset, , name]) => [name, Number(offset)]),
    );
    for (const [name, offset] of Object.entries(RECORD)) expect(record.get(name), name).toBe(offset);
    const slot = tableRows("offset", "fingerprint");
    expect(slot.reduce((sum, [, bytes]) => sum + Number(bytes), 0)).toBe(SLOT_BYTES);
  });

  it("give hashes that the code computes", () => {
    const rows = tableRows("key");
    expect(rows.length).toBeGreaterThan(4);
    for (const [key = "", hash = ""] of rows) {
      const text = key === "(empty)" ? "" : key.replaceAll("`", "");
      expect(hashKey(text).toString(16).toUpperCase().padStart(8, "0"), key).toBe(hash.replaceAll("`", ""));
    }
  });

  it("give the limits of the code", () => {
    const limits = tableRows("what").map(([, limit]) => limit);
    expect(limits).toContain(`${MAX_KEY_BYTES} bytes`);
    expect(limits).toContain(`${MAX_RELATED_BYTES.toLocaleString("en")} bytes`);
    expect(limits).toContain(`${Math.ceil(MAX_RECORD_POSITION / 2 ** 30)} GiB`);
  });
});

function exampleBytes(): Uint8Array<ArrayBuffer> {
  const block = /```hex\n([\s\S]*?)```/.exec(DOCUMENT)?.[1] ?? "";
  const lines = block.trim().split("\n");
  expect(lines.map((line) => Number.parseInt(line.slice(0, 4), 16))).toEqual(lines.map((_, at) => at * 16));
  return hexBytes(lines.map((line) => line.slice(6)).join(" "));
}

function hexBytes(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text.split(" "), (pair) => Number.parseInt(pair, 16));
}

/** Cells of the rows of the first table whose first heading is `heading` and that has `marker` in it. */
function tableRows(heading: string, marker = ""): readonly (readonly string[])[] {
  const tables = DOCUMENT.match(/(?:^\|.*\|\n?)+/gm) ?? [];
  const table = tables.find((text) => text.startsWith(`| ${heading} |`) && text.includes(marker)) ?? "";
  return table
    .trim()
    .split("\n")
    .slice(2)
    .map((line) =>
      line
        .slice(1, -1)
        .split(" | ")
        .map((cell) => cell.trim()),
    );
}
