// Curated airlines and those of databases: priority, reports, codes that changed hands, slugs, hubs, who still flies.
import { describe, expect, it } from "vitest";
import { parseAirlineIata, parseAirlineIcao } from "../../src/identifiers/codes.ts";
import { type AirlineMergeInput, alike, mergeAirlines } from "../../src/model/airline-merge.ts";
import { Tally } from "../../src/sources/tally.ts";
import type { UpstreamAirline } from "../../src/sources/upstream/airlines.ts";
import { tables } from "./parts.ts";

const curated = tables.airlines.rows;

interface Known {
  readonly icao: string;
  readonly name: string;
  readonly iata?: string;
  readonly country?: string;
  readonly defunct?: boolean;
}

function reading(source: string, ...rows: readonly Known[]) {
  return {
    source,
    tally: new Tally(),
    date: "2026-08-19",
    rows: rows.map(({ icao, name, iata = "", country = null, defunct = false }): UpstreamAirline => {
      const code = parseAirlineIcao(icao);
      if (code === null) throw new Error(`${icao} is no code`);
      return { source, name, icao: code, iata: parseAirlineIata(iata), country, defunct };
    }),
  };
}

function merge(upstream: AirlineMergeInput["upstream"], known: Partial<AirlineMergeInput> = {}) {
  const result = mergeAirlines({
    curated,
    upstream,
    routes: null,
    isOpenAirport: () => true,
    countryCodeOf: (name) => ({ Germany: "DE", Brazil: "BR" })[name] ?? null,
    flownBy: new Map(),
    ...known,
  });
  return { ...result, added: result.airlines.slice(curated.length) };
}

describe("curated airlines", () => {
  it("stay as they are, first, in their order", () => {
    const { airlines } = merge([reading("vrs", { icao: "DAL", name: "Delta", iata: "DL" })]);
    expect(airlines).toEqual(curated);
  });

  it("keep their code against another name, and the disagreement is reported", () => {
    const { added, disagreements, account } = merge([
      reading("vrs", { icao: "DAL", name: "Delta Air Lines" }, { icao: "FFT", name: "Fancy Flights" }),
    ]);
    expect(added).toEqual([]);
    expect(disagreements).toEqual(["FFT: Frontier Airlines here, Fancy Flights in vrs"]);
    expect(account["known to the curated table already"]).toBe(2);
  });

  it("leave a defunct one's code to whoever holds it now", () => {
    const { added } = merge([
      reading("vrs", { icao: "CRX", name: "Croatian Express" }),
      reading("openflights", { icao: "CRX", name: "Crossair", country: "Switzerland" }),
    ]);
    expect(added.map(({ name, icao }) => [name, icao])).toEqual([["Croatian Express", "CRX"]]);
  });

  it("are not doubled under a further code of the same name and IATA code", () => {
    const { added, disagreements } = merge([
      reading("vrs", { icao: "DLX", name: "Delta Air Lines", iata: "DL" }),
    ]);
    expect(added).toEqual([]);
    expect(disagreements).toEqual(["DLX: Delta Air Lines in vrs, DAL here"]);
  });
});

