// /status: what this snapshot is, what it covers and, up front, what it does not.
import { CONTRACT_VERSION, LICENCE_NAME, LICENCE_URL } from "../contract/endpoints.ts";
import type { Coverage } from "../model/coverage.ts";
import type { Manifest } from "../snapshot/manifest.ts";
import { MICTRONICS, OPENSKY_DATABASE, OWN_RECEPTIONS, TAR1090, VRS } from "../sources/catalog.ts";
import { JSON_TYPE, type Page } from "./page.ts";

const US_ONLY =
  "Airframes come from the US register only, until 'fleet sync' or 'fleet observe' adds others.";
const BEYOND_US =
  "Outside the registers read here, airframes come from databases that know no owner and rarely the operator; their status is unknown until they are heard.";
const NOTHING_HEARD =
  "Nothing is stored and nothing has telemetry without receptions: status rests on a valid registration.";
const ALWAYS: readonly string[] = [
  "An aircraft that one company owns and another flies counts for no operator until it is heard: a mainline's regional jets, a lessor's freighters. A fleet of 0 may mean that nothing is proven.",
  "An owner trustee hides operator and lessor; such airframes are attributed only where the airline's mark pattern is proven.",
  "Values are estimates by type, age and status, not appraisals.",
];

/** What a reader of the bundled data must know before trusting a count; also in the README and docs/data-sources.md. */
export const NOT_COVERED: readonly string[] = [US_ONLY, NOTHING_HEARD, ...ALWAYS];

/** The same for a snapshot of whatever sources. */
export function notCoveredBy({ sources }: Manifest): readonly string[] {
  const heard = sources.some(({ licence }) => licence === OWN_RECEPTIONS);
  const others = sources.some(({ id }) => DATABASES.includes(id));
  return [others ? BEYOND_US : US_ONLY, ...(heard ? [] : [NOTHING_HEARD]), ...ALWAYS];
}

const DATABASES = [VRS, MICTRONICS, TAR1090, OPENSKY_DATABASE].map(({ id }) => id);

export function statusPage(manifest: Manifest): Page {
  const coverage = manifest.report as Coverage;
  const status = {
    snapshot: manifest.snapshot,
    data_date: manifest.dataDate,
    contract_version: CONTRACT_VERSION,
    licence: { name: LICENCE_NAME, url: LICENCE_URL },
    not_covered: notCoveredBy(manifest),
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
    shared_identifiers: Object.fromEntries(
      Object.entries(manifest.collisions).map(([name, { count }]) => [name, count]),
    ),
  };
  return { path: "/status", contentType: JSON_TYPE, body: `${JSON.stringify(status, null, 2)}\n` };
}
