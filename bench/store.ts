// The store without HTTP: how long a pack takes to open, what stays resident, how many gets a second.
import { openPackFile } from "../src/store/pack-file-store.ts";
import { createRandom } from "./random.ts";

export interface StoreResult {
  readonly openMs: number;
  /** After opening and after the gets, whichever is more. */
  readonly residentMb: number;
  readonly getsPerSecond: number;
}

const WARM_UP_GETS = 50_000;

export function measureStore(
  packPath: string,
  inMemory: boolean,
  keys: readonly string[],
  gets: number,
): StoreResult {
  const beforeOpen = performance.now();
  const { pack, close } = openPackFile(packPath, { inMemory });
  const openMs = performance.now() - beforeOpen;
  const openedMb = residentMb();
  const random = createRandom(1);
  const get = () => {
    if (pack.find([keys[random(keys.length)] as string]) === null) throw new Error("a key was not found");
  };
  for (let at = 0; at < WARM_UP_GETS; at++) get();
  const beforeGets = performance.now();
  for (let at = 0; at < gets; at++) get();
  const getsPerSecond = gets / ((performance.now() - beforeGets) / 1000);
  const result = { openMs, residentMb: Math.max(openedMb, residentMb()), getsPerSecond };
  close();
  return result;
}

function residentMb(): number {
  return process.memoryUsage.rss() / 1e6;
}
