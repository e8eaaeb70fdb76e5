// tar1090-db: gzip called .js, the address split between file name and key, `children`, flags of many lengths.
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { tar1090 } from "../../../src/sources/upstream/tar1090.ts";
import { type RawFiles, rawFolder, readAll, rejectedOf, rowOf } from "../raw-folder.ts";

/** Shards as upstream packs them: gzip, whatever the name says. */
function shards(content: Readonly<Record<string, unknown>>): RawFiles {
  return Object.fromEntries(
    Object.entries(content).map(([name, value]) => [
      `tar1090-db/db/${name}.js`,
      gzipSync(JSON.stringify(value)),
    ]),
  );
}

describe("tar1090-db", () => {
  it("puts an address together from the file's name and the key, at any depth", () => {
    const reading = readAll(
      tar1090,
      shards({
        "8": { "99000": ["B-18901", "A359", "00", "AIRBUS A-350-900"] },
        C01: { "73A": ["C-FIUR", "B77W", "00", "BOEING 777-300ER"] },
      }),
    );
    expect(
      reading.rows.map(({ address, registration, typeCode }) => [address, registration, typeCode]),
    ).toEqual([
      ["899000", "B-18901", "A359"],
      ["C0173A", "C-FIUR", "B77W"],
    ]);
  });

  it("strips the zero-width space that RA-24536 carries", () => {
    const reading = readAll(tar1090, shards({ "1": { "45FD8": ["RA-24536\u200B", "MI8", "00", null] } }));
    expect(rowOf(reading, "145FD8").registration).toBe("RA-24536");
  });

  it("takes `children` for a list of shards, never for an airframe", () => {
    const reading = readAll(
      tar1090,
      shards({
        "4": { children: ["40"], AC9ED: ["SE-ROM", "A20N", "00", null] },
        "40": { "688B": ["G-XLEA", "A388", "00", null] },
      }),
    );
    expect(reading.tally.total).toBe(2);
    expect(reading.rows).toHaveLength(2);
  });

  it("refuses a folder from which an announced shard is missing: its airframes would be lost without a word", () => {
    expect(() =>
      readAll(tar1090, shards({ "4": { children: ["40"], AC9ED: ["SE-ROM", "A20N", "00"] } })),
    ).toThrow(/4\.js: announces 40\.js, which is not there/);
  });

  it("reads flags of any length, nulls and short entries", () => {
    const reading = readAll(
      tar1090,
      shards({
        "7C": {
          F832: ["A97-442", "C30J", "11000", null],
          "4920": ["VH-OQA", "A388", "0001", "AIRBUS A-380-800"],
          FFFF: [],
          FFFE: [null, null, null, null],
          ZZZZ: ["X", "X", "00", null],
          FFFD: null,
        },
      }),
    );
    expect(rowOf(reading, "A97-442").military).toBe(true);
    expect(rowOf(reading, "VH-OQA").military).toBe(false);
    expect(rowOf(reading, "7CFFFF")).toMatchObject({ registration: null, typeCode: null, military: false });
    expect(rejectedOf(reading)).toEqual({ "not a Mode S address": 1, "not an entry": 1 });
    expect(reading.tally.total).toBe(6);
  });

  it("leaves operators, types and ranges beside the shards alone", () => {
    const reading = readAll(
      tar1090,
      shards({
        "8": { "99000": ["B-18901", "A359", "00", null] },
        operators: { DAL: { n: "Delta Air Lines" } },
        ranges: { military: [] },
        files: ["8"],
      }),
    );
    expect(reading.tally.total).toBe(1);
    expect(tar1090.read(rawFolder(shards({ operators: {} })), () => true)).toBeNull();
  });
});
