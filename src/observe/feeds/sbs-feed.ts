// A stream of SBS lines over TCP: connected to for good, and connected to again when it breaks or falls silent.
import { connect } from "node:net";
import { createStreamClock } from "../clock.ts";
import { wait } from "./bytes.ts";
import { describeFailure } from "./failure.ts";
import { type FeedOptions, type Intake, RECEIVING } from "./feed.ts";

export interface Host {
  readonly host: string;
  readonly port: number;
}

/** dump1090 sends an empty line a minute when it hears nothing; a connection silent for longer is half open. */
const SILENT_MS = 150_000;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

/** With `once`, listens for one interval and ends. */
export async function readSbsFeed(
  place: Host,
  intake: Intake,
  { once, intervalMs, signal }: FeedOptions,
): Promise<void> {
  const until = once ? AbortSignal.any([signal, AbortSignal.timeout(intervalMs)]) : signal;
  const correct = createStreamClock(intake.nowMs, intake.clockOff);
  let pauseMs = FIRST_PAUSE_MS;
  while (!until.aborted) {
    try {
      if (await listen(place, intake, correct, until)) pauseMs = FIRST_PAUSE_MS;
      if (once || until.aborted) return;
      intake.state("the receiver closed the connection; connecting again");
    } catch (error) {
      if (until.aborted) return;
      if (once) throw error;
      intake.state(`${describeFailure(error)}; connecting again`);
    }
    if (!(await wait(pauseMs, until))) return;
    pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2);
  }
}

/** Until the stream ends; true if anything came. Bytes are taken as fast as they can be read: TCP holds back the rest. */
function listen(
  place: Host,
  intake: Intake,
  correct: (ms: number) => number,
  signal: AbortSignal,
): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const decoder = intake.openLines(correct);
    const socket = connect({ ...place, keepAlive: true });
    let came = false;
    const stop = () => socket.destroy();
    signal.addEventListener("abort", stop, { once: true });
    socket.setTimeout(SILENT_MS, () => socket.destroy(new Error("nothing came for a while")));
    socket.on("connect", () => intake.state("connected"));
    socket.on("data", (chunk) => {
      if (!came) intake.state(RECEIVING);
      came = true;
      decoder.push(chunk);
    });
    socket.on("error", reject);
    socket.on("close", () => {
      signal.removeEventListener("abort", stop);
      decoder.end();
      resolve(came);
    });
  });
}
