// What an upstream reader is: given the raw folder it says whether its files are there, and reads them. One file beside
// this one per format; adding a register is one such file and one line in world.ts.
import type { AcceptRow, AirframeRow } from "../airframe-row.ts";
import type { Source } from "../catalog.ts";
import type { Tally } from "../tally.ts";

export interface AirframeReading {
  readonly rows: readonly AirframeRow[];
  readonly tally: Tally;
  /** Accounts of further files that only add to these rows, by a name for the report. */
  readonly also?: ReadonlyMap<string, Tally>;
  /** ISO day of the data. */
  readonly date: string;
}

export interface AirframeUpstream {
  readonly source: Source;
  /** Null where the raw folder has no such file. */
  read(rawFolder: string, accept: AcceptRow): AirframeReading | null;
}
