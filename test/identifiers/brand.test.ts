// Brands exist for the type checker only; these lines fail `tsc`, not the run, if a brand loses its meaning.
import { describe, expect, expectTypeOf, it } from "vitest";
import type { AirlineIata, AirportIata } from "../../src/identifiers/codes.ts";
import { parseAirportIata } from "../../src/identifiers/codes.ts";
import type { ModeSAddress } from "../../src/identifiers/mode-s-address.ts";
import type { Registration } from "../../src/identifiers/registration.ts";

describe("Brand", () => {
  it("keeps raw text and the identifiers of different kinds apart", () => {
    expectTypeOf<string>().not.toExtend<ModeSAddress>();
    expectTypeOf<Registration>().not.toExtend<ModeSAddress>();
    expectTypeOf<AirlineIata>().not.toExtend<AirportIata>();
    expectTypeOf<ModeSAddress>().toExtend<string>();
  });

  it("costs nothing when the program runs: an identifier is a plain string", () => {
    expect(typeof parseAirportIata("ATL")).toBe("string");
    expect(JSON.stringify({ iata: parseAirportIata("atl") })).toBe('{"iata":"ATL"}');
  });
});
