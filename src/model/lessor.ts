// Lessor portfolios: fleet by type, client airlines, concentration, valuation. An owner trustee is shown as what it
// is: it holds title for somebody else, so its portfolio gets no value.
import type { Lessor } from "../contract/lessor.ts";
import { CURATED } from "../sources/catalog.ts";
import type { LessorRow } from "../sources/curated.ts";
import { correctRecord } from "./corrections.ts";
import { averageAge, countFleet, groupFleet, newest } from "./counts.ts";
import type { Fleet } from "./fleet.ts";
import type { FleetAirframe } from "./fleet-airframe.ts";
import { claimsOf, type Profile } from "./profile.ts";
import { shareTenths } from "./shares.ts";

const METHOD =
  "Sum of half-life market values by type, age and status; low and high add up the airframes' own bands (±15 % under 10 years, ±25 % to 20, ±40 % beyond), as if all errors pointed the same way. An estimate.";

export function buildLessors(fleet: Fleet): Profile<Lessor>[] {
  const portfolios = groupFleet(fleet.airframes, ({ lessor }) => lessor?.slug ?? null);
  return fleet.lessors.map((row) => toProfile(fleet, row, portfolios.get(row.slug) ?? []));
}

function toProfile(fleet: Fleet, row: LessorRow, airframes: readonly FleetAirframe[]): Profile<Lessor> {
  const curatedAt = `${fleet.dates.curated}T00:00:00Z`;
  const updatedAt = newest([curatedAt, ...airframes.map((airframe) => airframe.updatedAt)]);
  const valued = row.kind !== "owner_trustee";
  const data: Lessor = {
    slug: row.slug,
    name: row.name,
    kind: row.kind,
    country: row.country_iso2 === null ? null : (fleet.airports.countryNames.get(row.country_iso2) ?? null),
    headquarters: row.headquarters,
    founded_year: row.founded_year,
    parent: row.parent,
    website_url: row.website_url,
    ...countFleet(airframes),
    avg_age: averageAge(airframes),
    fleet_by_type: fleetByType(airframes),
    ...exposure(fleet, airframes, valued),
    valuation: valued ? valuationOf(airframes, fleet.now) : null,
    sources: [...new Set([CURATED.id, ...airframes.flatMap(({ sources }) => sources)])],
    updated_at: updatedAt,
  };
  return {
    canonical: row.slug,
    claims: [...claimsOf([row.slug], 0), ...claimsOf(row.aliases, 1)],
    data: correctRecord(fleet.corrections, "lessors", [row.slug], data),
  };
}

function fleetByType(airframes: readonly FleetAirframe[]): Lessor["fleet_by_type"] {
  const groups = [...groupFleet(airframes, ({ type }) => type?.icao_type ?? null).values()];
  const untyped = airframes.length - groups.reduce((sum, group) => sum + group.length, 0);
  const shares = shareTenths([...groups.map(({ length }) => length), untyped]);
  return groups
    .flatMap((group, at) => {
      const type = group[0]?.type;
      if (type === null || type === undefined) return [];
      const { slug, icao_type, name } = type;
      return [{ slug, icao_type, name, count: group.length, share_pct: shares[at] ?? 0 }];
    })
    .sort((a, b) => b.count - a.count || (a.slug < b.slug ? -1 : 1));
}

type Exposure = Pick<Lessor, "client_exposure" | "unattributed_count" | "concentration">;

function exposure(fleet: Fleet, airframes: readonly FleetAirframe[], valued: boolean): Exposure {
  const groups = [...groupFleet(airframes, ({ operator }) => operator?.slug ?? null).values()];
  const unattributed = airframes.length - groups.reduce((sum, group) => sum + group.length, 0);
  const shares = shareTenths([...groups.map(({ length }) => length), unattributed]);
  const clients = groups
    .flatMap((group, at) => {
      const airline = group[0]?.operator;
      if (airline === null || airline === undefined) return [];
      const counts = countFleet(group);
      return [
        {
          slug: airline.slug,
          name: airline.name,
          iata: airline.iata,
          icao: airline.icao,
          country:
            airline.country_iso2 === null
              ? null
              : (fleet.airports.countryNames.get(airline.country_iso2) ?? null),
          airframe_count: group.length,
          active_count: counts.active_count,
          stored_count: counts.stored_count,
          share_pct: shares[at] ?? 0,
          estimated_value_usd: valued ? sumOfValues(group) : null,
        },
      ];
    })
    .sort((a, b) => b.airframe_count - a.airframe_count || (a.slug < b.slug ? -1 : 1));
  return {
    client_exposure: clients,
    unattributed_count: unattributed,
    concentration: concentrationOf(clients, airframes.length),
  };
}

function concentrationOf(clients: Lessor["client_exposure"], fleetSize: number): Lessor["concentration"] {
  const [largest] = clients;
  if (largest === undefined) return null;
  const sum = (share: number, client: Lessor["client_exposure"][number]) => share + client.share_pct;
  const squares = clients.map(({ airframe_count }) => ((100 * airframe_count) / fleetSize) ** 2);
  return {
    top1_share_pct: largest.share_pct,
    top5_share_pct: Math.round(clients.slice(0, 5).reduce(sum, 0) * 10) / 10,
    hhi: Math.round(squares.reduce((total, square) => total + square, 0)),
  };
}

function valuationOf(airframes: readonly FleetAirframe[], now: string): Lessor["valuation"] {
  const values = airframes.flatMap(({ value }) => (value === null ? [] : [value]));
  if (values.length === 0) return null;
  const sum = (pick: (value: (typeof values)[number]) => number) =>
    values.reduce((total, value) => total + pick(value), 0);
  return {
    currency: "USD",
    estimated_total: sum(({ usd }) => usd),
    low: sum(({ lowUsd }) => lowUsd),
    high: sum(({ highUsd }) => highUsd),
    covered_airframe_count: values.length,
    coverage_pct: Math.round((1000 * values.length) / airframes.length) / 10,
    method: METHOD,
    as_of: now,
  };
}

function sumOfValues(airframes: readonly FleetAirframe[]): number | null {
  const values = airframes.flatMap(({ value }) => (value === null ? [] : [value.usd]));
  return values.length === 0 ? null : values.reduce((sum, usd) => sum + usd, 0);
}
