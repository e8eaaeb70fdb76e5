// What one source says of one airframe: the row every register and database is read into. Sources never join; where
// two speak of the same airframe, model/merge.ts decides.

export interface AirframeRow {
  readonly source: string;
  /** Mode S address, upper-case hex. */
  readonly address: string | null;
  readonly registration: string | null;
  /** Make and model as a register writes them. */
  readonly make: string | null;
  readonly model: string | null;
  /** ICAO type designator, where the source gives one itself. */
  readonly typeCode: string | null;
  readonly serialNumber: string | null;
  readonly builtYear: number | null;
  /** ICAO designator of the airline that flies it. */
  readonly operatorCode: string | null;
  /** The operator in words, to tell apart the airlines that held its code one after the other. */
  readonly operatorName: string | null;
  /** Registered owner as written; may be a private person, so it never leaves the model unchecked. */
  readonly owner: string | null;
  readonly military: boolean;
  /** `register`: a register lists it now; `cancelled`: a register struck it off; `database`: somebody's list. */
  readonly standing: "register" | "cancelled" | "database";
}

export function airframeRow(
  known: Partial<AirframeRow> & Pick<AirframeRow, "source" | "standing">,
): AirframeRow {
  // Spelled out instead of spread: a million rows of one shape take a third of the time.
  return {
    source: known.source,
    standing: known.standing,
    address: known.address ?? null,
    registration: known.registration ?? null,
    make: known.make ?? null,
    model: known.model ?? null,
    typeCode: known.typeCode ?? null,
    serialNumber: known.serialNumber ?? null,
    builtYear: known.builtYear ?? null,
    operatorCode: known.operatorCode ?? null,
    operatorName: known.operatorName ?? null,
    owner: known.owner ?? null,
    military: known.military ?? false,
  };
}

/** Whether a row is worth keeping: a build of the commercial scope drops the light aircraft while it reads. */
export type AcceptRow = (row: AirframeRow) => boolean;

/** A year as sources write it: "1998", "1998.0", "1998-01-01", 0 or nothing. */
export function parseYear(text: string): number | null {
  const year = Number(/^(\d{4})/.exec(text.trim())?.[1]);
  return year >= 1903 && year <= 2100 ? year : null;
}
