// A complete answer or two per endpoint, for the OpenAPI document. Registers and curated tables say what stands here;
// what a receiver would add is made up, and its summary says so. Tests validate every one.
import type { AircraftType } from "./aircraft-type.ts";
import type { Airframe } from "./airframe.ts";
import type { Airline } from "./airline.ts";
import type { Airport } from "./airport.ts";
import type { Lessor } from "./lessor.ts";

export interface RecordExample<Data> {
  readonly name: string;
  readonly summary: string;
  readonly data: Data;
}

const REGISTER_DATE = "2026-09-07T00:00:00Z";
const TABLES_DATE = "2026-11-15T00:00:00Z";
const LAST_HEARD = "2026-11-14T21:04:37Z";

const delta: Airline = {
  name: "Delta Air Lines",
  iata: "DL",
  icao: "DAL",
  country: "United States",
  status: "active",
  observed_fleet_count: 1051,
  active_count: 1051,
  stored_count: 0,
  avg_age: 16.3,
  hubs: ["KATL", "KMSP", "KDTW", "KSLC", "KJFK", "KSEA"],
};

const a320neo: AircraftType = {
  slug: "airbus-a320neo",
  name: "Airbus A320neo",
  icao_type: "A20N",
  manufacturer: "Airbus",
  seats_typical: 180,
  range_km: 6300,
  mtow_kg: 79000,
  observed_fleet_count: 235,
  active_count: 235,
  stored_count: 0,
};

const operator = { slug: "delta-air-lines", name: "Delta Air Lines", iata: "DL", icao: "DAL" };

const registered: Airframe = {
  registration: "N899DN",
  mode_s_hex: "AC671B",
  country: "United States",
  country_iso2: "US",
  type: { slug: "boeing-737-900er", icao_type: "B739", name: "Boeing 737-900ER", manufacturer: "Boeing" },
  serial_number: null,
  built_year: 2018,
  age_years: 8.4,
  model: "737-900ER",
  role: "passenger",
  operator,
  operator_basis: "register",
  registered_owner: "DELTA AIR LINES INC",
  lessor: null,
  status: "active",
  status_basis: "register",
  estimated_value_usd: 34_100_000,
  telemetry: null,
  last_airport: null,
  previous_registrations: [],
  sources: ["us-register", "curated"],
  updated_at: REGISTER_DATE,
};

const heard: Airframe = {
  ...registered,
  operator_basis: "callsign",
  status_basis: "observation",
  telemetry: {
    first_seen_at: "2026-10-02T05:11:20Z",
    last_seen_at: LAST_HEARD,
    callsign: "DAL1225",
    latitude_deg: 32.7301,
    longitude_deg: -117.1752,
    altitude_ft: null,
    on_ground: true,
    ground_speed_kt: 34.5,
    track_deg: 286,
    vertical_rate_fpm: null,
    squawk: "3021",
    source: "receiver",
  },
  last_airport: {
    icao: "KSAN",
    iata: "SAN",
    name: "San Diego International Airport",
    seen_at: LAST_HEARD,
  },
  sources: ["us-register", "curated", "receiver"],
  updated_at: LAST_HEARD,
};

const sanDiego: Airport = {
  icao: "KSAN",
  iata: "SAN",
  local_code: "SAN",
  name: "San Diego International Airport",
  kind: "large_airport",
  municipality: "San Diego",
  region: "California",
  country: "United States",
  country_iso2: "US",
  latitude_deg: 32.733601,
  longitude_deg: -117.190002,
  elevation_ft: 17,
  elevation_m: 5,
  timezone: "America/Los_Angeles",
  scheduled_service: true,
  runways: [
    {
      ident: "09/27",
      length_ft: 9401,
      length_m: 2865,
      width_ft: 200,
      width_m: 61,
      surface: "asphalt",
      surface_raw: "ASP",
      lighted: true,
      closed: false,
      ends: [
        {
          ident: "09",
          heading_true_deg: 106,
          elevation_ft: 14,
          displaced_threshold_ft: 1000,
          latitude_deg: 32.737129,
          longitude_deg: -117.204371,
        },
        {
          ident: "27",
          heading_true_deg: 286,
          elevation_ft: 13,
          displaced_threshold_ft: 1806,
          latitude_deg: 32.730004,
          longitude_deg: -117.17499,
        },
      ],
    },
  ],
  longest_runway_m: 2865,
  hub_for: [{ slug: "alaska-airlines", name: "Alaska Airlines" }],
  observed_influx: { window_hours: 24, arrivals_count: 1, airframe_count: 1, as_of: LAST_HEARD },
  last_seen_airframes: [
    {
      registration: "N899DN",
      mode_s_hex: "AC671B",
      icao_type: "B739",
      operator,
      callsign: "DAL1225",
      on_ground: true,
      seen_at: LAST_HEARD,
    },
  ],
  sources: ["ourairports", "curated", "receiver"],
  updated_at: LAST_HEARD,
};

