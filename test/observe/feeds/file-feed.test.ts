// What src/observe/feeds/file-feed.ts does, shown case by case.
import { mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Intake } from "../../../src/observe/feeds/feed.ts";
import { readFileFeed } from "../../../src/observe/feeds/file-feed.ts";
import { T0 } from "../made-up.ts";
import { sbsLine, until, watching } from "../watching.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "fleet-file-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

let changes = 0;
function writeSnapshot(path: string, text: string | Buffer): void {
  writeFileSync(`${path}.new`, text);
  // File systems tell times apart that are milliseconds apart; these are seconds.
  utimesSync(`${path}.new`, T0 / 1_000 + ++changes, T0 / 1_000 + changes);
  renameSync(`${path}.new`, path);
}
const snapshot = (turn: number) =>
  JSON.stringify({ now: Date.now() / 1_000, aircraft: [{ hex: "ac671b", seen: 0, alt_baro: turn }] });

/** An observer's end that does what a test wants at the moments it wants it. */
function madeUpIntake(parts: Pick<Intake, "open" | "state">): Intake {
  return {
    openLines: () => expect.unreachable(),
    nowMs: Date.now,
    clockOff() {},
    reject() {},
    ...parts,
  };
}

describe("a file", () => {
  it("that a receiver keeps replacing is read whenever it changes", () =>
    watching(async ({ start, stop, notes }) => {
      const path = join(folder, "aircraft.json");
      writeSnapshot(path, snapshot(1));
      const status = start(path, { intervalMs: 5 });
      await until("the first", () => status.tally.taken === 1);
      writeSnapshot(path, snapshot(2));
      await until("the second", () => status.tally.taken === 2);
      rmSync(path);
      await until("a word", () => notes.length === 1);
      writeSnapshot(path, snapshot(3));
      await until("the third", () => status.tally.taken === 3 && notes.length === 2);
      await stop();
      expect(notes).toEqual([
        `${path}: the file is gone; waiting for it to come back.`,
        `${path}: receiving.`,
      ]);
      expect(status.tally.messages).toBe(3);
    }));

  it("that is written while it is read costs one message and is read again", () =>
    watching(async ({ start, stop, notes }) => {
      const path = join(folder, "aircraft.json");
      writeSnapshot(path, snapshot(1).slice(0, 40));
      const status = start(path, { intervalMs: 5 });
      await until("the half", () => status.tally.messages === 1);
      writeSnapshot(path, "");
      await until("nothing", () => status.tally.messages === 2);
      writeSnapshot(path, snapshot(2));
      await until("the whole", () => status.tally.taken === 1 && notes.length === 2);
      await stop();
      expect([...status.tally.rejected]).toEqual([["JSON cut off", 2]]);
      expect(notes).toEqual([
        `${path}: holds no receptions; waiting for it to change.`,
        `${path}: receiving.`,
      ]);
    }));

  it("that goes between the look at it and its opening is waited for", async () => {
    const path = join(folder, "aircraft.json");
    writeSnapshot(path, snapshot(1));
    const stop = new AbortController();
    let openings = 0;
    let waited = 0;
    const intake = madeUpIntake({
      open() {
        openings++;
        if (openings === 1) writeSnapshot(path, snapshot(2));
        if (openings === 2) rmSync(path);
        if (openings === 3) stop.abort();
        return { push() {}, end() {}, recognised: () => ({ name: "x", sourceId: "x", repeats: true }) };
      },
      state(text) {
        if (text !== "the file is gone; waiting for it to come back") return;
        waited++;
        writeSnapshot(path, snapshot(3));
      },
    });
    await readFileFeed(path, intake, { once: false, intervalMs: 5, signal: stop.signal });
    expect({ openings, waited }).toEqual({ openings: 3, waited: 1 });
  });

  it("whose reading is broken off is not said to be empty", async () => {
    const path = join(folder, "aircraft.json");
    writeSnapshot(path, snapshot(1));
    const stop = new AbortController();
    const said: string[] = [];
    const intake = madeUpIntake({
      open() {
        stop.abort();
        return { push() {}, end() {}, recognised: () => null };
      },
      state: (text) => void said.push(text),
    });
    await readFileFeed(path, intake, { once: false, intervalMs: 5, signal: stop.signal });
    expect(said).toEqual([]);
  });

  it("that is a record of the past ends where it ends, packed or not", () =>
    watching(async ({ start, ended, writer }) => {
      writeFileSync(
        join(folder, "sbs.txt"),
        sbsLine("400001", { atMs: T0 }) + sbsLine("400002", { atMs: T0 }).trimEnd(),
      );
      writeFileSync(
        join(folder, "trace.gz"),
        gzipSync(JSON.stringify({ icao: "3c6444", timestamp: T0 / 1_000, trace: [[0, 1, 2, 300]] })),
      );
      start(join(folder, "sbs.txt"));
      start(join(folder, "trace.gz"));
      expect((await ended()).map(({ format, tally }) => [format, tally.taken])).toEqual([
        ["SBS", 2],
        ["readsb trace", 1],
      ]);
      expect([...writer.sightings()].map(({ address }) => address)).toEqual(["3C6444", "400001", "400002"]);
    }));

  it("whose packing is damaged gives what came before the damage", () =>
    watching(async ({ start, ended }) => {
      const lines = Array.from({ length: 3_000 }, (_, at) =>
        sbsLine((0x400000 + at).toString(16), { atMs: T0 + at }),
      );
      writeFileSync(join(folder, "half.gz"), gzipSync(lines.join("")).subarray(0, 8_000));
      start(join(folder, "half.gz"), { once: true });
      const [status] = await ended();
      expect(status?.failure).toBeNull();
      expect(status?.tally.taken).toBeGreaterThan(100);
      expect(status?.tally.rejected.get("damaged compression")).toBe(1);
    }));

  it("that is not there is a failure", () =>
    watching(async ({ start, ended }) => {
      start(join(folder, "none.json"));
      expect((await ended())[0]).toMatchObject({
        failure: expect.stringMatching(/no such file/),
        tally: { messages: 0 },
      });
    }));

  it("from tomorrow, or from 1970, gives nothing", () =>
    watching(async ({ start, ended }) => {
      const times = [Date.now() + 86_400_000, 1_000];
      const rows = times.map((atMs) =>
        JSON.stringify({ now: atMs / 1_000, aircraft: [{ hex: "ac671b", seen: 0 }] }),
      );
      writeFileSync(join(folder, "a.json"), rows.join("\n"));
      start(join(folder, "a.json"), { once: true });
      expect([...((await ended())[0]?.tally.rejected ?? [])]).toEqual([
        ["time in the future", 1],
        ["time missing or impossible", 1],
      ]);
    }));
});
