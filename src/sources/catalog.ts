// Every source the pipeline reads: what it is, whose it is, under which licence it may be passed on.

export interface Source {
  readonly id: string;
  readonly name: string;
  readonly licence: string;
  readonly attribution: string;
  readonly url: string;
  /** What it does not cover, in one sentence; shown at /status and in the docs. */
  readonly limits: string;
}

export const US_REGISTER: Source = {
  id: "us-register",
  name: "FAA Releasable Aircraft Database, as packed in @squawk/icao-registry-data 0.8.13",
  licence: "US public domain",
  attribution: "Federal Aviation Administration, Aircraft Registry",
  url: "https://www.faa.gov/licenses_certificates/aircraft_certification/aircraft_registry/releasable_aircraft_download",
  limits:
    "US-registered airframes only, without serial numbers; an owner trustee hides operator and beneficiary.",
};

export const OUR_AIRPORTS: Source = {
  id: "ourairports",
  name: "OurAirports, as packed in @cyanheads/ourairports-mcp-server 0.2.3",
  licence: "public domain",
  attribution: "OurAirports contributors",
  url: "https://ourairports.com/data/",
  limits: "Community-edited; elevations and runway ends are missing for some small fields.",
};

export const CURATED: Source = {
  id: "curated",
  name: "Fleet Monitor curated tables (airlines, aircraft types, lessors, owner names, corrections)",
  licence: "ODbL-1.0",
  attribution: "Fleet Monitor contributors",
  url: "https://opendatacommons.org/licenses/odbl/1-0/",
  limits: "Written by hand; each row says which open database agrees with it, or 'unchecked'.",
};

export const SOURCES: readonly Source[] = [US_REGISTER, OUR_AIRPORTS, CURATED];
