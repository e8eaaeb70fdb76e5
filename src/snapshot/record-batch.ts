// Finished records on their way from the model to the files. Columns of texts instead of a list of objects: between
// two threads a batch is copied, and so it costs a third.
import type { KeyOfRecord } from "./pack-writer.ts";

export interface RecordBatch {
  /** One entry a record: the record alone, as JSON and as CSV, and the path of its URL. */
  readonly json: string[];
  readonly csv: string[];
  readonly paths: string[];
  readonly keyCounts: number[];
  /** One entry a key, in the order of the records; related paths have spaces between them. */
  readonly keys: string[];
  readonly related: string[];
}

export interface FinishedRecord {
  readonly json: string;
  readonly csv: string;
  readonly path: string;
  readonly keys: readonly KeyOfRecord[];
}

const NONE: readonly string[] = [];

export function createBatch(): RecordBatch {
  return { json: [], csv: [], paths: [], keyCounts: [], keys: [], related: [] };
}

export function addToBatch(batch: RecordBatch, { json, csv, path, keys }: FinishedRecord): void {
  batch.json.push(json);
  batch.csv.push(csv);
  batch.paths.push(path);
  batch.keyCounts.push(keys.length);
  for (const { key, related } of keys) {
    batch.keys.push(key);
    batch.related.push(related.length === 0 ? "" : related.join(" "));
  }
}

export function* recordsOf(batch: RecordBatch): Iterable<FinishedRecord> {
  let next = 0;
  for (let at = 0; at < batch.json.length; at++) {
    const keys: KeyOfRecord[] = [];
    for (const end = next + (batch.keyCounts[at] as number); next < end; next++) {
      const related = batch.related[next] as string;
      keys.push({ key: batch.keys[next] as string, related: related === "" ? NONE : related.split(" ") });
    }
    yield {
      json: batch.json[at] as string,
      csv: batch.csv[at] as string,
      path: batch.paths[at] as string,
      keys,
    };
  }
}
