// What src/observe/sighting-codec.ts does, shown case by case.
import fc from "fast-check";
import { expect, it } from "vitest";
import { parseModeSAddress } from "../../src/identifiers/mode-s-address.ts";
import type { AircraftRecord } from "../../src/observe/aircraft.ts";
import { VISIT_BASES } from "../../src/observe/sighting.ts";
import { decodeAircraft, encodeAircraft } from "../../src/observe/sighting-codec.ts";

const text = fc.string({ minLength: 1, maxLength: 8 });
const maybe = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: null });
const ms = fc.integer({ min: 1e12, max: 2e12 });
const address = parseModeSAddress("AC671B") as AircraftRecord["address"];

const record: fc.Arbitrary<AircraftRecord> = fc.record({
  ...{
    address: fc.constant(address),
    firstSeenMs: ms,
    lastSeenMs: ms,
    source: text,
    flew: fc.boolean(),
    flown: fc.boolean(),
  },
  ...{ registration: maybe(text), typeCode: maybe(text), callsign: maybe(text), squawk: maybe(text) },
  position: maybe(
    fc.record({
      ...{ atMs: ms, latitudeDeg: fc.double({ noNaN: true }), longitudeDeg: fc.double({ noNaN: true }) },
      ...{
        altitudeFt: maybe(fc.integer()),
        onGround: maybe(fc.boolean()),
        groundSpeedKt: maybe(fc.integer()),
      },
      ...{ trackDeg: maybe(fc.integer()), verticalRateFpm: maybe(fc.integer()) },
    }),
  ),
  flights: fc.array(fc.record({ day: fc.nat(), airline: text, flights: fc.nat() }), { maxLength: 4 }),
  callsigns: fc.array(fc.record({ callsign: text, firstMs: ms, lastMs: ms }), { maxLength: 4 }),
  visits: fc.array(
    fc.record({
      ...{ airportIdent: text, sinceMs: ms, seenMs: ms, arrived: fc.boolean(), callsign: maybe(text) },
      ...{ onGround: fc.boolean(), basis: fc.constantFrom(...VISIT_BASES) },
    }),
    { maxLength: 4 },
  ),
  pending: maybe(
    fc.record({
      ...{ kind: fc.constantFrom("final" as const, "roll" as const), airportIdent: text, sinceMs: ms },
      ...{ atMs: ms, speedKt: fc.integer(), callsign: maybe(text) },
    }),
  ),
});

it("gives back every aircraft as it was", () => {
  fc.assert(
    fc.property(record, (one) => {
      expect(decodeAircraft(address, encodeAircraft(one))).toEqual(one);
    }),
    { seed: 8 },
  );
});
