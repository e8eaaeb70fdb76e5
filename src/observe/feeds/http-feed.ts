// An address that answers with a snapshot, asked again and again at an interval, as often as the server lets it.
import { createSnapshotClock } from "../clock.ts";
import { type Bytes, DamagedCompression, decodeAll, wait } from "./bytes.ts";
import { describeFailure } from "./failure.ts";
import { type FeedOptions, type Intake, RECEIVING } from "./feed.ts";

/** The whole world is 20 MB; more than this is not a snapshot. */
const MAX_ANSWER_BYTES = 256 * 1024 * 1024;
const TIMEOUT_MS = 20_000;
const LONGEST_PAUSE_MS = 5 * 60_000;

/** An answer that cannot be used, in words for people; and when to ask again, if the server said. */
class Refusal extends Error {
  readonly pauseMs: number | null;
  constructor(message: string, pauseMs: number | null = null) {
    super(message);
    this.pauseMs = pauseMs;
  }
}

export async function readHttpFeed(
  url: URL,
  intake: Intake,
  { once, intervalMs, signal }: FeedOptions,
): Promise<void> {
  const correct = createSnapshotClock(intake.nowMs, intake.clockOff);
  let failures = 0;
  for (;;) {
    let pauseMs = intervalMs;
    try {
      await ask(url, intake, correct, signal);
      failures = 0;
      intake.state(RECEIVING);
    } catch (error) {
      if (signal.aborted) return;
      if (once) throw error;
      const asked = error instanceof Refusal ? error.pauseMs : null;
      pauseMs = Math.min(LONGEST_PAUSE_MS, asked ?? intervalMs * 2 ** Math.min(failures, 10));
      failures++;
      intake.state(`${describeFailure(error)}; trying again`);
    }
    if (once || !(await wait(pauseMs, signal))) return;
  }
}

async function ask(
  url: URL,
  intake: Intake,
  correct: (ms: number) => number,
  signal: AbortSignal,
): Promise<void> {
  const response = await fetch(withoutCredentials(url), {
    headers: { accept: "application/json, */*;q=0.5", "user-agent": "fleet-monitor", ...authorization(url) },
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
  });
  const { status, headers, body } = response;
  if (status !== 200 || body === null) {
    await body?.cancel();
    const after = Number(headers.get("retry-after") ?? Number.NaN);
    throw new Refusal(`answers with HTTP ${status}`, after >= 0 ? after * 1_000 : null);
  }
  if (headers.get("content-type")?.includes("text/html")) {
    await body.cancel();
    throw new Refusal("answers with a web page; the data usually lies at …/data/aircraft.json");
  }
  const writtenMs = Date.parse(headers.get("last-modified") ?? headers.get("date") ?? "");
  const decoder = intake.open(Number.isNaN(writtenMs) ? intake.nowMs() : writtenMs, correct);
  try {
    if (!(await decodeAll(body as unknown as Bytes, decoder, MAX_ANSWER_BYTES)))
      intake.reject("document too long");
  } catch (error) {
    if (!(error instanceof DamagedCompression)) throw error;
    intake.reject("damaged compression");
  }
}

/** fetch refuses addresses with a password in them. */
function withoutCredentials(url: URL): URL {
  const plain = new URL(url);
  plain.username = "";
  plain.password = "";
  return plain;
}

function authorization({ username, password }: URL): Record<string, string> {
  if (username === "" && password === "") return {};
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { authorization: `Basic ${Buffer.from(pair).toString("base64")}` };
}
