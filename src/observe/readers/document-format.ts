// What a reader of one JSON format has to say: where the rows are, what time they count from, and what a row means.
// Adding a format is one such file and one line in formats.ts.
import type { Reception, Rejection } from "../reception.ts";

export type Members = ReadonlyMap<string, unknown>;

export interface DocumentFormat {
  readonly name: string;
  /** What receptions are filed under where the user gives no name. */
  readonly sourceId: string;
  /** The member that holds the rows; null where the document is a bare array of them. */
  readonly rows: string | null;
  /** The time that rows count from, milliseconds; null if the members read so far do not tell. */
  timeOf(members: Members): number | null;
  read(row: unknown, atMs: number, members: Members): Reception | Rejection;
}
