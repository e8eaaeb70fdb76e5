// Standard input, read to its end as it comes: `nc receiver 30003 | fleet observe -`.
import { DamagedCompression, decodeAll } from "./bytes.ts";
import { AS_SAID, type FeedOptions, type Intake, RECEIVING } from "./feed.ts";

export async function readStdinFeed(
  input: AsyncIterable<Uint8Array>,
  intake: Intake,
  { signal }: Pick<FeedOptions, "signal">,
): Promise<void> {
  const decoder = intake.open(intake.nowMs(), AS_SAID);
  intake.state(RECEIVING);
  try {
    await decodeAll(untilAborted(input, signal), decoder, Number.POSITIVE_INFINITY);
  } catch (error) {
    if (!(error instanceof DamagedCompression)) throw error;
    intake.reject("damaged compression");
  }
}

async function* untilAborted(
  input: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): AsyncIterable<Uint8Array> {
  const aborted = new Promise<null>((resolve) =>
    signal.addEventListener("abort", () => resolve(null), { once: true }),
  );
  const iterator = input[Symbol.asyncIterator]();
  for (;;) {
    const next = await Promise.race([iterator.next(), aborted]);
    if (next === null || next.done === true || signal.aborted) return;
    yield next.value;
  }
}
