// The airline table: form, references, who holds which code today.
import { describe, expect, it } from "vitest";
import { toSlug } from "../../src/identifiers/slug.ts";
import { readAirports } from "../../src/sources/airports.ts";
import { checkReferences } from "../../src/sources/references.ts";
import { PATHS, tables } from "./curated-data.ts";

const airlines = tables.airlines.rows;
const bySlug = new Map<string, (typeof airlines)[number]>(airlines.map((row) => [row.slug, row]));
const airports = readAirports(PATHS.airports);

describe("the airline table", () => {
  it("passes every check between tables", () => {
    expect(() => checkReferences(tables, airports)).not.toThrow();
  });

  it("holds at least 700 airlines of every kind on every continent", () => {
    expect(airlines.length).toBeGreaterThanOrEqual(700);
    const active = airlines.filter(({ status }) => status === "active");
    expect(active.length).toBeGreaterThanOrEqual(700);
    for (const [kind, least] of [
      ["passenger", 400],
      ["regional", 200],
      ["cargo", 120],
      ["charter", 80],
      ["business", 30],
    ] as const) {
      expect(active.filter((row) => row.kind === kind).length, kind).toBeGreaterThanOrEqual(least);
    }
    for (const country of [
      "US",
      "CA",
      "MX",
      "BR",
      "GB",
      "DE",
      "NG",
      "ZA",
      "IN",
      "CN",
      "JP",
      "ID",
      "AU",
      "RU",
    ]) {
      const there = active.filter((row) => row.country_iso2 === country);
      expect(there.length, country).toBeGreaterThanOrEqual(10);
    }
  });

  it("knows countries by codes that exist", () => {
    const unknown = airlines.filter(
      (row) => row.country_iso2 !== null && !airports.countryNames.has(row.country_iso2),
    );
    expect(unknown.map(({ slug }) => slug)).toEqual([]);
  });

  it("makes slugs from names, but for six whose name is the code or the name of another airline", () => {
    const others = airlines.filter((row) => toSlug(row.name) !== row.slug).map(({ slug }) => slug);
    expect(others).toEqual([
      "deutsche-ba",
      "flyme-sweden",
      "isles-of-scilly-skybus",
      "legend-airlines-romania",
      "metrojet-russia",
      "union-de-transports-aeriens",
    ]);
  });

  it("gives an ICAO code to one active airline, but for the one that two of them fly with", () => {
    const holders = new Map<string, string[]>();
    for (const { icao, slug, status } of airlines) {
      if (status === "active" && icao !== null) holders.set(icao, [...(holders.get(icao) ?? []), slug]);
    }
    expect([...holders].filter(([, slugs]) => slugs.length > 1)).toEqual([["TOK", ["png-air", "toki-air"]]]);
  });

  // Fleet sizes are not in the table. An airline that sells seats or freight under a designator of its own is the
  // nearest to "more than ten aircraft" that holds without one; small regional, charter and business operators may do
  // without.
  it("names the hubs of every active passenger and cargo airline with an IATA code", () => {
    const without = airlines.filter(
      ({ status, kind, iata, hubs }) =>
        status === "active" &&
        (kind === "passenger" || kind === "cargo") &&
        iata !== null &&
        hubs.length === 0,
    );
    expect(without.map(({ slug }) => slug)).toEqual([]);
  });

  it("names a hub in its own country for every active passenger or regional airline that has hubs, but for eight", () => {
    const countryOf = new Map<string | null, string>(
      airports.rows.map(({ icao, countryIso2 }) => [icao, countryIso2]),
    );
    const abroad = airlines.filter(
      ({ status, kind, hubs, country_iso2 }) =>
        status === "active" &&
        (kind === "passenger" || kind === "regional") &&
        hubs.length > 0 &&
        !hubs.some((hub) => countryOf.get(hub) === country_iso2),
    );
    // Certificates of convenience, two of Puerto Rico, one on the Swiss side of the lake, one that left home for France.
    expect(abroad.map(({ slug }) => slug)).toEqual([
      "air-flamenco",
      "easyjet-europe",
      "eurowings-europe",
      "peoples",
      "sas-connect",
      "vieques-air-link",
      "volotea",
      "wizz-air-malta",
    ]);
  });

  it("lists no hub twice", () => {
    const repeated = airlines.filter(({ hubs }) => new Set(hubs).size !== hubs.length);
    expect(repeated.map(({ slug }) => slug)).toEqual([]);
  });

  it.each([
    ["delta", "delta-air-lines"],
    ["american", "american-airlines"],
    ["united", "united-airlines"],
    ["southwest", "southwest-airlines"],
    ["alaska", "alaska-airlines"],
    ["fedex", "fedex-express"],
    ["united-parcel-service", "ups-airlines"],
    ["thai-airways", "thai-airways-international"],
    ["thai", "thai-airways-international"],
    ["norwegian", "norwegian-air-shuttle"],
    ["wizz", "wizz-air"],
    ["latam", "latam-airlines"],
    ["tap-portugal", "tap-air-portugal"],
    ["scandinavian-airlines", "sas-scandinavian-airlines"],
    ["jetsuitex", "jsx"],
    ["goair", "go-first"],
    ["malindo", "batik-air-malaysia"],
  ])("answers to the short name %s for %s", (alias, slug) => {
    expect(bySlug.get(slug)?.aliases).toContain(alias);
  });

  it.each([
    ["AZ", "ita-airways"],
    ["MX", "breeze-airways"],
    ["XN", "mexicana-de-aviacion"],
    ["MXA", "mexicana-de-aviacion"],
    ["CO", "northwest-international-cargo-airlines"],
    ["TR", "scoot"],
    ["TGW", "scoot"],
    ["JAT", "jetsmart"],
    ["US", "silk-avia"],
    ["KA", "aero-nomad-airlines"],
    ["IC", "fly91"],
    ["HG", "hibernian-airlines"],
    ["DI", "marabu"],
    ["OE", "flyone-romania"],
    ["DP", "pobeda"],
    ["D8", "norwegian-air-sweden"],
    ["9P", "fly-jinnah"],
    ["UN", "united-nigeria-airlines"],
    ["YX", "republic-airways"],
    ["LDA", "lauda-europe"],
    ["DJ", "maersk-air-cargo"],
    ["VJ", "vietjet-air"],
    ["4O", "air-montenegro"],
    ["SWR", "swiss-international-air-lines"],
    ["EAL", "eastern-airlines"],
    ["RV", "air-canada-rouge"],
    ["4H", "air-congo"],
    ["CS", "chair-airlines"],
    ["FS", "flyarystan"],
    ["AAH", "aloha-air-cargo"],
    ["NWA", null],
    ["9W", null],
    ["AB", null],
    ["MT", null],
  ])("knows who flies today with the reused or retired code %s", (code, slug) => {
    const holders = airlines.filter((row) => row.iata === code || row.icao === code);
    expect(holders.length).toBeGreaterThan(0);
    const active = holders.filter(({ status }) => status === "active").map((row) => row.slug as string);
    expect(active).toEqual(slug === null ? [] : [slug]);
  });
});
