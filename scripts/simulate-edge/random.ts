// Random numbers that are the same in every run, and identifiers drawn by Zipf's law.

export type Random = () => number;

/** Mulberry32. */
export function createRandom(seed: number): Random {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function exponential(random: Random, mean: number): number {
  return -Math.log(1 - random()) * mean;
}

export function between(random: Random, [least, most]: readonly [number, number]): number {
  return least + random() * (most - least);
}

/** Share of each rank, largest first; together 1. */
export function zipfShares(count: number, exponent: number): Float64Array {
  const shares = Float64Array.from({ length: count }, (_, rank) => (rank + 1) ** -exponent);
  const sum = shares.reduce((total, share) => total + share, 0);
  return shares.map((share) => share / sum);
}

/** Walker's alias method: one draw costs the same however many there are. */
export function createDraw(shares: Float64Array): (random: Random) => number {
  const count = shares.length;
  const threshold = shares.map((share) => share * count);
  const alias = new Uint32Array(count);
  const small: number[] = [];
  const large: number[] = [];
  for (let at = 0; at < count; at++) ((threshold[at] as number) < 1 ? small : large).push(at);
  while (small.length > 0 && large.length > 0) {
    const low = small.pop() as number;
    const high = large.at(-1) as number;
    alias[low] = high;
    threshold[high] = (threshold[high] as number) + (threshold[low] as number) - 1;
    if ((threshold[high] as number) < 1) small.push(large.pop() as number);
  }
  for (const rest of [...small, ...large]) threshold[rest] = 1;
  return (random) => {
    const at = Math.floor(random() * count);
    return random() < (threshold[at] as number) ? at : (alias[at] as number);
  };
}
