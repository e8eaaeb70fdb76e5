// The report in words and tables, for docs/edge-simulation.md and for the terminal.
import type { Results, Row } from "./runs.ts";
import { DAY, HOUR, ISOLATES, MINUTE, PLATFORM, SEED, TARGET_MS, WORLD } from "./world.ts";

const HEAD = [
  "cache time",
  "requests/s per location",
  "layout",
  "p50 ms",
  "p95 ms",
  "p99 ms",
  "cold requests",
  "KV reads per 1,000",
];

export function reportMarkdown(results: Results): string {
  const { enough, breakEven } = results;
  const day = enough.find(({ ttlSeconds }) => ttlSeconds === DAY);
  const atOne = rowOf(results, "packs", 1);
  return `# Packs against one key per record at the edge

Written by \`npm run simulate:edge\` (seed ${SEED}; the same figures at every run). No account was at hand to measure the real
network: this is a simulation of Workers KV as it is documented, and of ${WORLD.locations} locations that each see the whole
fleet asked for by Zipf's law.

**At one request a second per location, packs answer 95 of 100 requests within ${atOne.p95.toFixed(1)} ms** (target: ${TARGET_MS} ms); one
key per record needs ${rowOf(results, "one key per record", 1).p95.toFixed(0)} ms. With values cached for a day, as deployed, packs keep the target from
${rateText(day?.packs ?? 0)} requests a second per location on; one key per record from ${rateText(day?.records ?? 0)}.

![95th percentile against the request rate](edge-simulation.svg)

## Results

${markdownTable(HEAD, results.table.map(cells))}

"Cold requests" waited for at least one read from a central store. KV reads include those of the pointer, which each isolate
reads again every ${PLATFORM.pointerTtlSeconds} seconds while it is asked, in the background.

## From which rate on the target is kept

The 95th percentile is below ${TARGET_MS} ms as soon as fewer than 5 of 100 requests are cold. By the exact formula for a cache with a
time to live, and without any help from memory, that takes so many requests a second per location:

${markdownTable(
  ["cache time", "packs", "one key per record"],
  enough.map(({ ttlSeconds, packs, records }) => [ttlText(ttlSeconds), rateText(packs), rateText(records)]),
)}

The other break-even: a cold isolate reads pointer, manifest and pack, one value more than one key per record needs. Below
one request in ${Math.round(1 / breakEven / MINUTE)} minutes per location (${rateText(breakEven)} a second) nothing is ever warm, and one key per record is faster
on average. Above it, packs are.

A new release makes every pack that changed cold once at each location, as the end of its cache time does. With a release a
day that changes all of them, at most twice as many requests are cold as in the table: at one request a second
${(2 * atOne.coldPct).toFixed(1)} of 100, still below the 5 that the target allows. Packs that did not change keep their name and stay warm.

## What if the assumptions are wrong

One request a second per location, values cached for a day, one assumption changed at a time:

${markdownTable(
  ["", "packs p95 ms", "p99 ms", "one key per record p95 ms", "p99 ms"],
  results.sensitivity.map(({ what, packs, records }) => [
    what,
    packs.p95.toFixed(1),
    packs.p99.toFixed(1),
    records.p95.toFixed(1),
    records.p99.toFixed(1),
  ]),
)}

## What is simulated

| | |
|---|---|
| fleet | ${WORLD.identifiers.toLocaleString("en")} identifiers in ${WORLD.packs} packs of ${WORLD.packBytes / 1000} kB, or as many keys of ${WORLD.recordBytes / 1000} kB |
| demand | Zipf with exponent ${WORLD.exponent} at each of ${WORLD.locations} locations, arrivals at random (Poisson) |
| KV, documented | a value that a location has cached: ${PLATFORM.hotMs.join("–")} ms; one that it has not: ${PLATFORM.coldMs.join("–")} ms (uniform); cached for the cache time from the moment it was fetched |
| KV, left out | refreshing of popular values before they expire, and regional tiers: both would only help |
| isolates, assumed | ${ISOLATES.perLocation} per location, each living ${ISOLATES.lifeSeconds / MINUTE} minutes on average, ended after ${ISOLATES.idleSeconds / MINUTE} minutes without a request, with ${ISOLATES.cacheBytes / 1024 / 1024} MB for values (longest unused leaves first), in both layouts |
| reads | packs: pointer, manifest and pack when cold, the pack when only it is missing; one key per record: pointer and record; none when in memory |
| worker | ${PLATFORM.ownMs} ms of its own; the way from the client to the location is not counted |

What it does not say: how the real network behaves on a bad day, and how isolates are really spread. The table above shows how
little the result depends on the latter.
`;
}

/** The same rows for a terminal. */
export function reportText({ table }: Results): string {
  const rows = [HEAD, ...table.map(cells)];
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) => row.map((cell, column) => cell.padStart(widths[column] ?? 0)).join("  "))
    .join("\n");
}

function cells(row: Row): string[] {
  const figures = [row.p50, row.p95, row.p99].map((ms) => ms.toFixed(1));
  return [
    ttlText(row.ttlSeconds),
    `${row.rate}`,
    row.design,
    ...figures,
    `${row.coldPct.toFixed(1)} %`,
    row.reads.toFixed(0),
  ];
}

function rowOf({ table }: Results, design: Row["design"], rate: number): Row {
  const found = table.find((row) => row.design === design && row.rate === rate && row.ttlSeconds === DAY);
  if (found === undefined) throw new Error(`no run of ${design} at ${rate} requests a second`);
  return found;
}

function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (row: readonly string[]) => `| ${row.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

function ttlText(seconds: number): string {
  if (seconds >= DAY) return `${seconds / DAY} day`;
  return seconds >= HOUR ? `${seconds / HOUR} hour` : `${seconds / MINUTE} minute`;
}

/** Two significant digits, never in exponents. */
function rateText(rate: number): string {
  return Number(rate.toPrecision(2)).toLocaleString("en", { maximumFractionDigits: 6 });
}
