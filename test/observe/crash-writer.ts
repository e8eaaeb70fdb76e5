// The program that crash.test.ts kills: observes invented traffic as fast as it comes, and says after each chunk that
// has been taken in what time it carried. Usage: crash-writer <folder>
import { createObserver } from "../../src/observe/observer.ts";
import { openSightingsWriter } from "../../src/observe/sightings.ts";
import { parseSource } from "../../src/observe/source-spec.ts";

export const AIRCRAFT = 300;
const PAUSE_MS = 15;

const spec = parseSource("-");
if (typeof spec === "string") throw new Error(spec);

async function* traffic(): AsyncIterable<Uint8Array> {
  for (;;) {
    const now = Date.now();
    const iso = new Date(now).toISOString();
    const stamp = `${iso.slice(0, 10).replaceAll("-", "/")},${iso.slice(11, 23)}`;
    let lines = "";
    for (let at = 0; at < AIRCRAFT; at++) {
      const hex = (0x400000 + at).toString(16).toUpperCase();
      const place = `${(40 + at / 100).toFixed(5)},${((now / 1e6) % 100).toFixed(6)}`;
      lines += `MSG,3,1,1,${hex},1,${stamp},${stamp},,${now % 40_000},,,${place},,,0,,0,0\r\n`;
    }
    // Handed over in odd pieces, so that a kill finds lines half read. By the time the next is asked for, it is in.
    yield Buffer.from(lines.slice(0, 1_001));
    yield Buffer.from(lines.slice(1_001));
    process.stdout.write(`${now}\n`);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

const folder = process.argv[2] ?? "";
const writer = openSightingsWriter(folder, Date.now());
const observer = createObserver({
  writer,
  airports: null,
  nowMs: Date.now,
  note: () => undefined,
  stdin: traffic(),
});
await observer.observe(spec, "local", {
  once: false,
  intervalMs: 1_000,
  signal: new AbortController().signal,
});
