// The lessor table: form, kinds, and that each one can be found where it should be.
import { describe, expect, it } from "vitest";
import { createOwnerLookup } from "../../src/model/owners.ts";
import { tables } from "./curated-data.ts";

const lessors = tables.lessors.rows;
const bySlug = new Map<string, (typeof lessors)[number]>(lessors.map((row) => [row.slug, row]));
const patterns = (slug: string) => tables.owners.rows.filter(({ lessor }) => lessor === slug);

describe("the lessor table", () => {
  it("holds at least 70 operating lessors, and trustees and airline arms beside them", () => {
    const count = (kind: string) => lessors.filter((row) => row.kind === kind).length;
    expect(count("operating_lessor")).toBeGreaterThanOrEqual(70);
    expect(count("owner_trustee")).toBeGreaterThanOrEqual(15);
    expect(count("airline_affiliate")).toBeGreaterThanOrEqual(10);
  });

  it.each([
    ["aercap", "AerCap", "IE"],
    ["air-lease-corporation", "Air Lease Corporation", "US"],
    ["avolon", "Avolon", "IE"],
    ["smbc-aviation-capital", "SMBC Aviation Capital", "IE"],
    ["boc-aviation", "BOC Aviation", "SG"],
    ["dae-capital", "DAE Capital", "AE"],
    ["icbc-leasing", "ICBC Leasing", "CN"],
    ["aviation-capital-group", "Aviation Capital Group", "US"],
    ["aircastle", "Aircastle", "US"],
    ["bbam", "BBAM", "US"],
    ["cdb-aviation", "CDB Aviation", "IE"],
    ["jackson-square-aviation", "Jackson Square Aviation", "US"],
    ["carlyle-aviation-partners", "Carlyle Aviation Partners", "US"],
    ["nordic-aviation-capital", "Nordic Aviation Capital", "IE"],
    ["avilease", "AviLease", "SA"],
    ["azorra", "Azorra", "US"],
    ["cargo-aircraft-management", "Cargo Aircraft Management", "US"],
  ])("has %s as an operating lessor", (slug, name, country) => {
    expect(bySlug.get(slug)).toMatchObject({ name, country_iso2: country, kind: "operating_lessor" });
  });

  it.each(["bank-of-utah", "wilmington-trust", "wells-fargo-trust-company", "umb-bank", "us-bank", "tvpx"])(
    "never passes the trustee %s off as a lessor",
    (slug) => {
      expect(bySlug.get(slug)?.kind).toBe("owner_trustee");
      expect(patterns(slug).length).toBeGreaterThan(0);
      for (const pattern of patterns(slug))
        expect(pattern).toMatchObject({ class: "trustee", airline: null });
    },
  );

  it("finds every trustee and airline arm by some owner name, since they are known from registers only", () => {
    const unfound = lessors.filter(
      ({ kind, slug }) => kind !== "operating_lessor" && patterns(slug).length === 0,
    );
    expect(unfound.map(({ slug }) => slug)).toEqual([]);
  });

  it("names the airline of every airline arm that stands in the register", () => {
    const arms = tables.owners.rows.filter((row) => row.class === "airline_affiliate");
    expect(arms.filter(({ airline }) => airline === null)).toEqual([]);
  });

  it.each([
    ["gecas", "aercap"],
    ["ilfc", "aercap"],
    ["awas", "dae-capital"],
    ["air-lease", "air-lease-corporation"],
    ["alc", "air-lease-corporation"],
    ["sumisho-air-lease-corporation", "air-lease-corporation"],
    ["cit-aerospace", "avolon"],
    ["calc", "china-aircraft-leasing-group"],
    ["gtlk", "state-transport-leasing-company"],
  ])("answers to the former or short name %s with %s", (alias, slug) => {
    expect(bySlug.get(slug)?.aliases).toContain(alias);
  });

  it("does not take AS Air Lease VII for Air Lease Corporation, nor namesakes for lessors", () => {
    const ownerOf = createOwnerLookup(tables.owners.rows);
    for (const name of [
      "AS AIR LEASE VII (IRELAND) LIMITED",
      "HIGH RIDGE AVIATION LLC",
      "AMEDEO FLIGHT OPS LIMITED",
    ]) {
      expect(ownerOf(name), name).toMatchObject({ class: "unknown", lessor: null, name });
    }
  });
});
