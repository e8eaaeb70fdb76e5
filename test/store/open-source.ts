// A source over an engine in memory, with everything it tells and hands over, and two releases to serve from it.
import type { StoredAnswer } from "../../src/snapshot/format.ts";
import {
  openReleaseSource,
  type ReleaseSource,
  type ReleaseSourceOptions,
} from "../../src/store/release-source.ts";
import { type CountingEngine, packKeyOf, sampleRelease } from "./counting-engine.ts";

export const REFRESH_MS = 30_000;
export const NAMES = ["DL", "DAL", "UA", "UAL", "BA", "BAW", "LH", "DLH", "AF", "AFR", "KL", "KLM"];
export const first = sampleRelease("first-1", NAMES);
export const second = sampleRelease("second-2", NAMES);

/** A name whose pack is not the one of `other`. */
export function elsewhere(other: string): string {
  return NAMES.find((name) => packKeyOf(first, name) !== packKeyOf(first, other)) as string;
}

export function openSource(engine: CountingEngine, options: Partial<ReleaseSourceOptions> = {}) {
  const clock = { now: 1_000_000 };
  const kept: Promise<unknown>[] = [];
  const errors: string[] = [];
  const swaps: string[] = [];
  const source = openReleaseSource(engine, {
    now: () => clock.now,
    refreshMs: REFRESH_MS,
    keepAlive: (work) => kept.push(work),
    onError: (error) => errors.push(error.message),
    onSwap: (from, to) => swaps.push(`${from} ${to}`),
    ...options,
  });
  return { source, clock, kept, errors, swaps, settle: () => Promise.all(kept.splice(0)) };
}

export function textOf(answer: StoredAnswer | null): string | null {
  return answer && Buffer.from(answer.identity).toString();
}

export async function ask(source: ReleaseSource, name: string): Promise<string | null> {
  const snapshot = await source.current();
  return textOf(await snapshot.find([`airlines/${name}`]));
}

export function damage(
  { values }: CountingEngine,
  key: string,
  change: (bytes: Uint8Array) => Uint8Array,
): void {
  values.set(key, change(values.get(key) as Uint8Array));
}

export function flipLast(bytes: Uint8Array): Uint8Array {
  return bytes.map((byte, at) => (at === bytes.length - 1 ? byte ^ 1 : byte));
}
