// The short entries of address databases, [mark, type, flags, …]: what Mictronics and tar1090-db have in common. Places
// may be missing, null or something else altogether; an entry is turned into a row or into the reason why not.
import { parseModeSAddress } from "../../identifiers/mode-s-address.ts";
import { parseRegistration, type Registration } from "../../identifiers/registration.ts";
import { type AirframeRow, airframeRow } from "../airframe-row.ts";
import type { Tally } from "../tally.ts";

/** Transponders that do not fly: towers, ground vehicles, services. */
const NOT_AIRCRAFT: ReadonlySet<string> = new Set(["TWR", "GND", "SERV"]);

/** The row, which counts as used, or null, which is counted with its reason. */
export function rowOfEntry(
  source: string,
  hex: string,
  entry: unknown,
  model: string | null,
  tally: Tally,
): AirframeRow | null {
  const address = parseModeSAddress(hex);
  if (address === null) return reject(tally, "not a Mode S address");
  if (!Array.isArray(entry)) return reject(tally, "not an entry");
  const [mark, type, flags] = entry as readonly unknown[];
  const typeCode = typeof type === "string" ? type.trim().toUpperCase() : "";
  if (NOT_AIRCRAFT.has(typeCode)) return reject(tally, "a tower, a ground vehicle or a service, no airframe");
  tally.use();
  return airframeRow({
    source,
    standing: "database",
    address,
    registration: markOf(mark, address, tally),
    typeCode: typeCode || null,
    model,
    // The first flag is military; the further ones (interesting, private address, on request unlisted) say nothing here.
    military: typeof flags === "string" && flags.startsWith("1"),
  });
}

/** A mark, or null where there is none, it cannot be one, or it only repeats the address. */
export function markOf(text: unknown, address: string | null, tally: Tally): Registration | null {
  if (typeof text !== "string" || text === "") return null;
  const mark = parseRegistration(text);
  if (mark === null) tally.remark("a mark that cannot be one");
  else if (mark === address) tally.remark("an address in the place of the mark");
  else return mark;
  return null;
}

function reject(tally: Tally, reason: string): null {
  tally.reject(reason);
  return null;
}
