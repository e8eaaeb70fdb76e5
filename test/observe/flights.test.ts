// What src/observe/flights.ts does, shown case by case.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type FlightLog, NO_FLIGHTS, noteCallsign } from "../../src/observe/flights.ts";
import { DAY_MS, dayOf } from "../../src/observe/sighting.ts";
import { T0 } from "./made-up.ts";

const HOUR = 3_600_000;
const note = (log: FlightLog, callsign: string, atMs: number) =>
  noteCallsign(log, { callsign, atMs, address: "AC671B", registration: "N899DN" });
const heard = (...list: readonly (readonly [string, number])[]) =>
  list.reduce((log, [callsign, atMs]) => note(log, callsign, atMs), NO_FLIGHTS);

describe("flights by callsign", () => {
  it("counts each callsign of a day once, by airline", () => {
    const log = heard(
      ["DAL1", T0],
      ["DAL1", T0 + 60_000],
      ["DAL2", T0 + HOUR],
      ["DAL1", T0 + 2 * HOUR],
      ["EDV9", T0 + 3 * HOUR],
    );
    expect(log.flights).toEqual([
      { day: dayOf(T0), airline: "DAL", flights: 2 },
      { day: dayOf(T0), airline: "EDV", flights: 1 },
    ]);
    expect(log.callsigns.map(({ callsign }) => callsign)).toEqual(["DAL1", "DAL2", "EDV9"]);
    expect(log.callsigns[0]).toEqual({ callsign: "DAL1", firstMs: T0, lastMs: T0 + 2 * HOUR });
  });

  it("counts the same number on the next day again, but not over midnight", () => {
    const log = heard(["DAL1", T0 + 11 * HOUR], ["DAL1", T0 + 13 * HOUR], ["DAL1", T0 + 36 * HOUR]);
    expect(log.flights.map(({ flights }) => flights)).toEqual([1, 1]);
  });

  it("counts no flight of an aircraft that calls itself by its mark", () => {
    expect(heard(["N899DN", T0])).toMatchObject({ flights: [], callsigns: [{ callsign: "N899DN" }] });
  });

  it("is the same log, not a copy, while nothing is new", () => {
    const log = heard(["DAL1", T0]);
    expect(note(log, "DAL1", T0 + 5_000)).toBe(log);
  });

  it("does not count old news twice once it has been forgotten", () => {
    const many = Array.from({ length: 40 }, (_, at) => [`DAL${at}`, T0 + at * HOUR] as const);
    const once = heard(...many);
    const again = many.slice(0, 10).reduce((log, [callsign, atMs]) => note(log, callsign, atMs), once);
    expect(again.flights).toEqual(once.flights);
  });

  it("stays small for ever", () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(fc.constantFrom("DAL1", "DAL2", "UAL3", "N1", "AAL44"), fc.integer({ min: 0, max: 400 })),
          { maxLength: 300 },
        ),
        (list) => {
          const log = heard(...list.map(([callsign, days]) => [callsign, T0 + days * DAY_MS] as const));
          expect(log.flights.length).toBeLessThanOrEqual(64);
          expect(log.callsigns.length).toBeLessThanOrEqual(16);
          const days = log.flights.map(({ day }) => day);
          expect(days).toEqual(days.toSorted((a, b) => a - b));
          expect((days.at(-1) ?? 0) - (days[0] ?? 0)).toBeLessThan(45);
        },
      ),
      { seed: 7, numRuns: 60 },
    );
  });
});
