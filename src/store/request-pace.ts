// Keeps a client within what an API allows: so many requests at once, and so many within a sliding window.

export interface PaceLimits {
  readonly atOnce: number;
  readonly requests: number;
  readonly windowMs: number;
}

export interface Clock {
  /** Milliseconds since any fixed moment. */
  now(): number;
  sleep(ms: number): Promise<void>;
}

/** Runs `work` as soon as both limits allow it; in the order asked for. */
export type Pace = <T>(work: () => Promise<T>) => Promise<T>;

export function createPace(limits: PaceLimits, clock: Clock): Pace {
  const started: number[] = [];
  const waiting: (() => void)[] = [];
  let running = 0;

  const enter = async () => {
    if (running < limits.atOnce) running++;
    else await new Promise<void>((resolve) => waiting.push(resolve));
  };
  // The place is handed on, so the count stays.
  const leave = () => {
    const next = waiting.shift();
    if (next === undefined) running--;
    else next();
  };
  const awaitWindow = async () => {
    for (;;) {
      const now = clock.now();
      while (started.length > 0 && now - (started[0] as number) >= limits.windowMs) started.shift();
      if (started.length < limits.requests) {
        started.push(now);
        return;
      }
      await clock.sleep((started[0] as number) + limits.windowMs - now);
    }
  };

  return async (work) => {
    await enter();
    try {
      await awaitWindow();
      return await work();
    } finally {
      leave();
    }
  };
}
