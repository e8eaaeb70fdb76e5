// Changes to the bytes of a pack, with or without putting the checksums right again, and how a reader takes them.
import { crc32 } from "node:zlib";
import {
  HEADER,
  HEADER_BYTES,
  PackError,
  RECORD,
  RECORD_ALIGNMENT,
  SLOT_BYTES,
} from "../../src/snapshot/format.ts";
import { openPackBytes, type PackReader } from "../../src/snapshot/pack-reader.ts";
import { spell } from "./sample-packs.ts";

export type Bytes = Uint8Array<ArrayBuffer>;
/** Hash, position in units, length. */
export type Slot = readonly [number, number, number];

export function flipped(bytes: Bytes, bit: number): Bytes {
  const changed = bytes.slice();
  changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
  return changed;
}

export function withUint16(bytes: Bytes, at: number, value: number): Bytes {
  const changed = bytes.slice();
  new DataView(changed.buffer).setUint16(at, value, true);
  return changed;
}

export function withUint32(bytes: Bytes, at: number, value: number): Bytes {
  const changed = bytes.slice();
  new DataView(changed.buffer).setUint32(at, value, true);
  return changed;
}

/** The same pack with a header checksum that fits. */
export function sealed(bytes: Bytes): Bytes {
  return withUint32(bytes, HEADER.headerChecksum, crc32(bytes.subarray(0, HEADER.headerChecksum)));
}

export function slotsOf(pack: Bytes): readonly Slot[] {
  const { indexOffset, slotCount } = openPackBytes(pack, crc32).header;
  const view = new DataView(pack.buffer, indexOffset);
  return Array.from({ length: slotCount }, (_, slot) => {
    const at = slot * SLOT_BYTES;
    return [view.getUint32(at, true), view.getUint32(at + 4, true), view.getUint32(at + 8, true)];
  });
}

/** The same pack with another index, and checksums that fit. */
export function withSlots(pack: Bytes, slots: readonly Slot[]): Bytes {
  const index = Uint32Array.from(slots.flat());
  const changed = pack.slice();
  changed.set(new Uint8Array(index.buffer), pack.length - index.byteLength);
  return sealIndex(changed, index.byteLength);
}

/** Puts every checksum right again, in place, where a pack with these slots has them. */
export function resealed(damaged: Bytes, slots: readonly Slot[]): Bytes {
  const view = new DataView(damaged.buffer);
  for (const [, units, length] of slots) {
    const start = HEADER_BYTES + units * RECORD_ALIGNMENT;
    if (length > 0)
      view.setUint32(start + RECORD.checksum, crc32(damaged.subarray(start + 4, start + length)), true);
  }
  return sealIndex(damaged, slots.length * SLOT_BYTES);
}

function sealIndex(bytes: Bytes, indexBytes: number): Bytes {
  return sealed(withUint32(bytes, HEADER.indexChecksum, crc32(bytes.subarray(bytes.length - indexBytes))));
}

/** Why a pack is not opened. */
export function refusalOf(bytes: Bytes): string {
  try {
    openPackBytes(bytes, crc32);
  } catch (error) {
    if (error instanceof PackError) return error.message;
    throw error;
  }
  return "opened";
}

/** The value, or PackError for a PackError; any other error is a bug and goes on up. */
export function outcomeOf<Value>(run: () => Value): Value | typeof PackError {
  try {
    return run();
  } catch (error) {
    if (error instanceof PackError) return PackError;
    throw error;
  }
}

export function spellFound(pack: PackReader, key: string): string | null {
  const found = pack.find([key]);
  return found === null ? null : spell(found);
}
