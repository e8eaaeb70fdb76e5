// What src/sources/zip-entry.ts does, shown case by case.
import { describe, expect, it } from "vitest";
import { unzipEntry } from "../../src/sources/zip-entry.ts";
import { zipOf } from "./raw-folder.ts";

const MOST = 10_000;

describe("an entry of a zip archive", () => {
  const archive = Buffer.from(zipOf({ "a.json": '{"a":1}', "folder/b.txt": "b".repeat(500) }));

  it("is read whether stored or deflated", () => {
    expect(unzipEntry(archive, "a.json", MOST)?.toString()).toBe('{"a":1}');
    expect(unzipEntry(archive, "folder/b.txt", MOST)?.toString()).toBe("b".repeat(500));
  });

  it("is null where the archive has none of that name", () => {
    expect(unzipEntry(archive, "c.txt", MOST)).toBeNull();
  });

  it("is refused where the file is no archive, is damaged, or unpacks to too much", () => {
    expect(() => unzipEntry(Buffer.from("no archive, but long enough to look at"), "c.txt", MOST)).toThrow(
      "not a zip archive",
    );
    expect(() => unzipEntry(archive, "folder/b.txt", 100)).toThrow();
    const damaged = Buffer.from(archive);
    // Behind the first local header (30 bytes) and the name (6): the entry's own bytes.
    damaged.writeUInt8(damaged.readUInt8(40) ^ 0x10, 40);
    expect(() => unzipEntry(damaged, "a.json", MOST)).toThrow();
  });
});
