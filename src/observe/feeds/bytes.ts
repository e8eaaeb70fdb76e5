// Byte streams as feeds need them: unpacked where they are gzip, whoever packed them, and never longer than allowed.
import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import type { Decoder } from "../decoder.ts";

export type Bytes = AsyncIterable<Uint8Array>;

export class DamagedCompression extends Error {
  override readonly name = "DamagedCompression";
}

/**
 * Pushes all bytes through the decoder, one chunk in memory at a time; false if there were more than `most`. A stream
 * that fails before its first byte is not ended: it is not a document that was cut off, but none.
 */
export async function decodeAll(bytes: Bytes, decoder: Decoder, most: number): Promise<boolean> {
  let total = 0;
  try {
    for await (const chunk of unpacked(bytes)) {
      total += chunk.length;
      if (total > most) {
        decoder.end();
        return false;
      }
      decoder.push(chunk);
    }
  } catch (error) {
    if (total > 0) decoder.end();
    throw error;
  }
  decoder.end();
  return true;
}

/** Recognised by its first bytes: names and headers lie. */
async function* unpacked(bytes: Bytes): Bytes {
  const iterator = bytes[Symbol.asyncIterator]();
  const first = await iterator.next();
  if (first.done === true) return;
  const whole = rejoin(first.value, iterator);
  if (first.value[0] !== 0x1f || first.value[1] !== 0x8b) {
    yield* whole;
    return;
  }
  const gunzip = createGunzip();
  const packed = Readable.from(whole);
  packed.on("error", (error) => gunzip.destroy(error));
  try {
    yield* packed.pipe(gunzip) as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw new DamagedCompression((error as Error).message, { cause: error });
  }
}

async function* rejoin(first: Uint8Array, rest: AsyncIterator<Uint8Array>): Bytes {
  yield first;
  try {
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}

/** True if the wait was not cut short. */
export function wait(ms: number, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve(false);
    const done = (full: boolean) => {
      clearTimeout(timer);
      signal.removeEventListener("abort", stop);
      resolve(full);
    };
    const stop = () => done(false);
    const timer = setTimeout(() => done(true), ms);
    signal.addEventListener("abort", stop, { once: true });
  });
}
