// Records go into a batch and come out of it as they were, also through the copy that a thread gets.
import fc from "fast-check";
import { expect, it } from "vitest";
import { addToBatch, createBatch, type FinishedRecord, recordsOf } from "../../src/snapshot/record-batch.ts";

const path = fc.stringMatching(/^\/[a-z0-9%-]{1,12}$/);
const record: fc.Arbitrary<FinishedRecord> = fc.record({
  json: fc.string({ unit: "grapheme" }),
  csv: fc.string(),
  path,
  keys: fc.array(fc.record({ key: fc.string(), related: fc.array(path, { maxLength: 3 }) }), {
    maxLength: 4,
  }),
});

it("a batch gives back every record with its keys and related paths", () => {
  fc.assert(
    fc.property(fc.array(record, { maxLength: 8 }), (records) => {
      const batch = createBatch();
      for (const one of records) addToBatch(batch, one);
      expect([...recordsOf(structuredClone(batch))]).toEqual(records);
    }),
    { seed: 5 },
  );
});
