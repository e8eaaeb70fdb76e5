// The way of one source's messages into the aggregator: counted, timed, checked, and spoken of when something is odd.
import type { Aggregator, Run } from "./aggregator.ts";
import { refuseTime } from "./clock.ts";
import { createDecoder, createSbsDecoder, type Decoder } from "./decoder.ts";
import { type Intake, RECEIVING } from "./feeds/feed.ts";
import { countRejected, countTaken, createTally, type Sink, type Tally } from "./reception.ts";
import type { Area } from "./sighting.ts";
import type { SourceSpec } from "./source-spec.ts";

export interface SourceStatus {
  readonly spec: SourceSpec;
  readonly area: Area;
  readonly tally: Tally;
  /** Null until recognised. */
  format: string | null;
  /** What people are told: receiving, or what is in the way. */
  state: string;
  /** The newest message by the source's clock, and when something new came last by ours. */
  newestMs: number | null;
  cameMs: number;
  ended: boolean;
  /** Why it could not be read at all. */
  failure: string | null;
}

export interface IntakeOptions {
  readonly aggregator: Aggregator;
  readonly nowMs: () => number;
  readonly note: (text: string) => void;
}

export interface SourceIntake extends Intake {
  /** To be called now and then on a live source: speaks up when nothing comes any more. */
  watch(): void;
  end(): void;
}

/** A live source that brings nothing new for so long is spoken of. */
const STALL_MS = 60_000;
/** A clock that drifts is not told of at every step. */
const CLOCK_STEP_MS = 10_000;

export function newStatus(spec: SourceSpec, area: Area, nowMs: number): SourceStatus {
  return {
    ...{ spec, area, tally: createTally(), format: null, state: "starting" },
    ...{ newestMs: null, cameMs: nowMs, ended: false, failure: null },
  };
}

export function createIntake(status: SourceStatus, { aggregator, nowMs, note }: IntakeOptions): SourceIntake {
  const { spec, tally } = status;
  let run: Run | null = null;
  let decoder: Decoder | null = null;
  let clockToldMs = 0;
  let stalled = false;

  const startRun = (): Run => {
    const recognised = decoder?.recognised() ?? null;
    const id = spec.name ?? recognised?.sourceId ?? "receiver";
    const started = aggregator.start(id, status.area, recognised?.name === "SBS");
    status.format = recognised?.name ?? null;
    started.coverage.format = status.format ?? "";
    return started;
  };
  const sink: Sink = {
    take(reception) {
      const now = nowMs();
      run ??= startRun();
      const refused = refuseTime(reception.atMs, now) ?? aggregator.add(run, reception);
      if (refused !== null) return countRejected(tally, refused);
      countTaken(tally, reception);
      status.newestMs = run.clockMs;
      status.cameMs = now;
    },
    reject: (reason) => countRejected(tally, reason),
  };
  const tell = (text: string) => note(`${spec.label}: ${text}.`);

  return {
    nowMs,
    open(documentMs, correct) {
      decoder = createDecoder({ documentMs, correct }, sink);
      return decoder;
    },
    openLines(correct) {
      decoder = createSbsDecoder(correct, sink);
      return decoder;
    },
    reject: sink.reject,
    state(text) {
      // Starting to receive is what is expected; it is worth a line only after trouble.
      const asExpected = text === RECEIVING && (status.state === "starting" || status.state === "connected");
      if (text !== status.state && !asExpected) tell(text);
      status.state = text;
    },
    clockOff(offsetMs) {
      if (Math.abs(offsetMs - clockToldMs) < CLOCK_STEP_MS) return;
      clockToldMs = offsetMs;
      const seconds = Math.round(Math.abs(offsetMs) / 1_000);
      tell(
        `its clock is ${seconds} s ${offsetMs < 0 ? "ahead" : "behind"}; times of arrival are used instead`,
      );
    },
    watch() {
      const silentMs = nowMs() - status.cameMs;
      if (silentMs > STALL_MS === stalled) return;
      stalled = !stalled;
      tell(stalled ? `nothing new for ${Math.round(silentMs / 1_000)} s` : "receiving again");
    },
    end() {
      status.ended = true;
      // An empty sky is recognised too, though it gave nothing to take.
      status.format ??= decoder?.recognised()?.name ?? null;
      if (run !== null) run.ended = true;
    },
  };
}
