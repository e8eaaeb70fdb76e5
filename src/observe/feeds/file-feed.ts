// A file, read from end to end. A snapshot that its writer replaces every second (aircraft.json) is read again whenever
// it changes, unless once is enough; a record of the past ends where it ends.
import { createReadStream, statSync } from "node:fs";
import { createSnapshotClock } from "../clock.ts";
import type { Decoder } from "../decoder.ts";
import { DamagedCompression, decodeAll, wait } from "./bytes.ts";
import { AS_SAID, type FeedOptions, type Intake, RECEIVING } from "./feed.ts";

/** Large chunks for long files; small enough that writing every second is never late. */
const CHUNK_BYTES = 256 * 1024;

const GONE = "the file is gone; waiting for it to come back";
const NEVER_MS = -1;

export async function readFileFeed(
  path: string,
  intake: Intake,
  { once, intervalMs, signal }: FeedOptions,
): Promise<void> {
  let readMs: number | null = null;
  const correct = once ? AS_SAID : createSnapshotClock(intake.nowMs, intake.clockOff);
  for (;;) {
    const mustExist: boolean = once || readMs === null;
    const changedMs = changeOf(path, mustExist);
    if (changedMs === null) intake.state(GONE);
    else if (changedMs !== readMs) {
      readMs = changedMs;
      const decoder = await readWhole(path, changedMs, mustExist, intake, correct, signal);
      if (decoder === null) {
        // Gone between the look and the opening; what comes back is read, whatever its date.
        readMs = NEVER_MS;
        continue;
      }
      const recognised = decoder.recognised();
      // A reading broken off says nothing about the file.
      if (once || signal.aborted || recognised?.repeats === false) return;
      // Writers that do not replace the file but write over it are met half way now and then.
      intake.state(recognised === null ? "holds no receptions; waiting for it to change" : RECEIVING);
    }
    if (!(await wait(intervalMs, signal))) return;
  }
}

/** Null where the file has just gone, and need not be there. */
async function readWhole(
  path: string,
  changedMs: number,
  mustExist: boolean,
  intake: Intake,
  correct: (ms: number) => number,
  signal: AbortSignal,
): Promise<Decoder | null> {
  const decoder = intake.open(changedMs, correct);
  try {
    await decodeAll(
      createReadStream(path, { highWaterMark: CHUNK_BYTES, signal }),
      decoder,
      Number.POSITIVE_INFINITY,
    );
  } catch (error) {
    if (signal.aborted) return decoder;
    if (!mustExist && (error as NodeJS.ErrnoException).code === "ENOENT") return null;
    if (!(error instanceof DamagedCompression)) throw error;
    intake.reject("damaged compression");
  }
  return decoder;
}

/** Writers that replace a file leave a moment without one; only at the start is that an error. */
function changeOf(path: string, mustExist: boolean): number | null {
  try {
    return statSync(path).mtimeMs;
  } catch (error) {
    if (mustExist) throw error;
    return null;
  }
}
