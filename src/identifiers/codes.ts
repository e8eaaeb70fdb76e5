// Designators of airlines, airports and aircraft types, as IATA and ICAO write them. Parsers take text in any
// case and give upper case or null; a code is never turned into a number (3E5123, 1E).
import type { Brand } from "./brand.ts";
import { normaliseIdentifier } from "./parameter.ts";

export type AirlineIata = Brand<"AirlineIata">;
export type AirlineIcao = Brand<"AirlineIcao">;
export type AirportIata = Brand<"AirportIata">;
export type AirportIcao = Brand<"AirportIcao">;
export type TypeDesignator = Brand<"TypeDesignator">;
export type TypeIata = Brand<"TypeIata">;

export const parseAirlineIata = parserOf<AirlineIata>(/^(?=.*[A-Z])[A-Z0-9]{2}$/);
export const parseAirlineIcao = parserOf<AirlineIcao>(/^[A-Z]{3}$/);
export const parseAirportIata = parserOf<AirportIata>(/^[A-Z]{3}$/);
export const parseAirportIcao = parserOf<AirportIcao>(/^[A-Z][A-Z0-9]{3}$/);
export const parseTypeDesignator = parserOf<TypeDesignator>(/^[A-Z][A-Z0-9]{1,3}$/);
export const parseTypeIata = parserOf<TypeIata>(/^[A-Z0-9]{3}$/);

function parserOf<Code extends string>(form: RegExp): (text: string) => Code | null {
  return (text) => {
    const code = normaliseIdentifier(text);
    return code !== null && form.test(code) ? (code as Code) : null;
  };
}
