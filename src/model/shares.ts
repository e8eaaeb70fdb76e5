// Shares in percent with one decimal that add up to exactly 100: rounded down first, then the largest remainders
// get the tenths that are missing.

export function shareTenths(counts: readonly number[]): number[] {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return counts.map(() => 0);
  const exact = counts.map((count) => (1000 * count) / total);
  const tenths = exact.map(Math.floor);
  const missing = 1000 - tenths.reduce((sum, tenth) => sum + tenth, 0);
  const byRemainder = exact
    .map((value, at) => ({ at, remainder: value - Math.floor(value) }))
    .sort((a, b) => b.remainder - a.remainder || a.at - b.at);
  for (const { at } of byRemainder.slice(0, missing)) tenths[at] = (tenths[at] ?? 0) + 1;
  return tenths.map((tenth) => tenth / 10);
}
