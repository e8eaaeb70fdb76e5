// /status: what this snapshot is, what it covers and, up front, what it does not.
import { CONTRACT_VERSION, LICENCE_NAME, LICENCE_URL } from "../contract/endpoints.ts";
import type { Coverage } from "../model/coverage.ts";
import type { Manifest } from "../snapshot/manifest.ts";
import { JSON_TYPE, type Page } from "./page.ts";

/** What a reader must know before trusting a count; also in the README and docs/data-sources.md. */
export const NOT_COVERED: readonly string[] = [
  "Airframes come from the US register only, until 'fleet sync' or 'fleet observe' adds others.",
  "Nothing is stored and nothing has telemetry without receptions: status rests on a valid registration.",
  "An owner trustee hides operator and lessor; such airframes are attributed only where the airline's mark pattern is proven.",
  "Values are estimates by type, age and status, not appraisals.",
];

export function statusPage(manifest: Manifest): Page {
  const coverage = manifest.report as Coverage;
  const status = {
    snapshot: manifest.snapshot,
    data_date: manifest.dataDate,
    contract_version: CONTRACT_VERSION,
    licence: { name: LICENCE_NAME, url: LICENCE_URL },
    not_covered: NOT_COVERED,
    counts: manifest.counts,
    identifiers: manifest.keyCount,
    coverage: {
      airframes: coverage.airframes,
      known: coverage.known,
      by_country_of_registry: coverage.byCountry,
      by_owner_class: coverage.byOwnerClass,
      by_operator_basis: coverage.byOperatorBasis,
      airports_with_runways: coverage.airports.withRunways,
    },
    sources: manifest.sources,
    shared_identifiers: Object.fromEntries(Object.entries(manifest.collisions).map(([name, { count }]) => [name, count])),
  };
  return { path: "/status", contentType: JSON_TYPE, body: `${JSON.stringify(status, null, 2)}\n` };
}
