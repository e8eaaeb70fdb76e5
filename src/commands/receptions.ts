// Receptions for a build: what the sightings database of the data folder holds, as the model takes it. Addresses that no
// register or database knows become airframes of their own, with what the receiver's own database says of them.
import { join } from "node:path";
import type { Receptions } from "../model/fleet-input.ts";
import type { Sighting } from "../observe/sighting.ts";
import { openSightings } from "../observe/sightings.ts";
import type { SourceNote } from "../snapshot/manifest.ts";
import { type AirframeRow, airframeRow } from "../sources/airframe-row.ts";
import { OWN_RECEPTIONS } from "../sources/catalog.ts";

export interface ReceptionReading extends Receptions {
  /** The least of all sources: only what nobody else knows. */
  readonly rows: readonly AirframeRow[];
  readonly notes: readonly SourceNote[];
  /** ISO second of the newest reception; null where there is none. */
  readonly newest: string | null;
}

export async function readReceptions(dataFolder: string): Promise<ReceptionReading> {
  const database = openSightings(join(dataFolder, "sightings"));
  try {
    const byAddress = new Map<string, Sighting>();
    const rows: AirframeRow[] = [];
    let newestMs = 0;
    for (const sighting of database.sightings()) {
      byAddress.set(sighting.address, sighting);
      newestMs = Math.max(newestMs, sighting.lastSeenMs);
      // Fuel trucks and tugs carry transponders too: what nobody knows and never flew is no airframe.
      if (!sighting.flew) continue;
      rows.push(
        airframeRow({
          source: sighting.source,
          standing: "database",
          address: sighting.address,
          registration: sighting.registration,
          typeCode: sighting.typeCode,
        }),
      );
    }
    const coverage = database.sources();
    return {
      byAddress,
      coverage,
      rows,
      newest: newestMs === 0 ? null : `${new Date(newestMs).toISOString().slice(0, 19)}Z`,
      notes: coverage.map((source) => ({
        id: source.id,
        name: `Receptions: ${source.format}, ${source.area} coverage`,
        licence: OWN_RECEPTIONS,
        attribution: "the publisher of this service",
        url: "",
        date: new Date(source.lastMs).toISOString().slice(0, 10),
        rows: source.messages,
        limits: "Only what these receivers could hear.",
      })),
    };
  } finally {
    await database.close();
  }
}
