// What a store is to the rest: a source of the current snapshot, and a snapshot that finds ready-made answers.
// One file beside this one per engine. Portable: types and one error.
import type { StoredAnswer } from "../snapshot/format.ts";

export interface Snapshot {
  readonly id: string;
  /** The answer under the first key that is there, null if none is. Anything wrong is a thrown error, never null. */
  find(keys: readonly string[]): StoredAnswer | null | Promise<StoredAnswer | null>;
  /** A bulk download of this snapshot, or null. */
  download(name: string): Download | null | Promise<Download | null>;
}

export interface Download {
  readonly contentType: string;
  readonly etag: string;
  readonly lastModified: string;
  readonly bytes: number;
  open(): AsyncIterable<Uint8Array>;
}

export interface SnapshotSource {
  /**
   * The snapshot to answer from now; a promise only where none is known yet. A request asks once and stays with it, so
   * no answer mixes two.
   */
  current(): Snapshot | Promise<Snapshot>;
  /** How the store behind it fares; absent where there is nothing that could be out of reach. */
  state?(): SourceState;
  close(): void;
}

export interface SourceState {
  /** Milliseconds since 1970; null while the store answers. Until it does again, only what is in memory is served. */
  readonly unreachableSince: number | null;
  /** A newer release that is damaged, so that the one before keeps serving; null where there is none. */
  readonly refused: string | null;
}

/** The store cannot be read, or what it holds is damaged: answered 503. */
export class StoreError extends Error {
  override readonly name = "StoreError";
}
