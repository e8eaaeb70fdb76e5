// Clocks of receivers. A file is taken at its word. A live source is set right by the time of arrival where its own
// clock is provably wrong: a Raspberry Pi has no battery, and SBS writes local time without saying so.

export type Correct = (saidMs: number) => number;

/** Network and polling delays stay below this; clocks that are off are off by more. */
const TOLERANCE_MS = 60_000;

/** Nothing comes from the future; what is older than now may simply be old, so it stays. */
export function createSnapshotClock(nowMs: () => number, onOffset: (offsetMs: number) => void): Correct {
  let offsetMs = 0;
  return (saidMs) => {
    const aheadMs = saidMs + offsetMs - nowMs();
    if (aheadMs > TOLERANCE_MS) {
      offsetMs -= aheadMs;
      onOffset(offsetMs);
    }
    return saidMs + offsetMs;
  };
}

/** A stream is heard as it is sent: whatever its clock says, the message is of now. */
export function createStreamClock(nowMs: () => number, onOffset: (offsetMs: number) => void): Correct {
  let offsetMs = 0;
  return (saidMs) => {
    const aheadMs = saidMs + offsetMs - nowMs();
    if (Math.abs(aheadMs) > TOLERANCE_MS) {
      offsetMs -= aheadMs;
      onOffset(offsetMs);
    }
    return saidMs + offsetMs;
  };
}

/** Before this no receiver of the kind wrote such files; a clock that says so was never set. */
const EARLIEST_MS = Date.UTC(2005, 0, 1);

/** Null if a time may stand. */
export function refuseTime(
  atMs: number,
  nowMs: number,
): "time missing or impossible" | "time in the future" | null {
  if (!(atMs >= EARLIEST_MS)) return "time missing or impossible";
  return atMs > nowMs + TOLERANCE_MS ? "time in the future" : null;
}
