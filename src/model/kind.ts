// What kind of aircraft an airframe is: type, role, and whether a model's own name says military.
import type { AirframeRow } from "../sources/airframe-row.ts";
import type { TypeRow } from "../sources/curated.ts";
import { type Role, roleInText } from "./role.ts";
import { AIRLINER_CLASSES } from "./scope.ts";
import { type ModelLookup, US_REGISTERS } from "./us-types.ts";

export interface Kind {
  readonly type: TypeRow | null;
  readonly role: Role;
  readonly military: boolean;
}

export interface KindLookups {
  readonly modelOf: ModelLookup;
  readonly typeByCode: ReadonlyMap<string, TypeRow>;
}

/**
 * The register's own text first. Where it is there and is no airliner, a database that says airliner speaks of the
 * mark's former holder: N-marks are reused, and databases lag.
 */
export function kindOf(rows: readonly AirframeRow[], { modelOf, typeByCode }: KindLookups): Kind {
  let registerSaysOther = false;
  for (const row of rows) {
    if (US_REGISTERS.has(row.source) && row.make !== null) {
      const match = modelOf(row.make, row.model ?? "", row.builtYear);
      if (match !== null) {
        const military = match.role === "military";
        return {
          type: typeByCode.get(match.icaoType) ?? null,
          role: match.role === "military" ? "unknown" : match.role,
          military,
        };
      }
      registerSaysOther = true;
    }
    const type = row.typeCode === null ? undefined : typeByCode.get(row.typeCode);
    if (type === undefined || (registerSaysOther && AIRLINER_CLASSES.has(type.class))) continue;
    return { type, role: roleInRows(rows, type), military: false };
  }
  return { type: null, role: "unknown", military: false };
}

/** The first text that decides, among those that do not speak of another type. */
function roleInRows(rows: readonly AirframeRow[], type: TypeRow): Role {
  for (const row of rows) {
    if (row.typeCode !== null && row.typeCode !== type.icao_type) continue;
    const role = roleInText(type, row.model);
    if (role !== "unknown") return role;
  }
  return "unknown";
}

const JETS: ReadonlySet<TypeRow["class"]> = new Set(["narrowbody", "widebody", "regional_jet"]);

/** The operator tells what the text left open: whoever only flies cargo, or only carries guests and heads of state. */
export function roleWithOperator({ type, role }: Kind, operatorKind: string | undefined): Role {
  if (role === "business") return role;
  if (operatorKind === "cargo") return "freighter";
  return operatorKind === "business" && type !== null && JETS.has(type.class) ? "business" : role;
}
