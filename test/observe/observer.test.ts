// What src/observe/observer.ts does, shown case by case.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createObserver } from "../../src/observe/observer.ts";
import { openSightings, openSightingsWriter } from "../../src/observe/sightings.ts";
import { sbsLine, specOf, until } from "./watching.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "fleet-observer-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

async function* endless(): AsyncIterable<Uint8Array> {
  for (let at = 0; ; at++) {
    yield Buffer.from(sbsLine("400001", { altitudeFt: at % 40_000 }));
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

describe("an observer", () => {
  it("writes while it reads, so that others see it within a second", async () => {
    const sightings = join(folder, "sightings");
    const writer = openSightingsWriter(sightings, Date.now());
    const observer = createObserver({
      writer,
      airports: null,
      nowMs: Date.now,
      note: () => undefined,
      stdin: endless(),
    });
    const stop = new AbortController();
    const ended = observer.observe(specOf("-"), "local", { once: false, intervalMs: 1, signal: stop.signal });
    const began = Date.now();
    await until("a sighting", () => [...openSightings(sightings).sightings()].length === 1, 5_000);
    const reader = openSightings(sightings);
    const first = [...reader.sightings()][0]?.lastSeenMs ?? 0;
    await until("a newer one", () => ([...reader.sightings()][0]?.lastSeenMs ?? 0) > first, 5_000);
    expect(first).toBeGreaterThanOrEqual(began - 1_000);
    stop.abort();
    await ended;
    observer.finish();
    await writer.close();
  });

  it("stops with a clear word when it cannot write", async () => {
    const writer = openSightingsWriter(join(folder, "sightings"), Date.now());
    const full = {
      ...writer,
      write: () => {
        throw new Error("No space left on device");
      },
    };
    const observer = createObserver({
      writer: full,
      airports: null,
      nowMs: Date.now,
      note: () => undefined,
      stdin: endless(),
    });
    const status = await observer.observe(specOf("-"), "local", {
      once: false,
      intervalMs: 1,
      signal: new AbortController().signal,
    });
    expect(status.failure).toBe("the sightings cannot be written: No space left on device");
    await writer.close();
  });

  it("keeps sources apart: what they are called, what they hear, how far they are", async () => {
    const writer = openSightingsWriter(join(folder, "sightings"), Date.now());
    const observer = createObserver({
      writer,
      airports: null,
      nowMs: Date.now,
      note: () => undefined,
      stdin: endless(),
    });
    const once = { once: true, intervalMs: 1, signal: new AbortController().signal };
    writeFileSync(join(folder, "old.txt"), sbsLine("400001", { atMs: Date.UTC(2019, 0, 1) }));
    writeFileSync(join(folder, "new.txt"), sbsLine("400001"));
    await observer.observe(specOf(`${join(folder, "old.txt")}#attic`), "worldwide", once);
    await observer.observe(specOf(`${join(folder, "new.txt")}#roof`), "local", once);
    observer.finish();
    expect(writer.sources().map(({ id, area, messages }) => [id, area, messages])).toEqual([
      ["attic", "worldwide", 1],
      ["roof", "local", 1],
    ]);
    const [sighting] = [...writer.sightings()];
    expect(sighting).toMatchObject({ firstSeenMs: Date.UTC(2019, 0, 1), source: "roof" });
    await writer.close();
  });
});
