// Owner names of registers: how they are normalised, who they are, and that no private person's name gets through.
import { describe, expect, it } from "vitest";
import { createOwnerLookup, isOrganisation, normaliseOwner } from "../../src/model/owners.ts";
import { tables } from "./curated-data.ts";

const ownerOf = createOwnerLookup(tables.owners.rows);

describe("the owner table", () => {
  it("says for every pattern how it is known", () => {
    expect(tables.owners.rows.filter(({ evidence }) => evidence.length < 3)).toEqual([]);
  });

  it("holds patterns in the form names are compared in", () => {
    const others = tables.owners.rows.filter(({ pattern }) => {
      const name = pattern.replace(/ \*$/, "");
      return normaliseOwner(name) !== name;
    });
    expect(others.map(({ pattern }) => pattern)).toEqual([]);
  });

  it("has no pattern so short that it would catch strangers", () => {
    const short = tables.owners.rows.filter(
      ({ pattern }) => pattern.endsWith(" *") && pattern.replace(/[^A-Z0-9]/g, "").length < 4,
    );
    expect(short.map(({ pattern }) => pattern)).toEqual([]);
  });
});

describe("an owner's name", () => {
  it.each([
    ["BANK OF UTAH TRUSTEE", "BANK OF UTAH TRUSTEE"],
    ["Wilmington Trust Company, Trustee", "WILMINGTON TRUST COMPANY TRUSTEE"],
    ["C.C. & E.I., L.L.C.", "C C & E I L L C"],
    ["  AMAZON.COM   SERVICES LLC ", "AMAZON COM SERVICES LLC"],
    ["ASL AIRLINES (IRELAND) LIMITED", "ASL AIRLINES IRELAND LIMITED"],
    ["", ""],
  ])("normalises %j to %j", (name, normalised) => {
    expect(normaliseOwner(name)).toBe(normalised);
    expect(normaliseOwner(normalised)).toBe(normalised);
  });

  it.each([
    ["UNITED AIRLINES INC", "airline", "united-airlines"],
    ["UNTIED AIRLINES INC", "airline", "united-airlines"],
    ["DELTA AIR LINES INC", "airline", "delta-air-lines"],
    ["DELTA AIR LNES INC", "airline", "delta-air-lines"],
    ["AMERICAN AIRLINES INC", "airline", "american-airlines"],
    ["FEDERAL EXPRESS CORP", "airline", "fedex-express"],
    ["FEDERAL EXPRESS CORPORATION", "airline", "fedex-express"],
    ["SKYWEST AIRLINES INC", "airline", "skywest-airlines"],
    ["SKYWEST AILINES INC", "airline", "skywest-airlines"],
    ["SOUTHWEST AIRLINES CO", "airline", "southwest-airlines"],
    ["JETBLUE AIRWAYS CORPORATION", "airline", "jetblue"],
    ["UNITED PARCEL SERVICE CO", "airline", "ups-airlines"],
    ["REPUBLIC AIRWAYS INC", "airline", "republic-airways"],
    ["HYANNIS AIR SERVICE INC", "airline", "cape-air"],
    ["HYANNIS AIR SERVICE INC DBA", "airline", "cape-air"],
    ["TATONDUK OUTFITTERS LTD DBA", "airline", "everts-air-cargo"],
    ["CORPORATE FLIGHT MANAGEMENT INC", "airline", "contour-airlines"],
    ["DELUX PUBLIC CHARTER LLC", "airline", "jsx"],
    ["AEKO KULA LLC DBA", "airline", "aloha-air-cargo"],
    ["RYAN AIR INC", "airline", "ryan-air-alaska"],
    ["SAS Sverige AB", "airline", "sas-scandinavian-airlines"],
    ["Jonair Affärsflyg AB", "airline", "jonair"],
  ])("takes %s for an %s", (name, ownerClass, airline) => {
    expect(ownerOf(name)).toEqual({ name, class: ownerClass, airline, lessor: null });
  });

  it.each([
    ["C C & E I LLC", "c-c-and-e-i", "ups-airlines"],
    ["CC&EI LLC", "c-c-and-e-i", "ups-airlines"],
    ["SUNRISE ASSET MANAGEMENT LLC", "sunrise-asset-management", "allegiant-air"],
    ["SKYWEST LEASING INC", "skywest-leasing", "skywest-airlines"],
    ["UAS TRANSERVICES INC", "uas-transervices", "ameriflight"],
    ["CBG LLC", "cbg", "denver-air-connection"],
    ["C B G LLC", "cbg", "denver-air-connection"],
    ["ARCTIC ONE LLC", "arctic-one", "everts-air-cargo"],
    ["ACC INTEGRATED SERVICES INC", "acc-integrated-services", "air-cargo-carriers"],
    ["ATARES FUNDING LLC", "atares-funding", "western-global-airlines"],
  ])("takes %s for the owning company of an airline", (name, lessor, airline) => {
    expect(ownerOf(name)).toEqual({ name, class: "airline_affiliate", airline, lessor });
  });

  it.each([
    ["CARGO AIRCRAFT MANAGEMENT INC", "cargo-aircraft-management"],
    ["CARGO AIRCRAFT MANAGMENT INC", "cargo-aircraft-management"],
    ["TITAN AVIATION LEASING LTD - AMERICAS INC", "titan-aviation-leasing"],
    ["ANDROMEDA LEASING I LLC", "titan-aviation-leasing"],
    ["INTERNATIONAL LEASE FINANCE CORP", "aercap"],
    ["ALC BLARNEY AIRCRAFT LIMITED", "air-lease-corporation"],
    ["AVOLON AEROSPACE (IRELAND) AOE 4 LIMITED", "avolon"],
    ["GY AVIATION LEASE 1722 CO., LIMITED", "cdb-aviation"],
    ["DAE 35607 TRUST", "dae-capital"],
  ])("takes %s for a lessor", (name, lessor) => {
    expect(ownerOf(name)).toEqual({ name, class: "lessor", airline: null, lessor });
  });

  it.each([
    ["BANK OF UTAH TRUSTEE", "bank-of-utah"],
    ["BANK TO UTAH TRUSTEE", "bank-of-utah"],
    ["WILMINGTON TRUST CO TRUSTEE", "wilmington-trust"],
    ["WIMINGTON TRUST CO TRUSTEE", "wilmington-trust"],
    ["WELLS FARGO TRUST CO NA TRUSTEE", "wells-fargo-trust-company"],
    ["UMB BANK NA TRUSTEE", "umb-bank"],
    ["U S BANK NATIONAL ASSOCIATION TRUSTEE", "us-bank"],
    ["TVPX AIRCRAFT SOLUTIONS INC TRUSTEE", "tvpx"],
    ["SKY WEST AVIATION INC TRUSTEE", "sky-west-aviation"],
  ])("takes %s for a trustee, whoever flies", (name, lessor) => {
    expect(ownerOf(name)).toEqual({ name, class: "trustee", airline: null, lessor });
  });

  it.each([
    ["BOEING CO", "manufacturer"],
    ["TEXTRON AVIATION INC", "manufacturer"],
    ["DEPARTMENT OF HOMELAND SECURITY", "government"],
    ["NATIONAL AERONAUTICS & SPACE ADMINISTRATION", "government"],
    ["UNITED STATES AIR FORCE", "government"],
    ["AMAZON.COM SERVICES LLC", "other"],
    ["MUSEUM OF FLIGHT FOUNDATION", "other"],
  ])("takes %s for a %s", (name, ownerClass) => {
    expect(ownerOf(name)).toEqual({ name, class: ownerClass, airline: null, lessor: null });
  });

  it("keeps the name of a company nobody has classified", () => {
    const name = "GOLD COAST HANGAR LLC";
    expect(ownerOf(name)).toEqual({ name, class: "unknown", airline: null, lessor: null });
  });
});

