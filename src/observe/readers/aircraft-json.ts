// aircraft.json of readsb, dump1090-fa and dump1090-mutability, and readsb's globe tiles: an object with the time as
// `now` in seconds and the aircraft in view.
import { numberOrNull } from "../reception-fields.ts";
import { readAircraftObject } from "./aircraft-object.ts";
import type { DocumentFormat } from "./document-format.ts";

export const aircraftJson: DocumentFormat = {
  name: "aircraft.json",
  sourceId: "receiver",
  rows: "aircraft",
  timeOf(members) {
    const now = numberOrNull(members.get("now"));
    return now === null ? null : now * 1_000;
  },
  read: readAircraftObject,
};
