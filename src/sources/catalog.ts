// Every source the pipeline reads: what it is, whose it is, under which licence it may be passed on.

export interface Source {
  readonly id: string;
  readonly name: string;
  readonly licence: string;
  readonly attribution: string;
  readonly url: string;
  /** What it does not cover, in one sentence; shown at /status and in the docs. */
  readonly limits: string;
  /** False where no clear licence allows passing it on: read only with --include-unlicensed, never by default. */
  readonly servable: boolean;
}

export const US_REGISTER: Source = {
  id: "us-register",
  name: "FAA Releasable Aircraft Database, as packed in @squawk/icao-registry-data 0.8.13",
  licence: "US public domain",
  attribution: "Federal Aviation Administration, Aircraft Registry",
  url: "https://www.faa.gov/licenses_certificates/aircraft_certification/aircraft_registry/releasable_aircraft_download",
  limits:
    "US-registered airframes only, without serial numbers; an owner trustee hides operator and beneficiary.",
  servable: true,
};

export const OUR_AIRPORTS: Source = {
  id: "ourairports",
  name: "OurAirports, as packed in @cyanheads/ourairports-mcp-server 0.2.3",
  licence: "public domain",
  attribution: "OurAirports contributors",
  url: "https://ourairports.com/data/",
  limits: "Community-edited; elevations and runway ends are missing for some small fields.",
  servable: true,
};

export const CURATED: Source = {
  id: "curated",
  name: "Fleet Monitor curated tables (airlines, aircraft types, lessors, owner names, corrections)",
  licence: "ODbL-1.0",
  attribution: "Fleet Monitor contributors",
  url: "https://opendatacommons.org/licenses/odbl/1-0/",
  limits: "Written by hand; each row says which open database agrees with it, or 'unchecked'.",
  servable: true,
};

export const FAA_REGISTER: Source = {
  id: "faa-register",
  name: "FAA Releasable Aircraft Database (MASTER, ACFTREF)",
  licence: "US public domain",
  attribution: "Federal Aviation Administration, Aircraft Registry",
  url: "https://registry.faa.gov/database/ReleasableAircraft.zip",
  limits: "US-registered airframes only; an owner trustee hides operator and beneficiary.",
  servable: true,
};

export const SWEDISH_REGISTER: Source = {
  id: "swedish-register",
  name: "Swedish civil aircraft register",
  licence: "CC0-1.0",
  attribution: "Transportstyrelsen, through civictechsweden/oppna-luftfartygsregistret",
  url: "https://github.com/civictechsweden/oppna-luftfartygsregistret",
  limits: "No Mode S addresses; natural persons are left blank.",
  servable: true,
};

export const VRS: Source = {
  id: "vrs",
  name: "Virtual Radar Server standing data (aircraft, airlines, routes, code blocks, model types)",
  licence: "CC0-1.0",
  attribution: "vradarserver/standing-data contributors",
  url: "https://github.com/vradarserver/standing-data",
  limits: "Aircraft with operator, serial and year for some 17,000 airframes; airline rows carry no country.",
  servable: true,
};

export const MICTRONICS: Source = {
  id: "mictronics",
  name: "Mictronics aircraft database",
  licence: "ODC-By-1.0",
  attribution: "Mictronics/aircraft-database",
  url: "https://github.com/Mictronics/aircraft-database",
  limits: "Address, mark and type only: no operator, owner, serial or year; lags behind re-registrations.",
  servable: true,
};

export const OPENFLIGHTS: Source = {
  id: "openflights",
  name: "OpenFlights airlines",
  licence: "ODbL-1.0",
  attribution: "OpenFlights contributors",
  url: "https://github.com/jpatokal/openflights",
  limits: "State of 2017; holds airlines that never flew.",
  servable: true,
};

export const TAR1090: Source = {
  id: "tar1090",
  name: "tar1090-db",
  licence: "none stated",
  attribution: "wiedehopf/tar1090-db",
  url: "https://github.com/wiedehopf/tar1090-db",
  limits: "States no licence: for local use only.",
  servable: false,
};

export const IRISH_REGISTER: Source = {
  id: "irish-register",
  name: "Irish civil aircraft register, as kept by airframes.io",
  licence: "none stated",
  attribution: "Irish Aviation Authority, through airframesio/data",
  url: "https://github.com/airframesio/data",
  limits: "Register of August 2022; states no licence: for local use only.",
  servable: false,
};

export const OPENSKY_DATABASE: Source = {
  id: "opensky-database",
  name: "OpenSky aircraft database",
  licence: "OpenSky terms (non-commercial)",
  attribution: "The OpenSky Network",
  url: "https://opensky-network.org/data/aircraft",
  limits: "Its terms do not allow passing it on: for local use only.",
  servable: false,
};

/** Licence note of what a publisher's own receivers heard. */
export const OWN_RECEPTIONS = "the publisher's own receptions";

export const SOURCES: readonly Source[] = [
  US_REGISTER,
  OUR_AIRPORTS,
  CURATED,
  FAA_REGISTER,
  SWEDISH_REGISTER,
  VRS,
  MICTRONICS,
  OPENFLIGHTS,
  TAR1090,
  IRISH_REGISTER,
  OPENSKY_DATABASE,
];
