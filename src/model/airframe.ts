// Airframe records, and the marks and addresses they answer to.
import type { Airframe } from "../contract/airframe.ts";
import { compactMark, registrationOnlyKey } from "../identifiers/registration.ts";
import type { AirlineRow } from "../sources/curated.ts";
import type { Fleet, FleetAirframe } from "./fleet.ts";
import type { Claim, Profile } from "./profile.ts";

/** Six hex digits mean the address first; then the mark as written; then the mark without its separators. */
const ADDRESS = 0;
const EXACT_MARK = 1;
const COMPACT_MARK = 2;

export function buildAirframes(fleet: Fleet): Profile<Airframe>[] {
  return fleet.airframes.map((airframe) => toProfile(fleet, airframe));
}

function toProfile(fleet: Fleet, airframe: FleetAirframe): Profile<Airframe> {
  return {
    canonical: airframe.registration ?? airframe.address ?? "",
    claims: claimsOfAirframe(airframe.registration, airframe.address),
    // Made when it is written, not before: six hundred thousand finished records would not fit in memory.
    get data() {
      return toRecord(fleet, airframe);
    },
    updatedAt: airframe.updatedAt,
  };
}

function toRecord(fleet: Fleet, airframe: FleetAirframe): Airframe {
  const { type, lessor, countryIso2 } = airframe;
  return {
    registration: airframe.registration,
    mode_s_hex: airframe.address,
    country: countryIso2 === null ? null : (fleet.airports.countryNames.get(countryIso2) ?? null),
    country_iso2: countryIso2,
    type:
      type === null
        ? null
        : { slug: type.slug, icao_type: type.icao_type, name: type.name, manufacturer: type.manufacturer },
    serial_number: airframe.serialNumber,
    built_year: airframe.builtYear,
    age_years: airframe.ageYears,
    model: airframe.model,
    role: airframe.role,
    operator: toOperator(airframe.operator),
    operator_basis: airframe.operatorBasis,
    registered_owner: airframe.owner.name,
    lessor: lessor === null ? null : { slug: lessor.slug, name: lessor.name },
    status: airframe.status,
    status_basis: airframe.statusBasis,
    estimated_value_usd: airframe.value?.usd ?? null,
    telemetry: null,
    last_airport: null,
    previous_registrations: [],
    sources: [...airframe.sources],
    updated_at: airframe.updatedAt,
  };
}

export function claimsOfAirframe(mark: string | null, address: string | null): Claim[] {
  const claims: Claim[] = address === null ? [] : [{ identifier: address, precedence: ADDRESS }];
  if (mark === null) return claims;
  const compact = compactMark(mark);
  claims.push({ identifier: mark, precedence: EXACT_MARK });
  if (compact !== mark) claims.push({ identifier: compact, precedence: COMPACT_MARK, onlyIfUnique: mark });
  claims.push({ identifier: registrationOnlyKey(mark), precedence: COMPACT_MARK, onlyIfUnique: mark });
  return claims;
}

export function toOperator(airline: AirlineRow | null): Airframe["operator"] {
  return airline === null
    ? null
    : { slug: airline.slug, name: airline.name, iata: airline.iata, icao: airline.icao };
}
