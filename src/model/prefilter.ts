// For the commercial scope, rows are dropped while they are read: nine of ten airframes in the world are light aircraft.
// Coarser than scope.ts, which decides in the end: what might be commercial, or adds to one that might, is kept.
import type { AcceptRow } from "../sources/airframe-row.ts";
import type { CuratedTables } from "../sources/curated.ts";
import { createModelLookup, US_REGISTERS } from "./us-types.ts";

const ADDRESSES = 2 ** 24;

/** Counts what it drops, by reason. Sources must be read in order of precedence: a register's word binds databases. */
export function createPrefilter(tables: CuratedTables, dropped: Map<string, number>): AcceptRow {
  const modelOf = createModelLookup(tables.usModels.rows);
  const types = new Set<string>(tables.types.rows.map(({ icao_type }) => icao_type));
  // One bit would do; a byte an address is 16 MB and simpler.
  const kept = new Uint8Array(ADDRESSES);
  const otherwise = new Uint8Array(ADDRESSES);
  const drop = (reason: string) => {
    dropped.set(reason, (dropped.get(reason) ?? 0) + 1);
    return false;
  };
  return (row) => {
    const address = row.address === null ? 0 : Number.parseInt(row.address, 16);
    if (row.standing !== "database") {
      // A register without addresses can only add to marks that others bring, and only the US text can be read.
      if (row.address === null || !US_REGISTERS.has(row.source)) return true;
      if (
        row.make === null ||
        modelOf(row.make, row.model ?? "", row.builtYear) !== null ||
        kept[address] === 1
      ) {
        kept[address] = 1;
        return true;
      }
      otherwise[address] = 1;
      return drop("no airliner by its register");
    }
    if (otherwise[address] === 1) return drop("no airliner by its register, whatever a database says");
    if (kept[address] === 1) return true;
    if (row.operatorCode === null && (row.typeCode === null || !types.has(row.typeCode))) {
      return drop("no airliner type and no operator by a database");
    }
    kept[address] = 1;
    return true;
  };
}
