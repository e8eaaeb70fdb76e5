// Which register an airframe belongs to, and how it stands there.
import { describe, expect, it } from "vitest";
import { isAtHome, registryOf, standingOf } from "../../src/model/registry.ts";
import type { AirframeRow } from "../../src/sources/airframe-row.ts";
import { database, fleetInput, usRegister } from "./parts.ts";

const COUNTRIES: Readonly<Record<string, string>> = {
  "B-18901": "CN",
  "B-1234": "CN",
  "B-LRA": "HK",
  "VP-BEE": "BM",
  "PJ-WII": "XC",
  "RF-76558": "RU",
  "9H-TJD": "MT",
};
const input = fleetInput({
  markForms: {
    countryOf: (mark) => COUNTRIES[mark] ?? null,
    beginsLike: (mark, country) => country === "AM" && mark.startsWith("EK"),
  },
  blockOf: (address) => ({ countryIso2: address.startsWith("4D") ? "MT" : "MX", military: false }),
});

const registry = (
  registration: string | null,
  countryIso2: string | null,
  rows: readonly AirframeRow[] = [],
) => registryOf({ registration, rows }, { countryIso2, military: false }, input);

describe("the country of registry", () => {
  it.each([
    ["B-LRA", "CN", "HK"],
    ["VP-BEE", "GB", "BM"],
    ["B-1234", "CN", "CN"],
    ["9H-TJD", "MX", "MT"],
  ])("of %s in a block of %s is %s, as the mark says", (mark, block, country) => {
    expect(registry(mark, block)).toEqual({ countryIso2: country, civil: true });
  });

  it("is Taiwan's by the block, because its marks look like China's", () => {
    expect(registry("B-18901", "TW").countryIso2).toBe("TW");
  });

  it("is the block's where the mark does not tell, and unknown where the mark's place has no ISO code", () => {
    expect(registry("EK-FOA", "AM")).toEqual({ countryIso2: "AM", civil: true });
    expect(registry(null, "DE")).toEqual({ countryIso2: "DE", civil: true });
    expect(registry("PJ-WII", "NL")).toEqual({ countryIso2: null, civil: true });
  });

  it("is the United States for whatever its register lists", () => {
    expect(registry("N899DN", null, [usRegister({})])).toEqual({ countryIso2: "US", civil: true });
  });
});

describe("a mark of no civil register", () => {
  it("begins like none of its country: serials of air forces and coast guards, and Russia's state aviation", () => {
    expect(registry("CG790", "IN").civil).toBe(false);
    expect(registry("14+01", "DE").civil).toBe(false);
    expect(registry("RF-76558", "RU").civil).toBe(false);
  });

  it("is not guessed where no block or no list of forms says what marks look like", () => {
    expect(registry("CG790", null).civil).toBe(true);
    const bare = registryOf({ registration: "CG790", rows: [] }, null, { ...input, markForms: null });
    expect(bare.civil).toBe(true);
  });
});

describe("an address", () => {
  it("is a mark's home by the arithmetic of the FAA, or by its country's block", () => {
    expect(isAtHome("N899DN", "AC671B", input)).toBe(true);
    expect(isAtHome("N899DN", "AC671C", input)).toBe(false);
    expect(isAtHome("9H-TJD", "4D2278", input)).toBe(true);
    expect(isAtHome("9H-TJD", "0D2278", input)).toBe(false);
    expect(isAtHome("14+01", "3F58AE", input)).toBe(true);
  });
});

describe("the standing", () => {
  const dates = {
    "us-register": "2026-09-07",
    mictronics: "2026-07-19",
    vrs: "2026-11-15",
    "irish-register": "2022-08-31",
  };
  const now = Date.parse("2026-11-15");
  const standing = (
    rows: readonly AirframeRow[],
    registration = "N899DN",
    address = "AC671B",
    day: string | null = "2026-09-07",
  ) => standingOf({ registration, address, rows }, dates, now, day);

  it("is what a register says", () => {
    expect(standing([usRegister({})])).toEqual({ standing: "register", silent: null });
    expect(standing([usRegister({ standing: "cancelled" })]).standing).toBe("cancelled");
  });

  it("is struck off where a whole US register of a later day does not know the mark", () => {
    expect(standing([database("mictronics", {})])).toEqual({ standing: "cancelled", silent: "us-register" });
  });

  it("is unknown where a database is newer, the register an excerpt, or mark and address do not belong together", () => {
    const none = { standing: undefined, silent: null };
    expect(standing([database("vrs", {}), database("mictronics", {})])).toEqual(none);
    expect(standing([database("mictronics", {})], "N899DN", "AC671B", null)).toEqual(none);
    expect(standing([database("mictronics", {})], "N899DN", "AC671C")).toEqual(none);
    expect(standing([database("mictronics", {})], "G-XLEA", "40688B")).toEqual(none);
  });

  it("is unknown where the register is years older than the build", () => {
    const irish = { ...usRegister({}), source: "irish-register" };
    expect(standing([irish], "EI-AZA", "4CAC62").standing).toBeUndefined();
  });
});
