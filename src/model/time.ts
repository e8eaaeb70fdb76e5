// Times as the contract writes them.

/** Milliseconds since 1970 to ISO 8601 UTC, to the second. */
export function toIsoSecond(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}