describe("a private person", () => {
  // Invented names in the register's manner: surname first, initials, a trade name behind DBA.
  it.each([
    "DOE JANE Q",
    "DOE JANE Q TRUSTEE",
    "DOE JANE Q & JOHN R",
    "DOE FAMILY TRUST",
    "DOE JANE Q DBA",
    "DOE JANE Q DBA ACME AVIATION LLC",
    "DOE JANE Q DBA DOE AIRLINES INC",
    "CHURCH PAT Q",
    "BANK LEE Q",
    "DOE S A",
    "DOE L P JR",
    "SA MAI Q",
    "STATES PAT Q",
    "COE LEE Q",
    "SALE REPORTED",
    "REGISTRATION PENDING",
    "",
  ])("%j is never named", (name) => {
    expect(ownerOf(name)).toEqual({ name: null, class: "unknown", airline: null, lessor: null });
  });

  it("is not confused with organisations that share such words", () => {
    for (const name of [
      "CHURCH OF THE OPEN SKY",
      "FIRST FRIENDSHIP CHURCH",
      "BANK OF STOCKTON",
      "FIRST INTERSTATE BANK",
      "CITY OF PHOENIX",
      "STATE OF MONTANA",
      "COUNTY OF SONOMA",
      "LAKE AREA AG",
    ]) {
      expect(isOrganisation(name), name).toBe(true);
    }
  });

  it("stays nameless when the register has no owner at all", () => {
    expect(ownerOf(null)).toEqual({ name: null, class: "unknown", airline: null, lessor: null });
  });
});
