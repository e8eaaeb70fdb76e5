// One edge location, request by request: arrivals at random, isolates that come and go with their memory, and the
// location's cache of KV values with its time to live.
import type { Design } from "./designs.ts";
import { between, exponential, type Random } from "./random.ts";
import { HOUR, type Isolates, type Platform } from "./world.ts";

export interface Setting {
  readonly design: Design;
  /** Requests a second at this location. */
  readonly rate: number;
  /** Of everything but the pointer. */
  readonly ttlSeconds: number;
  readonly platform: Platform;
  readonly isolates: Isolates;
}

export interface Tally {
  requests: number;
  /** All reads of KV, those in the background included. */
  reads: number;
  coldReads: number;
  /** Requests that waited for at least one cold read. */
  coldRequests: number;
  totalMs: number;
  /** How many answers took so many tenths of a millisecond. */
  readonly tenths: Uint32Array;
}

export const MOST_MS = 2_000;
/** Isolates and short times to live have settled by then; long ones begin as they are in the long run (see drawState). */
const WARM_UP_SECONDS = 2 * HOUR;
const MEASURED_SECONDS = HOUR;
const FEWEST_MEASURED = 4_000;

export function createTally(): Tally {
  return {
    requests: 0,
    reads: 0,
    coldReads: 0,
    coldRequests: 0,
    totalMs: 0,
    tenths: new Uint32Array(MOST_MS * 10),
  };
}

interface Isolate {
  endsAt: number;
  askedAt: number;
  pointerReadAt: number;
  /** Keys in memory, the one unused for longest first. */
  readonly memory: Map<number, true>;
}

export function simulateLocation(setting: Setting, random: Random, tally: Tally): void {
  const { design, rate, ttlSeconds, platform, isolates } = setting;
  const { keys } = design;
  const pointer = keys;
  const manifest = keys + 1;
  const room = Math.floor(isolates.cacheBytes / design.valueBytes);
  /** When the location forgets a key; NaN while nobody has looked. */
  const forgets = new Float64Array(keys + 2).fill(Number.NaN);
  const all: Isolate[] = Array.from({ length: isolates.perLocation }, () => ({
    endsAt: 0,
    askedAt: 0,
    pointerReadAt: 0,
    memory: new Map(),
  }));
  const ttlOf = (key: number) => (key === pointer ? platform.pointerTtlSeconds : ttlSeconds);

  /**
   * When the location forgets what it had at the beginning: in the long run a key is cached for rate × ttl out of each
   * 1 + rate × ttl of the time, with any part of its time left.
   */
  const drawState = (key: number): number => {
    if (key >= keys) return 0;
    const asked = rate * (design.shares[key] as number) * ttlSeconds;
    return random() < asked / (1 + asked) ? random() * ttlSeconds : 0;
  };

  let now = 0;
  let measuring = false;
  let waitedCold = false;
  const read = (key: number): number => {
    if (Number.isNaN(forgets[key] as number)) forgets[key] = drawState(key);
    const cold = (forgets[key] as number) <= now;
    if (cold) forgets[key] = now + ttlOf(key);
    if (measuring) {
      tally.reads++;
      if (cold) tally.coldReads++;
    }
    waitedCold ||= cold;
    return between(random, cold ? platform.coldMs : platform.hotMs);
  };

  const measured = Math.max(FEWEST_MEASURED, Math.round(rate * MEASURED_SECONDS));
  for (let left = measured; left > 0; ) {
    now += exponential(random, 1 / rate);
    measuring = now >= WARM_UP_SECONDS;
    waitedCold = false;
    let ms = platform.ownMs;
    const isolate = all[Math.floor(random() * all.length)] as Isolate;
    if (now >= isolate.endsAt || now - isolate.askedAt > isolates.idleSeconds) {
      isolate.memory.clear();
      isolate.endsAt = now + exponential(random, isolates.lifeSeconds);
      isolate.pointerReadAt = now;
      ms += read(pointer);
      if (design.readsManifest) ms += read(manifest);
    }
    isolate.askedAt = now;
    const key = design.draw(random);
    if (!isolate.memory.delete(key)) ms += read(key);
    isolate.memory.set(key, true);
    if (isolate.memory.size > room) isolate.memory.delete(isolate.memory.keys().next().value as number);
    const coldRequest = waitedCold;
    if (now - isolate.pointerReadAt >= platform.pointerTtlSeconds) {
      // In the background: counted, but nobody waits for it.
      isolate.pointerReadAt = now;
      read(pointer);
    }
    if (!measuring) continue;
    left--;
    tally.requests++;
    tally.totalMs += ms;
    if (coldRequest) tally.coldRequests++;
    const tenth = Math.min(tally.tenths.length - 1, Math.floor(ms * 10));
    tally.tenths[tenth] = (tally.tenths[tenth] as number) + 1;
  }
}

/** The time that this share of the answers kept within, to a tenth of a millisecond. */
export function percentileMs({ tenths, requests }: Tally, share: number): number {
  let counted = 0;
  for (let at = 0; at < tenths.length; at++) {
    counted += tenths[at] as number;
    if (counted >= requests * share) return (at + 1) / 10;
  }
  return MOST_MS;
}
