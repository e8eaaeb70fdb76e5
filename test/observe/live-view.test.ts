// What src/observe/live-view.ts does, shown case by case.
import { describe, expect, it } from "vitest";
import { newStatus } from "../../src/observe/intake.ts";
import { describeTally, renderLine, renderScreen } from "../../src/observe/live-view.ts";
import { countRejected, countTaken, createTally } from "../../src/observe/reception.ts";
import { reception, T0 } from "./made-up.ts";
import { specOf } from "./watching.ts";

function shown(sources = 1) {
  const statuses = Array.from({ length: sources }, (_, at) =>
    newStatus(specOf(`sbs://pi${at}:30003`), "local", T0),
  );
  const [first] = statuses;
  if (first !== undefined) {
    for (let at = 0; at < 3; at++)
      countTaken(first.tally, reception(at, { latitudeDeg: 1, longitudeDeg: 2 }));
    countRejected(first.tally, "duplicate");
    first.format = "SBS";
    first.state = "receiving";
    first.newestMs = T0 - 1_500;
  }
  const visit = {
    airportIdent: "KATL",
    sinceMs: T0,
    seenMs: T0,
    arrived: true,
    callsign: "DAL1",
    onGround: true,
    basis: "ground",
  } as const;
  return {
    sources: statuses,
    seen: { aircraft: 1_234, new: 5, visits: 1 },
    newVisits: [{ address: reception(0).address, visit }],
    inView: () => 42,
  };
}

describe("what people see", () => {
  it("is rate, aircraft, lag, sources and the newest airports on a terminal", () => {
    expect(renderScreen(shown(), { nowMs: T0, rate: 1_204.6 }, 200)).toEqual([
      "1,205 messages/s   42 aircraft in view   1,234 heard (5 new)   lag 1.5 s   rejected 25.0 %",
      "  sbs://pi0:30003  SBS, local, receiving, 3 taken",
      "1 airport visit, the newest:",
      "  12:00:00Z  3C6444 DAL1     came to KATL",
    ]);
  });

  it("never wraps, and never fills the screen with sources", () => {
    const lines = renderScreen(shown(30), { nowMs: T0, rate: 1 }, 40);
    expect(lines.length).toBeLessThan(16);
    for (const line of lines) expect(line.length).toBeLessThan(40);
  });

  it("is one line in a log", () => {
    expect(renderLine(shown(), { nowMs: T0, rate: 7 })).toBe(
      "12:00:00Z 7 messages/s, 42 aircraft in view, 1,234 heard (5 new), 1 visit, lag 1.5 s, rejected 25.0 % (1 duplicate)",
    );
  });

  it("is an account that adds up", () => {
    const tally = createTally();
    countTaken(tally, reception(0));
    countRejected(tally, "line cut off");
    countRejected(tally, "duplicate");
    countRejected(tally, "duplicate");
    expect(describeTally(tally)).toBe(
      "4 messages = 1 taken + 3 rejected (2 duplicate, 1 line cut off); 0 positions",
    );
    const single = createTally();
    countTaken(single, reception(0, { latitudeDeg: 1, longitudeDeg: 2 }));
    expect(describeTally(single)).toBe("1 message = 1 taken + 0 rejected; 1 position");
  });
});
