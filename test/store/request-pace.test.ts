// Keeping within an API's limits, on a clock that only moves when somebody sleeps.
import { describe, expect, it } from "vitest";
import { createPace } from "../../src/store/request-pace.ts";

function clock() {
  const state = { now: 0, slept: [] as number[] };
  return {
    state,
    now: () => state.now,
    async sleep(ms: number) {
      state.slept.push(ms);
      state.now += ms;
    },
  };
}

describe("a pace", () => {
  it("lets so many through within the window and the next one when the oldest has left it", async () => {
    const time = clock();
    const pace = createPace({ atOnce: 9, requests: 3, windowMs: 1_000 }, time);
    const started: number[] = [];
    for (let n = 0; n < 7; n++) {
      await pace(async () => started.push(time.now()));
      time.state.now += 100;
    }
    expect(started).toEqual([0, 100, 200, 1_000, 1_100, 1_200, 2_000]);
    for (let at = 3; at < started.length; at++) {
      expect((started[at] ?? 0) - (started[at - 3] ?? 0)).toBeGreaterThanOrEqual(1_000);
    }
  });

  it("runs no more at once than it may, in the order asked for", async () => {
    const pace = createPace({ atOnce: 2, requests: 100, windowMs: 1_000 }, clock());
    const ended: number[] = [];
    let running = 0;
    let most = 0;
    const work = (n: number) =>
      pace(async () => {
        most = Math.max(most, ++running);
        await new Promise((resolve) => setTimeout(resolve, 2));
        running--;
        ended.push(n);
      });
    await Promise.all([1, 2, 3, 4, 5].map(work));
    expect(most).toBe(2);
    expect(ended).toEqual([1, 2, 3, 4, 5]);
  });

  it("gives a place free however the work ended", async () => {
    const pace = createPace({ atOnce: 1, requests: 100, windowMs: 1_000 }, clock());
    await expect(pace(() => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
    expect(await pace(async () => "done")).toBe("done");
  });
});
