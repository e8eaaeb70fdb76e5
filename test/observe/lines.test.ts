// What src/observe/lines.ts does, shown case by case.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createLines, MAX_LINE_LENGTH } from "../../src/observe/lines.ts";

function split(chunks: readonly string[]): string[] {
  const found: string[] = [];
  const lines = createLines({
    line: (text, ended) => void found.push(ended ? text : `${text}…`),
    tooLong: () => void found.push("TOO LONG"),
  });
  for (const chunk of chunks) lines.push(Buffer.from(chunk, "latin1"));
  lines.end();
  return found;
}

describe("lines of a stream", () => {
  it("come whole however they are cut, with either line end, and the last one without", () => {
    expect(split(["a\r\nb", "c\n", "\n", "d"])).toEqual(["a", "bc", "", "d…"]);
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^[a-z,]{0,12}$/), { maxLength: 20 }),
        fc.integer({ min: 1, max: 7 }),
        (lines, size) => {
          const text = lines.map((line) => `${line}\n`).join("");
          const chunks = text.match(new RegExp(`[^]{1,${size}}`, "g")) ?? [];
          expect(split(chunks)).toEqual(lines);
        },
      ),
      { seed: 6 },
    );
  });

  it("are skipped and counted once when they never end", () => {
    const endless = "x".repeat(MAX_LINE_LENGTH - 1);
    expect(split(["a\n", endless, endless, endless, "tail\nb\n"])).toEqual(["a", "TOO LONG", "b"]);
    expect(split([`${endless}${endless}\nb\n`])).toEqual(["TOO LONG", "b"]);
  });

  it("cost no memory when a gigabyte comes without an end", () => {
    const lines = createLines({ line: () => undefined, tooLong: () => undefined });
    const megabyte = Buffer.alloc(1 << 20, "x");
    lines.push(megabyte);
    const before = process.memoryUsage();
    for (let at = 0; at < 1_024; at++) lines.push(megabyte);
    const after = process.memoryUsage();
    expect(after.heapUsed + after.external - before.heapUsed - before.external).toBeLessThan(32 << 20);
  });
});
