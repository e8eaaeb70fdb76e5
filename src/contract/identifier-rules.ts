// How a path parameter is read, in sentences, for the OpenAPI document and the docs. The rules themselves are applied
// in identifiers/parameter.ts and in the claims of model/; a change there is a change here.
import type { Collection } from "./endpoints.ts";

/** The same for all five parameters. */
export const COMMON_RULES: readonly string[] = [
  "Upper and lower case are the same.",
  "The parameter is percent-decoded once; a `+` is a plus, not a space.",
  "Spaces around it and zero-width characters are dropped, and full-width letters and digits are read as plain ones (NFKC). What is not ASCII after that is unknown.",
  "More than 64 characters, or a broken percent-encoding, is an unknown identifier like any other: 404.",
  "The query string is ignored. A trailing slash is another path: 404.",
  "A variant spelling is answered directly, never redirected; `Content-Location` names the record's own URL.",
  'Where an identifier could mean several records, one is answered and the others are named in `Link` with `rel="related"`.',
];

/** In order of precedence. */
export const IDENTIFIER_RULES: Readonly<Record<Collection, readonly string[]>> = {
  airlines: [
    "Two characters are an IATA code, then a slug. Many IATA codes are shared: an airline that is active comes first, then a mainline passenger airline, then the largest observed fleet, then the order of the ICAO codes.",
    "Three characters are an ICAO code, then a slug. An active holder of the code comes before a defunct one.",
    "Anything else is a slug. Well-known short names are slugs too: `delta` is `delta-air-lines`.",
  ],
  aircraft: [
    "First an ICAO type code. There is one record per code.",
    "Then a slug, with the manufacturer in it. Variants that share an ICAO code are slugs of the same record: `boeing-777f` is B77L.",
    "Last an IATA type code, such as `77W`.",
  ],
  airframes: [
    "With a separator in it (`-`, `+`, `.`, a space, or `/` written as `%2F`) it is a registration and nothing else.",
    "Exactly six hex digits are a Mode S address first, then a registration without its hyphen: `B18901` is B-18901 unless an airframe has that address. Where both exist, the address is answered and the other is named in `Link`.",
    "Anything else is a registration. The exact spelling always wins; a hyphen left out or misplaced (`GXLEA`, `GX-LEA`) is understood where only one registration fits.",
    "Where several airframes carry one registration, the one observed last is answered.",
  ],
  airports: [
    "Four characters are an ICAO code.",
    "Three characters are an IATA code. Where two airports share one, scheduled service decides, then size.",
    "Nothing is added to a code: `ATL` is the IATA code, never `KATL` without its `K`.",
  ],
  lessors: ["A slug. Former and short names may be slugs of the same record."],
};
