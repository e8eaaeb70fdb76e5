// The index of a pack while it is written: a hash table from keys to records, made when the last record is known. Two
// million keys of a whole world are kept as numbers in one array: as objects and texts they would fill the memory.
import { HEADER_BYTES, hashKey, MAX_LOAD, RECORD_ALIGNMENT, SLOT_BYTES } from "./format.ts";

export interface PackIndex {
  /** `units` and `length`: where the record of this key lies, as a slot tells it. */
  add(key: string, units: number, length: number): void;
  count(): number;
  toBytes(): Uint8Array;
}

/** Numbers of an entry: fingerprint, place, length, and a second fingerprint that tells a repeated key from a namesake. */
const ENTRY_NUMBERS = 4;
const SLOT_NUMBERS = SLOT_BYTES / 4;

export function createPackIndex(): PackIndex {
  let numbers = new Uint32Array(ENTRY_NUMBERS * 1_024);
  let used = 0;
  return {
    add(key, units, length) {
      if (used === numbers.length) {
        const larger = new Uint32Array(numbers.length * 2);
        larger.set(numbers);
        numbers = larger;
      }
      numbers[used++] = hashKey(key);
      numbers[used++] = units;
      numbers[used++] = length;
      numbers[used++] = secondHash(key);
    },
    count: () => used / ENTRY_NUMBERS,
    toBytes: () => fillSlots(numbers.subarray(0, used)),
  };
}

/** The smallest power of two that leaves a quarter of the table free. */
export function slotsFor(keys: number): number {
  let slots = 1;
  while (keys > slots * MAX_LOAD) slots *= 2;
  return slots;
}

/** Unlike hashKey in all but its length: keys that share both fingerprints are the same key. */
function secondHash(key: string): number {
  let hash = 0;
  for (let at = 0; at < key.length; at++) hash = Math.imul(hash + key.charCodeAt(at), 0x9e3779b1);
  return (hash ^ (hash >>> 15)) >>> 0;
}

function fillSlots(entries: Uint32Array): Uint8Array {
  const slotCount = slotsFor(entries.length / ENTRY_NUMBERS);
  const slots = new Uint32Array(slotCount * SLOT_NUMBERS);
  // Which entry a slot holds, to compare namesakes.
  const holders = new Uint32Array(slotCount);
  for (let entry = 0; entry < entries.length; entry += ENTRY_NUMBERS) {
    const hash = entries[entry] as number;
    let slot = hash & (slotCount - 1);
    while (slots[slot * SLOT_NUMBERS + 2] !== 0) {
      if (slots[slot * SLOT_NUMBERS] === hash) refuseRepeated(entries, holders[slot] as number, entry);
      slot = (slot + 1) & (slotCount - 1);
    }
    slots.set(entries.subarray(entry, entry + SLOT_NUMBERS), slot * SLOT_NUMBERS);
    holders[slot] = entry;
  }
  return new Uint8Array(slots.buffer);
}

function refuseRepeated(entries: Uint32Array, first: number, second: number): void {
  if (entries[first + 3] !== entries[second + 3]) return;
  const places = [first, second].map((at) => HEADER_BYTES + (entries[at + 1] as number) * RECORD_ALIGNMENT);
  throw new Error(`two records claim the same key: those at bytes ${places.join(" and ")}`);
}
