// Airframe records, and the marks and addresses they answer to.
import type { Airframe } from "../contract/airframe.ts";
import { compactMark, registrationOnlyKey } from "../identifiers/registration.ts";
import type { Sighting } from "../observe/sighting.ts";
import type { AirlineRow } from "../sources/curated.ts";
import type { Fleet } from "./fleet.ts";
import type { FleetAirframe } from "./fleet-airframe.ts";
import type { Claim, Profile } from "./profile.ts";
import { toIsoSecond } from "./time.ts";

/** Six hex digits mean the address first; then the mark as written; then the mark without its separators. */
const ADDRESS = 0;
const EXACT_MARK = 1;
const COMPACT_MARK = 2;

export function buildAirframes(fleet: Fleet): Profile<Airframe>[] {
  return fleet.airframes.map((airframe) => new AirframeProfile(fleet, airframe));
}

/** Claims and record are made when they are needed, not before: six hundred thousand would not fit in memory. */
class AirframeProfile implements Profile<Airframe> {
  readonly #fleet: Fleet;
  readonly #airframe: FleetAirframe;

  constructor(fleet: Fleet, airframe: FleetAirframe) {
    this.#fleet = fleet;
    this.#airframe = airframe;
  }

  get canonical(): string {
    return this.#airframe.registration ?? this.#airframe.address ?? "";
  }

  get claims(): readonly Claim[] {
    const { registration, address, otherAddresses } = this.#airframe;
    const claims = claimsOfAirframe(registration, address);
    for (const identifier of otherAddresses) claims.push({ identifier, precedence: ADDRESS });
    return claims;
  }

  get data(): Airframe {
    return toRecord(this.#fleet, this.#airframe);
  }
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
    telemetry: toTelemetry(airframe.sighting),
    last_airport: lastAirport(fleet, airframe.sighting),
    previous_registrations: [],
    sources: [...airframe.sources],
    updated_at: airframe.updatedAt,
  };
}

function toTelemetry(sighting: Sighting | null): Airframe["telemetry"] {
  if (sighting === null) return null;
  const { position } = sighting;
  return {
    first_seen_at: toIsoSecond(sighting.firstSeenMs),
    last_seen_at: toIsoSecond(sighting.lastSeenMs),
    callsign: sighting.callsign,
    latitude_deg: position?.latitudeDeg ?? null,
    longitude_deg: position?.longitudeDeg ?? null,
    altitude_ft: position?.altitudeFt ?? null,
    on_ground: position?.onGround ?? null,
    ground_speed_kt: position?.groundSpeedKt ?? null,
    track_deg: position?.trackDeg ?? null,
    vertical_rate_fpm: position?.verticalRateFpm ?? null,
    squawk: sighting.squawk,
    source: sighting.source,
  };
}

function lastAirport(fleet: Fleet, sighting: Sighting | null): Airframe["last_airport"] {
  const visit = sighting?.visits.at(-1);
  const airport = visit === undefined ? undefined : fleet.airportByIdent.get(visit.airportIdent);
  if (visit === undefined || airport === undefined) return null;
  return { icao: airport.icao, iata: airport.iata, name: airport.name, seen_at: toIsoSecond(visit.seenMs) };
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
