// Pack files on a real disk, read on demand and held in memory. What a pack is, byte by byte, is tested in
// test/snapshot; here it is the file around it: opening, reading, damage before and after opening, closing.
import {
  closeSync,
  ftruncateSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { HEADER, HEADER_BYTES, PackError } from "../../src/snapshot/format.ts";
import { openPackFile } from "../../src/store/pack-file-store.ts";
import { StoreError } from "../../src/store/store.ts";
import {
  type Bytes,
  flipped,
  outcomeOf,
  sealed,
  spellFound,
  withUint16,
  withUint32,
} from "../snapshot/pack-surgery.ts";
import { answersOf, anyRecords, packOf, recordOf, sampleRecords, spell } from "../snapshot/sample-packs.ts";

const MODES = [
  ["read on demand", { inMemory: false }],
  ["held in memory", { inMemory: true }],
] as const;
const RECORDS = sampleRecords();
const PACK = packOf(RECORDS);
const ANSWERS = answersOf(RECORDS);
/** A byte in the middle of the first record, which is the one of airlines/DL. */
const IN_FIRST_RECORD = HEADER_BYTES + 40;

let folder = "";
let files = 0;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "fleet-pack-"));
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe.each(MODES)("a pack file %s", (_, options) => {
  it("answers every key with the bytes that were written, and null for any other", () => {
    fc.assert(
      fc.property(anyRecords, (records) => {
        const { pack, close } = openPackFile(fileOf(packOf(records)), options);
        for (const [key, answer] of answersOf(records)) expect(spellFound(pack, key)).toBe(answer);
        for (const key of ["airlines/XX", "__proto__", "k".repeat(300)]) expect(pack.find([key])).toBeNull();
        expect([...pack.records()].map(spell)).toEqual(
          records.map(({ keys, ...record }) => spell({ ...record, related: [] })),
        );
        close();
      }),
      { seed: 20260907, numRuns: 60 },
    );
  });

  it("gives each answer bytes of its own, which later reads leave alone", () => {
    const { pack, close } = openPackFile(fileOf(PACK), options);
    const first = pack.find(["airlines/DL"]);
    for (let turn = 0; turn < 100; turn++) for (const key of ANSWERS.keys()) pack.find([key]);
    expect(first === null ? null : spell(first)).toBe(ANSWERS.get("airlines/DL"));
    close();
  });

  it("reads records larger than any pool or page", () => {
    const large = {
      ...recordOf(["page/large"], ""),
      identity: new Uint8Array(3 << 20).map((_, at) => at * 31),
    };
    const { pack, close } = openPackFile(
      fileOf(packOf([recordOf(["a"], "a"), large, recordOf(["z"], "z")])),
      options,
    );
    expect(Buffer.from(pack.find(["page/large"])?.identity ?? []).equals(large.identity)).toBe(true);
    expect(pack.find(["z"])).not.toBeNull();
    close();
  });

  it.each<[string, Bytes, string]>([
    ["is empty", PACK.slice(0, 0), "too short to be a pack: 0 bytes, the header alone has 64"],
    [
      "ends inside the header",
      PACK.slice(0, 63),
      "too short to be a pack: 63 bytes, the header alone has 64",
    ],
    ["ends behind the header", PACK.slice(0, 64), "truncated or padded: 64 bytes, the header announces"],
    ["ends inside the records", PACK.slice(0, 200), "truncated or padded: 200 bytes"],
    ["ends inside the index", PACK.slice(0, -1), "truncated or padded"],
    ["has something behind the index", new Uint8Array([...PACK, 0]), "truncated or padded"],
    ["is something else", new Uint8Array(5000).fill(0x20), "not a Fleet Monitor pack"],
    [
      "is of another version",
      sealed(withUint16(PACK, HEADER.version, 2)),
      "pack format version 2; this program reads version 1",
    ],
    [
      "has a flipped bit in the header",
      flipped(PACK, HEADER.keyCount * 8),
      "damaged header: its checksum does not match",
    ],
    [
      "has a flipped bit in the index",
      flipped(PACK, PACK.length * 8 - 1),
      "damaged index: its checksum does not match",
    ],
  ])("is refused with its path and what to do when it %s", (_, bytes, reason) => {
    const path = fileOf(bytes);
    const refusal = refusalOf(path, options);
    expect(refusal).toContain(`${path}: ${reason}`);
    expect(refusal).toMatch(/\. Run 'fleet build' to make a new snapshot\.$/);
  });

  it("is refused with its path when there is none, or when a folder has its name", () => {
    const missing = join(folder, "missing.pack");
    expect(refusalOf(missing, options)).toBe(
      `cannot open ${missing}. Run 'fleet build' to make a new snapshot.`,
    );
    const directory = join(folder, "folder.pack");
    mkdirSync(directory, { recursive: true });
    expect(refusalOf(directory, options)).toContain(directory);
  });

  it("leaves no descriptor open when it is refused or closed", () => {
    const before = nextDescriptor();
    for (let turn = 0; turn < 20; turn++) {
      refusalOf(fileOf(flipped(PACK, 8 * (turn * 7))), options);
      openPackFile(fileOf(PACK), options).close();
    }
    expect(nextDescriptor()).toBe(before);
  });

  it("under random flips gives the right answer or an error", () => {
    const flips = fc.array(fc.nat({ max: PACK.length * 8 - 1 }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(flips, (bits) => {
        const path = fileOf(bits.reduce((bytes, bit) => flipped(bytes, bit), PACK));
        const opened = openOrNull(path, options);
        if (opened === null) return;
        for (const [key, answer] of ANSWERS) {
          const outcome = outcomeOf(() => spellFound(opened.pack, key));
          if (outcome !== answer && outcome !== PackError) expect.unreachable(`${key}: ${String(outcome)}`);
        }
        opened.close();
      }),
      { seed: 20260907, numRuns: 500 },
    );
  });
});

describe("a pack file read on demand", () => {
  it("with a damaged record fails for that record's keys and answers all others", () => {
    const { pack, close } = openPackFile(fileOf(flipped(PACK, IN_FIRST_RECORD * 8)));
    for (const key of ["airlines/DL", "airlines/DAL", "airlines/DELTA-AIR-LINES"]) {
      expect(() => pack.find([key])).toThrow("damaged record: its checksum does not match");
    }
    for (const [key, answer] of ANSWERS)
      if (!key.startsWith("airlines/")) expect(spellFound(pack, key)).toBe(answer);
    expect(pack.find(["airlines/XX"])).toBeNull();
    close();
  });

  it("that is damaged or cut while it is open fails and does not say that the record is not there", () => {
    const path = fileOf(PACK);
    const { pack, close } = openPackFile(path);
    expect(pack.find(["airlines/DL"])).not.toBeNull();
    overwrite(path, IN_FIRST_RECORD, Buffer.from([0, 0, 0, 0]));
    expect(() => pack.find(["airlines/DL"])).toThrow(PackError);
    expect(spellFound(pack, "lessors/AERCAP")).toBe(ANSWERS.get("lessors/AERCAP"));
    truncate(path, 100);
    expect(() => pack.find(["lessors/AERCAP"])).toThrow(/^record cut short: 0 bytes of \d+$/);
    close();
  });

  it("that was removed while it is open still answers", () => {
    const path = fileOf(PACK);
    const { pack, close } = openPackFile(path);
    rmSync(path);
    for (const [key, answer] of ANSWERS) expect(spellFound(pack, key)).toBe(answer);
    close();
  });

  it("that was closed fails, and closing it twice closes no one else's file", () => {
    const { pack, close } = openPackFile(fileOf(PACK));
    close();
    expect(() => pack.find(["airlines/DL"])).toThrow();
    const other = openPackFile(fileOf(PACK));
    close();
    expect(spellFound(other.pack, "airlines/DL")).toBe(ANSWERS.get("airlines/DL"));
    other.close();
  });
});

describe("a pack file held in memory", () => {
  it("with a damaged record is refused when it is opened, not when it is asked", () => {
    const path = fileOf(flipped(PACK, IN_FIRST_RECORD * 8));
    expect(refusalOf(path, { inMemory: true })).toContain(
      `${path}: damaged record: its checksum does not match`,
    );
  });

  it("with more or fewer records than its header announces is refused", () => {
    const path = fileOf(sealed(withUint32(PACK, HEADER.recordCount, RECORDS.length + 1)));
    expect(refusalOf(path, { inMemory: true })).toContain("5 records found, the header announces 6");
  });

  it("does not need the file any more: damage, removal and closing change nothing", () => {
    const path = fileOf(PACK);
    const { pack, close } = openPackFile(path, { inMemory: true });
    overwrite(path, IN_FIRST_RECORD, Buffer.from([0, 0, 0, 0]));
    rmSync(path);
    close();
    for (const [key, answer] of ANSWERS) expect(spellFound(pack, key)).toBe(answer);
  });
});

function fileOf(bytes: Uint8Array): string {
  const path = join(folder, `${files++}.pack`);
  writeFileSync(path, bytes);
  return path;
}

function openOrNull(
  path: string,
  options: { readonly inMemory: boolean },
): ReturnType<typeof openPackFile> | null {
  try {
    return openPackFile(path, options);
  } catch (error) {
    if (error instanceof StoreError) return null;
    throw error;
  }
}

function refusalOf(path: string, options: { readonly inMemory: boolean }): string {
  try {
    openPackFile(path, options).close();
  } catch (error) {
    if (error instanceof StoreError) return error.message;
    throw error;
  }
  return "opened";
}

function overwrite(path: string, at: number, bytes: Uint8Array): void {
  const descriptor = openSync(path, "r+");
  writeSync(descriptor, bytes, 0, bytes.length, at);
  closeSync(descriptor);
}

function truncate(path: string, length: number): void {
  const descriptor = openSync(path, "r+");
  ftruncateSync(descriptor, length);
  closeSync(descriptor);
}

/** The lowest free descriptor: the same before and after, if none was left open in between. */
function nextDescriptor(): number {
  const descriptor = openSync(folder, "r");
  closeSync(descriptor);
  return descriptor;
}
