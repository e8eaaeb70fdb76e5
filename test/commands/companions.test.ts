// What src/commands/companions.ts does, shown case by case, with small programs in the place of fleet.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { keepRunning, runBuild } from "../../src/commands/companions.ts";
import type { Console } from "../../src/commands/console.ts";
import { until } from "../observe/watching.ts";

let folder: string;
let notes: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "fleet-companions-"));
  notes = [];
});
afterEach(() => rmSync(folder, { recursive: true }));

const console: Console = {
  out: () => expect.unreachable(),
  note: (text) => void notes.push(text),
  progress: () => undefined,
  settle: () => undefined,
};
const never = new AbortController().signal;

/** A program that marks each start and then does as told. */
function programThat(does: string): string {
  const path = join(folder, "program.mjs");
  const starts = JSON.stringify(join(folder, "starts"));
  writeFileSync(path, `import { appendFileSync } from "node:fs"; appendFileSync(${starts}, "x"); ${does}`);
  return path;
}
const starts = () => readFileSync(join(folder, "starts"), "utf8").length;

describe("a companion", () => {
  it("that fails is started again", async () => {
    const companion = keepRunning(programThat("process.exit(2)"), ["observe"], console);
    await until("a second start", () => notes.length >= 1 && starts() >= 2);
    await companion.stop();
    expect(notes[0]).toBe("'fleet observe' ended with code 2; starting it again in 1 s.");
  });

  it("that is done is left in peace", async () => {
    const companion = keepRunning(programThat("process.exit(0)"), ["observe"], console);
    await until("a word", () => notes.length === 1);
    await new Promise((resolve) => setTimeout(resolve, 1_300));
    await companion.stop();
    expect(starts()).toBe(1);
    expect(notes).toEqual(["'fleet observe' has read all there is and ended."]);
  });
});

describe("a build that is waited for", () => {
  it("says what it made", async () => {
    expect(await runBuild(programThat('console.log("Snapshot 1")'), "data", console, never)).toBe(0);
    expect(notes).toEqual(["Snapshot 1"]);
  });

  it("says why it failed, and with which code", async () => {
    const program = programThat('console.error("fleet: bad line"); process.exit(3)');
    expect(await runBuild(program, "data", console, never)).toBe(3);
    expect(notes).toEqual(["fleet: 'fleet build' failed, the last snapshot stays: bad line"]);
  });

  it("is broken off by a signal, which is no failure", async () => {
    const stop = new AbortController();
    const ended = runBuild(programThat("setInterval(() => {}, 1000)"), "data", console, stop.signal);
    setTimeout(() => stop.abort(), 200);
    expect(await ended).toBe(0);
    expect(notes).toEqual([]);
  });
});
