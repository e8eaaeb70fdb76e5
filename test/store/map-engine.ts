// The reference engine to publish to: a map. It copies what it takes and gives, notes what is asked of it, and can be
// made to fail or to wait before any operation.
import type { ReleaseWriter } from "../../src/store/release.ts";

export interface MapEngine extends ReleaseWriter {
  readonly values: Map<string, Uint8Array>;
  /** Every operation so far, such as "write fleet-pack-…". */
  readonly operations: string[];
  /** Asked before every operation; may throw or wait. */
  before: (operation: string) => void | Promise<void>;
}

export function createMapEngine(values = new Map<string, Uint8Array>()): MapEngine {
  const engine: MapEngine = {
    values,
    operations: [],
    before: () => {},
    async read(key) {
      await note(`read ${key}`);
      const bytes = values.get(key);
      return bytes === undefined ? null : new Uint8Array(bytes);
    },
    async write(entries) {
      for (const [key, bytes] of entries) {
        await note(`write ${key}`);
        values.set(key, new Uint8Array(bytes));
      }
    },
    async list() {
      await note("list");
      return [...values.keys()].filter((key) => key.startsWith("fleet-"));
    },
    async remove(keys) {
      for (const key of keys) {
        await note(`remove ${key}`);
        values.delete(key);
      }
    },
    async close() {},
  };
  const note = async (operation: string) => {
    engine.operations.push(operation);
    await engine.before(operation);
  };
  return engine;
}

/** The keys of the operations of one kind that were asked of the engine. */
export function keysAsked(engine: MapEngine, kind: "read" | "write" | "remove"): string[] {
  return engine.operations
    .filter((operation) => operation.startsWith(`${kind} `))
    .map((operation) => operation.slice(kind.length + 1));
}
