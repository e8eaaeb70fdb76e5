// What src/observe/feeds/bytes.ts does, shown case by case.
import { describe, expect, it } from "vitest";
import { createDecoder } from "../../../src/observe/decoder.ts";
import { decodeAll } from "../../../src/observe/feeds/bytes.ts";
import type { Rejection } from "../../../src/observe/reception.ts";
import { T0 } from "../made-up.ts";

/** What is rejected of a stream that breaks off with an error. */
async function rejectedOf(stream: AsyncIterable<Uint8Array>): Promise<readonly Rejection[]> {
  const rejected: Rejection[] = [];
  const decoder = createDecoder(
    { documentMs: T0, correct: (ms) => ms },
    { take: () => undefined, reject: (reason) => void rejected.push(reason) },
  );
  await expect(decodeAll(stream, decoder, Number.POSITIVE_INFINITY)).rejects.toThrow("no more");
  return rejected;
}

async function* broken(...chunks: readonly string[]): AsyncIterable<Uint8Array> {
  for (const chunk of chunks) yield Buffer.from(chunk);
  throw new Error("no more");
}

describe("a byte stream", () => {
  it("that never gave a byte is no message", async () => {
    expect(await rejectedOf(broken())).toEqual([]);
  });

  it("that breaks off in a document is one that was cut off", async () => {
    expect(await rejectedOf(broken('{"now":1,"aircraft":['))).toEqual(["JSON cut off"]);
  });
});