const affiliate: Lessor = {
  slug: "sunrise-asset-management",
  name: "Sunrise Asset Management",
  kind: "airline_affiliate",
  country: "United States",
  headquarters: "Las Vegas",
  founded_year: null,
  parent: "Allegiant Travel Company",
  website_url: null,
  observed_fleet_count: 76,
  active_count: 76,
  stored_count: 0,
  avg_age: 16.1,
  fleet_by_type: [
    { slug: "airbus-a320", icao_type: "A320", name: "Airbus A320", count: 40, share_pct: 52.6 },
    { slug: "airbus-a319", icao_type: "A319", name: "Airbus A319", count: 28, share_pct: 36.9 },
    { slug: "boeing-737-max-8", icao_type: "B38M", name: "Boeing 737 MAX 8", count: 8, share_pct: 10.5 },
  ],
  client_exposure: [
    {
      slug: "allegiant-air",
      name: "Allegiant Air",
      iata: "G4",
      icao: "AAY",
      country: "United States",
      airframe_count: 76,
      active_count: 76,
      stored_count: 0,
      share_pct: 100,
      estimated_value_usd: 1_211_400_000,
    },
  ],
  unattributed_count: 0,
  concentration: { top1_share_pct: 100, top5_share_pct: 100, hhi: 10_000 },
  valuation: {
    currency: "USD",
    estimated_total: 1_211_400_000,
    low: 940_700_000,
    high: 1_482_300_000,
    covered_airframe_count: 58,
    coverage_pct: 76.3,
    method: "Sum of half-life market values by type, age and status. An estimate.",
    as_of: TABLES_DATE,
  },
  sources: ["curated", "us-register"],
  updated_at: TABLES_DATE,
};

const trustee: Lessor = {
  slug: "us-bank",
  name: "U.S. Bank",
  kind: "owner_trustee",
  country: "United States",
  headquarters: "Minneapolis",
  founded_year: 1863,
  parent: "U.S. Bancorp",
  website_url: "https://www.usbank.com",
  observed_fleet_count: 50,
  active_count: 50,
  stored_count: 0,
  avg_age: 26,
  fleet_by_type: [
    { slug: "airbus-a319", icao_type: "A319", name: "Airbus A319", count: 29, share_pct: 58 },
    { slug: "airbus-a320", icao_type: "A320", name: "Airbus A320", count: 18, share_pct: 36 },
    { slug: "boeing-777-200lr", icao_type: "B77L", name: "Boeing 777-200LR", count: 2, share_pct: 4 },
    { slug: "boeing-747-400", icao_type: "B744", name: "Boeing 747-400", count: 1, share_pct: 2 },
  ],
  client_exposure: [
    {
      slug: "american-airlines",
      name: "American Airlines",
      iata: "AA",
      icao: "AAL",
      country: "United States",
      airframe_count: 47,
      active_count: 47,
      stored_count: 0,
      share_pct: 94,
      estimated_value_usd: null,
    },
    {
      slug: "atlas-air",
      name: "Atlas Air",
      iata: "5Y",
      icao: "GTI",
      country: "United States",
      airframe_count: 3,
      active_count: 3,
      stored_count: 0,
      share_pct: 6,
      estimated_value_usd: null,
    },
  ],
  unattributed_count: 0,
  concentration: { top1_share_pct: 94, top5_share_pct: 100, hhi: 8872 },
  valuation: null,
  sources: ["curated", "us-register"],
  updated_at: TABLES_DATE,
};

export const EXAMPLES = {
  airlines: [{ name: "delta-air-lines", summary: "An airline", data: delta }],
  aircraft: [{ name: "airbus-a320neo", summary: "An aircraft type", data: a320neo }],
  airframes: [
    { name: "heard", summary: "Heard by a receiver (the reception is made up)", data: heard },
    {
      name: "registered",
      summary: "Known from its register only: nothing heard, no telemetry",
      data: registered,
    },
  ],
  airports: [{ name: "san-diego", summary: "An airport (the reception is made up)", data: sanDiego }],
  lessors: [
    { name: "airline-affiliate", summary: "An airline's leasing arm, valued", data: affiliate },
    { name: "owner-trustee", summary: "An owner trustee: no valuation, no value per client", data: trustee },
  ],
} satisfies Record<string, readonly RecordExample<object>[]>;
