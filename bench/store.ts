// The store without HTTP: how long a pack takes to open, what stays resident, how many gets per second of processor time.
import { openPackFile } from "../src/store/pack-file-store.ts";
import { createRandom } from "./random.ts";

export interface StoreResult {
  readonly openMs: number;
  /** After opening and after the gets, whichever is more. */
  readonly residentMb: number;
  readonly getsPerCpuSecond: number;
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
  const before = cpuSeconds();
  for (let at = 0; at < gets; at++) get();
  const getsPerCpuSecond = gets / (cpuSeconds() - before);
  const result = { openMs, residentMb: Math.max(openedMb, residentMb()), getsPerCpuSecond };
  close();
  return result;
}

/** Processor time used so far, user and system. */
export function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

function residentMb(): number {
  return process.memoryUsage.rss() / 1e6;
}
