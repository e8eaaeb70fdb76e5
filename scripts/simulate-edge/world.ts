// What is simulated, in numbers: the fleet, the platform as its documentation describes it, and what had to be assumed.

export interface World {
  /** Keys of all records: every spelling that a request may use. */
  readonly identifiers: number;
  readonly packs: number;
  readonly packBytes: number;
  readonly recordBytes: number;
  readonly locations: number;
  /** Exponent of Zipf's law: the share of the identifier of rank r is proportional to 1 / r ** exponent. */
  readonly exponent: number;
}

export interface Platform {
  /** A read of a value that the location has cached. */
  readonly hotMs: readonly [least: number, most: number];
  /** A read that goes to a central store. */
  readonly coldMs: readonly [least: number, most: number];
  readonly pointerTtlSeconds: number;
  /** The worker's own work on a request. */
  readonly ownMs: number;
}

export interface Isolates {
  readonly perLocation: number;
  /** Mean of an exponential distribution. */
  readonly lifeSeconds: number;
  /** An isolate that nobody asks is ended after this time. */
  readonly idleSeconds: number;
  readonly cacheBytes: number;
}

export const TARGET_MS = 35;
export const SEED = 20_261_115;

/**
 * The commercial world fleet. Rounded up from a build with `--raw` in November 2026: 45,821 airframes and all the rest
 * under 205,540 identifiers, which made 739 packs of 154 kB on average.
 */
export const WORLD: World = {
  identifiers: 210_000,
  packs: 750,
  packBytes: 155_000,
  recordBytes: 1_000,
  locations: 50,
  exponent: 0.9,
};

/** Workers KV as documented. */
export const PLATFORM: Platform = {
  hotMs: [6, 8],
  coldMs: [100, 300],
  pointerTtlSeconds: 30,
  ownMs: 0.3,
};

/** Documented nowhere: deliberately unkind guesses. */
export const ISOLATES: Isolates = {
  perLocation: 4,
  lifeSeconds: 30 * 60,
  idleSeconds: 5 * 60,
  cacheBytes: 64 * 1024 * 1024,
};

export const MINUTE = 60;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
