// Writing values and believing it only after reading them back: an engine may be consistent late, out of memory or
// broken, and no pointer may ever lead to what is not there.
import { setTimeout as sleep } from "node:timers/promises";
import type { ReleaseWriter } from "./release.ts";
import { StoreError } from "./store.ts";

export type Pause = (milliseconds: number) => Promise<unknown>;

/** Asked about what was read back instead of what was written; true accepts it. */
export type AcceptOther = (found: Uint8Array | null, lastLook: boolean) => boolean;

/** An engine that is consistent only after a while shows a new value late; 0.25, 0.5, 1 and 2 seconds are waited. */
const LOOKS = 5;
const FIRST_PAUSE_MS = 250;
/** After that it is written once more. */
const WRITES = 2;
const AT_ONCE = 8;

export async function writeVerified(
  writer: ReleaseWriter,
  values: ReadonlyMap<string, Uint8Array>,
  pause: Pause = sleep,
  accept: AcceptOther = () => false,
): Promise<void> {
  let due = values;
  for (let write = 0; write < WRITES; write++) {
    await writer.write(due);
    for (let look = 0; look < LOOKS; look++) {
      if (look > 0) await pause(FIRST_PAUSE_MS * 2 ** (look - 1));
      const lastLook = look === LOOKS - 1;
      due = await wrongOnes(writer, due, (found) => accept(found, lastLook));
      if (due.size === 0) return;
    }
  }
  const [key] = due.keys();
  throw new StoreError(
    `${key} was written, but does not read back as it was (${due.size} of ${values.size} values). Nothing was made current. Look after the store (memory, quota, replication), then publish again: what is there already is not sent twice.`,
  );
}

async function wrongOnes(
  writer: ReleaseWriter,
  values: ReadonlyMap<string, Uint8Array>,
  accept: (found: Uint8Array | null) => boolean,
): Promise<Map<string, Uint8Array>> {
  const wrong = new Map<string, Uint8Array>();
  await eachOf([...values], async ([key, bytes]) => {
    const found = await writer.read(key);
    const same = found !== null && Buffer.compare(found, bytes) === 0;
    if (!same && !accept(found)) wrong.set(key, bytes);
  });
  return wrong;
}

/** Works through a list, a few at a time. */
export async function eachOf<T>(list: readonly T[], work: (entry: T) => Promise<void>): Promise<void> {
  const left = list[Symbol.iterator]();
  const worker = async () => {
    for (const entry of left) await work(entry);
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, list.length) }, worker));
}
