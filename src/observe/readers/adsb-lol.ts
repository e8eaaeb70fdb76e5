// Answers of adsb.lol's v2 interface, which ADSBexchange began and others share: readsb's aircraft under `ac`, and the
// time as `now` in milliseconds, which comes after them.
import { numberOrNull } from "../reception-fields.ts";
import { readAircraftObject } from "./aircraft-object.ts";
import type { DocumentFormat } from "./document-format.ts";

/** Some of those servers write seconds: no millisecond count since 2001 is this small. */
const SECONDS_BELOW = 1e12;

export const adsbLol: DocumentFormat = {
  name: "adsb.lol v2",
  sourceId: "adsb-lol",
  rows: "ac",
  timeOf(members) {
    const now = numberOrNull(members.get("now"));
    return now === null ? null : now < SECONDS_BELOW ? now * 1_000 : now;
  },
  read: readAircraftObject,
};
