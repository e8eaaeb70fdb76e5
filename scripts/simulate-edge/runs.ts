// The runs that the report is made of: every location of the world, each with random numbers of its own.
import { createDesigns, type Design, rateForColdShare } from "./designs.ts";
import { createTally, percentileMs, type Setting, simulateLocation } from "./location.ts";
import { createRandom } from "./random.ts";
import { DAY, HOUR, ISOLATES, type Isolates, MINUTE, PLATFORM, SEED, WORLD, type World } from "./world.ts";

export interface Row {
  readonly design: Design["name"];
  readonly rate: number;
  readonly ttlSeconds: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly meanMs: number;
  /** Per thousand requests, pointer reads included. */
  readonly reads: number;
  /** Share of requests that waited for a cold read, in percent. */
  readonly coldPct: number;
}

export interface Results {
  readonly table: readonly Row[];
  readonly curve: readonly Row[];
  readonly sensitivity: readonly { readonly what: string; readonly packs: Row; readonly records: Row }[];
  /** Rate per location from which p95 is below the target, by time to live. */
  readonly enough: readonly {
    readonly ttlSeconds: number;
    readonly packs: number;
    readonly records: number;
  }[];
  /** Rate per location at which both have the same mean latency. */
  readonly breakEven: number;
}

const RATES = [0.01, 0.1, 1, 10];
const CURVE_RATES = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10];
const TTLS = [MINUTE, HOUR, DAY];
/** Above this share of cold requests the 95th percentile is a cold read. */
const COLD_SHARE = 0.05;

export function simulate(
  design: Design,
  rate: number,
  ttlSeconds: number,
  { locations = WORLD.locations, isolates = ISOLATES }: { locations?: number; isolates?: Isolates } = {},
): Row {
  const tally = createTally();
  const setting: Setting = { design, rate, ttlSeconds, platform: PLATFORM, isolates };
  for (let location = 0; location < locations; location++) {
    simulateLocation(setting, createRandom(SEED + location * 7919), tally);
  }
  const { requests } = tally;
  return {
    design: design.name,
    rate,
    ttlSeconds,
    p50: percentileMs(tally, 0.5),
    p95: percentileMs(tally, 0.95),
    p99: percentileMs(tally, 0.99),
    meanMs: tally.totalMs / requests,
    reads: (1000 * tally.reads) / requests,
    coldPct: (100 * tally.coldRequests) / requests,
  };
}

export function runAll(progress: (what: string) => void): Results {
  const { packs, records } = createDesigns(WORLD);
  const both = [packs, records];
  const run = (design: Design, rate: number, ttlSeconds: number) => {
    progress(`${design.name}, ${rate} requests a second, time to live ${ttlSeconds} s`);
    return simulate(design, rate, ttlSeconds);
  };
  const table = TTLS.flatMap((ttl) => RATES.flatMap((rate) => both.map((design) => run(design, rate, ttl))));
  const known = (design: Design, rate: number) =>
    table.find((row) => row.design === design.name && row.rate === rate && row.ttlSeconds === DAY);
  const curve = CURVE_RATES.flatMap((rate) =>
    both.map((design) => known(design, rate) ?? run(design, rate, DAY)),
  );
  const enough = TTLS.map((ttlSeconds) => ({
    ttlSeconds,
    packs: rateForColdShare(packs, COLD_SHARE, ttlSeconds),
    records: rateForColdShare(records, COLD_SHARE, ttlSeconds),
  }));
  return {
    table,
    curve,
    sensitivity: runSensitivity(progress),
    enough,
    breakEven: findBreakEven(packs, records),
  };
}

/** At one request a second and a day to live, one assumption changed at a time. */
function runSensitivity(progress: (what: string) => void): Results["sensitivity"] {
  const worlds: readonly (readonly [string, World, Isolates])[] = [
    ["as above", WORLD, ISOLATES],
    ["flatter demand: exponent 0.7", { ...WORLD, exponent: 0.7 }, ISOLATES],
    ["steeper demand: exponent 1.1", { ...WORLD, exponent: 1.1 }, ISOLATES],
    ["isolates live 5 minutes", WORLD, { ...ISOLATES, lifeSeconds: 5 * MINUTE }],
    ["one isolate per location", WORLD, { ...ISOLATES, perLocation: 1 }],
    ["no memory cache at all", WORLD, { ...ISOLATES, cacheBytes: 0 }],
  ];
  return worlds.map(([what, world, isolates]) => {
    progress(what);
    const { packs, records } = createDesigns(world);
    return {
      what,
      packs: simulate(packs, 1, DAY, { isolates }),
      records: simulate(records, 1, DAY, { isolates }),
    };
  });
}

/** Below this rate everything is cold, and packs read one value more: pointer, manifest, pack. */
function findBreakEven(packs: Design, records: Design): number {
  let [low, high] = [1e-5, 1];
  for (let step = 0; step < 12; step++) {
    const middle = Math.sqrt(low * high);
    if (simulate(packs, middle, DAY).meanMs > simulate(records, middle, DAY).meanMs) low = middle;
    else high = middle;
  }
  return Math.sqrt(low * high);
}
