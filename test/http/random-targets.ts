// Random request targets, the same in every run: bytes of any value, and real paths with a few bytes gone wrong.

const SEED = 0x5eed;
const LONGEST = 80;
const PREFIXES = ["/api/v1/airlines/", "/api/v1/airframes/", "/api/v1/airports/DL", "/data/", "/", "//", ""];

export function* randomTargets(count: number, seed = SEED): Generator<string> {
  const next = generator(seed);
  const below = (limit: number) => Math.floor(next() * limit);
  for (let made = 0; made < count; made++) {
    const bytes = Array.from({ length: below(LONGEST) }, () => randomByte(below));
    yield (PREFIXES[below(PREFIXES.length)] ?? "") + String.fromCharCode(...bytes);
  }
}

/** Every third byte is one that means something in a URL. */
function randomByte(below: (limit: number) => number): number {
  const meaningful = "%/?#.\\+-;:@&= \t\r\n";
  return below(3) === 0 ? meaningful.charCodeAt(below(meaningful.length)) : below(256);
}

/** Mulberry32: a few lines, and the same numbers everywhere. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
