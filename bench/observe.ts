// How much `fleet observe` takes in: messages a second on one core through recogniser, reader, aggregator, visits and
// database; memory as messages go by; bytes on disk after a day. Usage:
//   node scripts/run.mjs bench/observe.ts --node:expose-gc [--messages 10000000] [--aircraft 1000]
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createAggregator } from "../src/observe/aggregator.ts";
import { createAirportIndex } from "../src/observe/airport-index.ts";
import { createDecoder } from "../src/observe/decoder.ts";
import { countRejected, countTaken, createTally } from "../src/observe/reception.ts";
import { openSightings, openSightingsWriter } from "../src/observe/sightings.ts";
import { readAirports } from "../src/sources/airports.ts";
import { createTraffic } from "./observe-traffic.ts";
import { createRandom } from "./random.ts";

const argument = (name: string, otherwise: number) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? otherwise : Number(process.argv[at + 1]);
};
const MESSAGES = argument("messages", 10_000_000);
const AIRCRAFT = argument("aircraft", 1_000);
const DAY_AIRCRAFT = 10_000;
const DAY_STEP_MS = 300_000;
const START_MS = Date.UTC(2026, 0, 1);
const WRITE_MS = 500;
const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;

const { index, large } = (() => {
  const airports = readAirports("node_modules/@cyanheads/ourairports-mcp-server/data");
  return {
    index: createAirportIndex(airports),
    large: airports.rows.filter(({ kind }) => kind === "large_airport"),
  };
})();
const cpuMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

function observeTraffic(
  aircraft: number,
  stepMs: number,
  isDone: (messages: number, nowMs: number) => boolean,
  onMessages: (messages: number) => void,
) {
  const folder = mkdtempSync(join(tmpdir(), "fleet-bench-"));
  const writer = openSightingsWriter(folder, START_MS);
  const aggregator = createAggregator(writer, index);
  const run = aggregator.start("bench", "local", true);
  const tally = createTally();
  const decoder = createDecoder(
    { documentMs: START_MS, correct: (ms) => ms },
    {
      take(reception) {
        const refused = aggregator.add(run, reception);
        if (refused === null) countTaken(tally, reception);
        else countRejected(tally, refused);
      },
      reject: (reason) => countRejected(tally, reason),
    },
  );
  const traffic = createTraffic(large, aircraft, START_MS, createRandom(7));
  let busyMs = 0;
  let writtenMs = performance.now();
  for (let nowMs = START_MS; !isDone(tally.messages, nowMs); nowMs += stepMs) {
    const bytes = Buffer.from(traffic.tick(stepMs));
    const began = cpuMs();
    decoder.push(bytes);
    // Written as often as a live observer would, or at every step where time is wound forward.
    if (stepMs >= WRITE_MS || performance.now() - writtenMs > WRITE_MS) {
      writer.write(aggregator.drain(), nowMs);
      writtenMs = performance.now();
    }
    busyMs += cpuMs() - began;
    onMessages(tally.messages);
  }
  writer.write(aggregator.drainAll(), START_MS);
  return { folder, writer, tally, seen: aggregator.seen, busyMs };
}

async function throughput(): Promise<void> {
  const memory: [number, NodeJS.MemoryUsage][] = [];
  let next = 1_000_000;
  const note = (messages: number) => {
    if (messages < next) return;
    (globalThis as { gc?: () => void }).gc?.();
    memory.push([messages, process.memoryUsage()]);
    next += 1_000_000;
  };
  const { folder, writer, tally, seen, busyMs } = observeTraffic(
    AIRCRAFT,
    500,
    (messages) => messages >= MESSAGES,
    note,
  );
  console.log(
    `${tally.messages.toLocaleString("en")} messages of ${AIRCRAFT} aircraft in ${(busyMs / 1_000).toFixed(1)} s of processor time: ${Math.round((1_000 * tally.messages) / busyMs).toLocaleString("en")} a second on one core`,
  );
  console.log(
    `  ${tally.taken.toLocaleString("en")} taken, ${seen.visits.toLocaleString("en")} visits, ${megabytes(writer.bytes())} on disk`,
  );
  for (const [messages, { heapUsed, external, rss }] of memory) {
    const used = megabytes(heapUsed + external);
    console.log(`  after ${(messages / 1e6).toFixed(0)} million: ${used} in use, ${megabytes(rss)} resident`);
  }
  await writer.close();
  rmSync(folder, { recursive: true });
}

async function aDay(): Promise<void> {
  const { folder, writer, tally, seen } = observeTraffic(
    DAY_AIRCRAFT,
    DAY_STEP_MS,
    (_, nowMs) => nowMs >= START_MS + 86_400_000,
    () => undefined,
  );
  const bytes = writer.bytes();
  await writer.close();
  const began = performance.now();
  const reader = openSightings(folder);
  const sightings = [...reader.sightings()];
  console.log(
    `A day of ${sightings.length.toLocaleString("en")} aircraft, a reading every five minutes (${tally.messages.toLocaleString("en")} messages, ${seen.visits.toLocaleString("en")} visits): ${megabytes(bytes)} on disk, all read back in ${(performance.now() - began).toFixed(0)} ms`,
  );
  await reader.close();
  rmSync(folder, { recursive: true });
}

await throughput();
await aDay();
