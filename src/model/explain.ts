// Which source said what of an airframe and which word counts, field by field. Pure; a private owner's name does not
// come out of here either.
import { compactMark } from "../identifiers/registration.ts";
import type { AirframeRow } from "../sources/airframe-row.ts";
import type { FleetAirframe } from "./fleet-airframe.ts";
import type { MergedAirframe } from "./merge.ts";
import type { OwnerOf } from "./owners.ts";

export interface Word {
  readonly source: string;
  readonly said: string;
  readonly won: boolean;
  /** Why it counts for nothing, where that is more than coming later. */
  readonly note: string | null;
}

export interface FieldExplanation {
  readonly field: string;
  /** What the record says; null for unknown. */
  readonly result: string | null;
  readonly words: readonly Word[];
}

interface Field {
  readonly field: string;
  readonly said: (row: AirframeRow, ownerOf: OwnerOf) => string | null;
  readonly result: (airframe: FleetAirframe) => string | null;
  /** Whether a word is what the record says; by default the same text. */
  readonly isResult?: (said: string, airframe: FleetAirframe, row: AirframeRow) => boolean;
  /** Why a word is passed over although no earlier one counts. */
  readonly passedOver: string;
}

const PRIVATE = "(a private person, or a name that may be one)";

const FIELDS: readonly Field[] = [
  {
    field: "registration",
    said: (row) => row.registration,
    result: ({ registration }) => registration,
    isResult: (said, { registration }) => compactMark(said) === compactMark(registration ?? ""),
    passedOver: "another mark",
  },
  {
    field: "mode_s_hex",
    said: (row) => row.address,
    result: ({ address }) => address,
    passedOver: "another address for the same mark and type",
  },
  {
    field: "type",
    said: (row) => row.typeCode ?? (row.make === null ? null : `${row.make} ${row.model ?? ""}`.trim()),
    result: ({ type }) => (type === null ? null : `${type.icao_type} ${type.name}`),
    // A register's make and model become a type through the curated table, so its text never equals the result.
    isResult: (said, { type }, row) => type !== null && (row.typeCode === null || said === type.icao_type),
    passedOver: "no type of the tables, or a correction or the register's text says otherwise",
  },
  {
    field: "model",
    said: (row) => row.model,
    result: ({ model }) => model,
    isResult: (said, { model }, row) => row.standing !== "database" && said === model,
    passedOver: "a database's text; the record shows registers' texts only",
  },
  {
    field: "serial_number",
    said: (row) => row.serialNumber,
    result: ({ serialNumber }) => serialNumber,
    passedOver: "a correction says otherwise",
  },
  {
    field: "built_year",
    said: (row) => row.builtYear?.toString() ?? null,
    result: ({ builtYear }) => builtYear?.toString() ?? null,
    passedOver: "impossible for the type, or a correction says otherwise",
  },
  {
    field: "operator",
    said: ({ operatorCode, operatorName }) =>
      operatorCode === null ? null : `${operatorCode}${operatorName === null ? "" : ` (${operatorName})`}`,
    result: ({ operator, operatorBasis }) =>
      operator === null ? null : `${operator.name} (basis: ${operatorBasis})`,
    isResult: (_said, { operator, operatorBasis }, row) =>
      operatorBasis === "database" && operator !== null && operator.icao === row.operatorCode,
    passedOver:
      "that airline has ceased, the name is not that of the code's holder, or callsigns say otherwise",
  },
  {
    field: "registered_owner",
    said: ({ owner }, ownerOf) => (owner === null ? null : (ownerOf(owner).name ?? PRIVATE)),
    result: ({ owner }) => owner.name,
    passedOver: "only organisations are named",
  },
  {
    field: "status",
    said: ({ standing }) =>
      ({ register: "registered", cancelled: "struck off", database: null })[standing] ?? null,
    result: ({ status, statusBasis }) => `${status} (basis: ${statusBasis})`,
    isResult: (said, { status, statusBasis }) =>
      statusBasis === "register" && (said === "registered" ? status === "active" : status === "retired"),
    passedOver: "receptions or a correction say otherwise, or the register is too old",
  },
  {
    field: "military",
    said: ({ military }) => (military ? "yes" : null),
    result: () => null,
    isResult: () => true,
    passedOver: "",
  },
];

export function explain(
  merged: MergedAirframe,
  airframe: FleetAirframe,
  ownerOf: OwnerOf,
): readonly FieldExplanation[] {
  return FIELDS.map((field) => {
    const words: Word[] = [];
    let won = false;
    for (const row of merged.rows) {
      const said = field.said(row, ownerOf);
      if (said === null) continue;
      const counts: boolean = !won && matches(field, said, airframe, row);
      const note = counts || won ? null : field.passedOver;
      won = won || counts;
      words.push({ source: row.source, said, won: counts, note });
    }
    for (const row of merged.conflicting) {
      const said = field.said(row, ownerOf);
      const note = `speaks of ${row.registration}: not used`;
      if (said !== null) words.push({ source: row.source, said, won: false, note });
    }
    return { field: field.field, result: field.result(airframe), words };
  }).filter(({ words, result }) => words.length > 0 || result !== null);
}

function matches(field: Field, said: string, airframe: FleetAirframe, row: AirframeRow): boolean {
  return field.isResult === undefined ? said === field.result(airframe) : field.isResult(said, airframe, row);
}
