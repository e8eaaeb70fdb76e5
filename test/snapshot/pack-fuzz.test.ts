// Packs under random damage, thousands of times: the right answer or an error, and always an end.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { crc32 } from "../../src/snapshot/crc32.ts";
import { HEADER_BYTES, PackError } from "../../src/snapshot/format.ts";
import { openPackBytes, type PackReader } from "../../src/snapshot/pack-reader.ts";
import { type Bytes, outcomeOf, resealed, slotsOf, spellFound } from "./pack-surgery.ts";
import { answersOf, packOf, sampleRecords } from "./sample-packs.ts";

const RUNS = 10_000;
const SEED = { seed: 20260907, numRuns: RUNS };
const PACK = packOf(sampleRecords());
const ANSWERS = answersOf(sampleRecords());
const SLOTS = slotsOf(PACK);

/** Changes the bytes it is given. */
type Damage = (bytes: Bytes) => void;

/** Damage in header or index refuses the whole pack, so most of it is aimed at the records. */
const place = fc.oneof(
  { weight: 1, arbitrary: fc.nat({ max: PACK.length - 1 }) },
  {
    weight: 6,
    arbitrary: fc.integer({ min: HEADER_BYTES, max: openPackBytes(PACK, crc32).header.indexOffset - 1 }),
  },
);

const flip: fc.Arbitrary<Damage> = fc.tuple(place, fc.integer({ min: 1, max: 255 })).map(
  ([at, mask]) =>
    (bytes) =>
      bytes.set([(bytes[at] ?? 0) ^ mask], at),
);

const blank: fc.Arbitrary<Damage> = fc
  .tuple(place, fc.integer({ min: 1, max: 200 }), fc.constantFrom(0, 0xff))
  .map(
    ([at, length, fill]) =>
      (bytes) =>
        bytes.fill(fill, at, at + length),
  );

/** A block written to the wrong place, as disks and networks do. */
const misplace: fc.Arbitrary<Damage> = fc.tuple(place, place, fc.integer({ min: 1, max: 30 })).map(
  ([from, to, units]) =>
    (bytes) =>
      bytes.copyWithin(to & ~7, from & ~7, (from & ~7) + units * 8),
);

describe("fuzzing", () => {
  it("random damage gives the right answer or an error, ten thousand times", () => {
    const seen = { refused: 0, failed: 0, right: 0 };
    fc.assert(
      fc.property(fc.array(fc.oneof(flip, blank, misplace), { minLength: 1, maxLength: 4 }), (damages) => {
        const pack = open(damaged(damages));
        if (pack === null) {
          seen.refused++;
          return;
        }
        for (const [key, answer] of ANSWERS) {
          const outcome = outcomeOf(() => spellFound(pack, key));
          if (outcome === PackError) seen.failed++;
          else if (outcome === answer) seen.right++;
          else expect.unreachable(`${key}: ${String(outcome)}`);
        }
      }),
      SEED,
    );
    // Otherwise the damage was aimed badly and nothing was tried.
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(RUNS / 10);
  });

  it("damage with every checksum put right again is still no crash and no endless search", () => {
    const seen = { refused: 0, answered: 0, failed: 0 };
    fc.assert(
      fc.property(fc.array(flip, { minLength: 1, maxLength: 12 }), (damages) => {
        const pack = open(resealed(damaged(damages), SLOTS));
        if (pack === null) {
          seen.refused++;
          return;
        }
        for (const key of [...ANSWERS.keys(), "airlines/XX"]) {
          if (outcomeOf(() => spellFound(pack, key)) === PackError) seen.failed++;
          else seen.answered++;
        }
        outcomeOf(() => [...pack.records()].length);
      }),
      { ...SEED, numRuns: RUNS / 2 },
    );
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(RUNS / 100);
  });
});

function damaged(damages: readonly Damage[]): Bytes {
  const bytes = PACK.slice();
  for (const damage of damages) damage(bytes);
  return bytes;
}

function open(bytes: Bytes): PackReader | null {
  const pack = outcomeOf(() => openPackBytes(bytes, crc32));
  return pack === PackError ? null : (pack as PackReader);
}
