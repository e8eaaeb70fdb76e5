// Reading a value of a release so that nothing but the right bytes comes back: absent, cut short, swapped, late or
// out of reach is a StoreError, which is answered 503. Portable: hashes with the platform's own SHA-256.
import { HASH_CHARACTERS, type ReleaseReader } from "./release.ts";
import { StoreError } from "./store.ts";
import { within } from "./time-limit.ts";

/** The engine did not answer, as opposed to answering with something wrong. */
export class UnreachableError extends StoreError {}

export interface ReadOptions {
  readonly timeoutMs: number;
  /** Told how each read of the engine ended. */
  readonly onOutcome?: (reached: boolean) => void;
}

export type ReadValue = (key: string) => Promise<Uint8Array | null>;

/** The engine's read, with a time limit and one kind of error. */
export function createBoundedRead(reader: ReleaseReader, { timeoutMs, onOutcome }: ReadOptions): ReadValue {
  return async (key) => {
    try {
      const value = await within(timeoutMs, reader.read(key));
      onOutcome?.(true);
      return value;
    } catch (error) {
      onOutcome?.(false);
      throw new UnreachableError(`the store did not give ${key}: ${(error as Error).message}`, {
        cause: error,
      });
    }
  };
}

/** A value that is listed somewhere and therefore must be there, with the hash it is listed under. */
export async function readListed(read: ReadValue, key: string, hash: string): Promise<Uint8Array> {
  const bytes = await read(key);
  if (bytes === null) throw new StoreError(`${key} is listed, but the store does not have it`);
  const found = await contentHash(bytes);
  if (found !== hash) {
    throw new StoreError(
      `${key} is damaged: ${bytes.length} bytes with the hash ${found} instead of ${hash}`,
    );
  }
  return bytes;
}

async function contentHash(bytes: Uint8Array): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes as Uint8Array<ArrayBuffer>));
  let text = "";
  for (let at = 0; at < HASH_CHARACTERS / 2; at++)
    text += (digest[at] as number).toString(16).padStart(2, "0");
  return text;
}
