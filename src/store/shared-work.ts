// Work that several requests wait for and only one does. On workers a request may die with everything it has begun, its
// timers included, and whoever waits for its work would wait for ever: so each one who joins has a timer of its own,
// and work that did not end in time is given up for all who come later.
import { within } from "./time-limit.ts";

export interface SharedWork<T> {
  /** Joins the work under way, or begins it. */
  run(begin: () => Promise<T>): Promise<T>;
}

export function createSharedWork<T>(patienceMs: number, onEnd: () => void = () => {}): SharedWork<T> {
  let underWay: Promise<T> | null = null;
  const end = (work: Promise<T>) => {
    if (underWay !== work) return;
    underWay = null;
    onEnd();
  };
  return {
    run(begin) {
      if (underWay !== null) {
        const joined = underWay;
        return within(patienceMs, joined).finally(() => end(joined));
      }
      const work: Promise<T> = begin().finally(() => end(work));
      underWay = work;
      return work;
    },
  };
}