describe("airlines that only databases know", () => {
  it("are added once, the first source naming them and later ones filling what it left open", () => {
    const { added, account } = merge([
      reading("vrs", { icao: "QQA", name: "Quick Air" }),
      reading("openflights", {
        icao: "QQA",
        name: "Quickair Quick Air GmbH",
        country: "Germany",
        iata: "Q1",
      }),
    ]);
    expect(added).toMatchObject([
      {
        name: "Quick Air",
        icao: "QQA",
        iata: "Q1",
        country_iso2: "DE",
        status: "unknown",
        kind: "unknown",
        slug: "quick-air",
      },
    ]);
    expect(account).toMatchObject({ added: 1, "a second database's word for one added": 1 });
  });

  it("take nothing from a namesake of their code, and a country nobody spells is null", () => {
    const { added } = merge([
      reading(
        "vrs",
        { icao: "QQA", name: "Quick Air" },
        { icao: "QQB", name: "Far Wings", country: "Atlantis" },
      ),
      reading("openflights", { icao: "QQA", name: "Brazilian Jets", country: "Brazil", defunct: true }),
    ]);
    expect(added).toMatchObject([
      { name: "Quick Air", country_iso2: null, status: "unknown" },
      { name: "Far Wings", country_iso2: null },
    ]);
  });

  it("are defunct where the list of 2017 says so, unless airframes are flown under that name today", () => {
    const rows = [
      reading(
        "vrs",
        { icao: "AIB", name: "Airbus Industrie" },
        { icao: "ABB", name: "African Business", defunct: true },
      ),
    ];
    const old = reading("openflights", { icao: "AIB", name: "Airbus Industrie", defunct: true });
    const flownBy = new Map([
      ["AIB", new Set(["Airbus"])],
      ["ABB", new Set(["Air Belgium"])],
    ]);
    const statuses = (known: Partial<AirlineMergeInput>) =>
      merge([...rows, old], known).added.map(({ icao, status }) => [icao, status]);
    expect(statuses({})).toEqual([
      ["AIB", "defunct"],
      ["ABB", "defunct"],
    ]);
    expect(statuses({ flownBy })).toEqual([
      ["AIB", "unknown"],
      ["ABB", "defunct"],
    ]);
  });

  it("of the Mictronics list are not added, because it holds air forces and offices, but counted", () => {
    const { added, account } = merge([reading("mictronics", { icao: "AAC", name: "Army Air Corps" })]);
    expect(added).toEqual([]);
    expect(account["not added: its list holds air forces and offices too"]).toBe(1);
  });

  it("add up: every row of every database is in the account", () => {
    const upstream = [
      reading(
        "vrs",
        { icao: "DAL", name: "Delta" },
        { icao: "QQA", name: "Quick Air" },
        { icao: "DLX", name: "Delta Air Lines", iata: "DL" },
      ),
      reading("openflights", { icao: "QQA", name: "Quick" }, { icao: "QQC", name: "Calm Air" }),
      reading("mictronics", { icao: "QQD", name: "Office" }),
    ];
    const { curated: ours, ...rest } = merge(upstream).account;
    expect(ours).toBe(curated.length);
    expect(Object.values(rest).reduce((sum, rows) => sum + rows, 0)).toBe(6);
  });
});

describe("slugs", () => {
  it("get the airline's code behind them where they are taken or look like somebody's code", () => {
    const { added } = merge([
      reading(
        "vrs",
        { icao: "QQA", name: "Delta Air Lines" },
        { icao: "QQB", name: "DAL" },
        { icao: "QQC", name: "Delta" },
        { icao: "QQD", name: "株式会社" },
        { icao: "QQE", name: "Far Wings" },
        { icao: "QQF", name: "Far Wings" },
      ),
    ]);
    expect(added.map(({ slug }) => slug)).toEqual([
      "delta-air-lines-qqa",
      "dal-qqb",
      "delta-qqc",
      "airline-qqd",
      "far-wings",
      "far-wings-qqf",
    ]);
  });
});

describe("hubs", () => {
  const departures = new Map([
    [
      "AAL",
      new Map([
        ["KDFW", 60],
        ["KCLT", 30],
        ["KMIA", 6],
        ["KXXX", 40],
      ]),
    ],
    ["QQA", new Map([["EDDF", 3]])],
  ]);
  const known = {
    routes: { departures, tally: new Tally() },
    isOpenAirport: (icao: string) => icao !== "KXXX",
  };

  it("come from callsign routes where they are not curated: busiest first, no closed airport, no outstation", () => {
    const { airlines } = merge([], known);
    const hubs = Object.fromEntries(airlines.map(({ slug, hubs: all }) => [slug, all]));
    expect(hubs["american-airlines"]).toEqual(["KDFW", "KCLT"]);
    expect(hubs["delta-air-lines"]).toEqual(["KATL", "KSLC"]);
  });

  it("need more than a handful of routes", () => {
    expect(merge([reading("vrs", { icao: "QQA", name: "Quick Air" })], known).added[0]?.hubs).toEqual([]);
  });
});

describe("two spellings", () => {
  it.each([
    ["Delta", "Delta Air Lines"],
    ["TUIfly", "TUI fly"],
    ["PLAY", "Fly Play"],
    ["KLM Royal Dutch Airlines", "KLM"],
  ])("%s and %s are one airline", (a, b) => {
    expect(alike(a, b)).toBe(true);
  });

  it.each([
    ["Air Berlin", "Fly Air41 Airways"],
    ["Air France", "Air India"],
    ["African Business and Transportations", "Air Belgium"],
  ])("%s and %s are two", (a, b) => {
    expect(alike(a, b)).toBe(false);
  });
});
