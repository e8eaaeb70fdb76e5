// The identifier section of the contract, row by row, against the fixture snapshot.
import { type Behaviour, finds, misses } from "./behaviour.ts";

const AIRLINES: readonly Behaviour[] = [
  finds("finds an airline by its slug", "/airlines/delta-air-lines", "/airlines/delta-air-lines", {
    data: { name: "Delta Air Lines", iata: "DL", icao: "DAL", status: "active", observed_fleet_count: 5 },
  }),
  finds("finds the same airline by IATA code", "/airlines/DL", "/airlines/delta-air-lines"),
  finds("finds the same airline by ICAO code", "/airlines/DAL", "/airlines/delta-air-lines"),
  finds("finds the same airline by a short name", "/airlines/delta", "/airlines/delta-air-lines"),
  finds("does not care about case in a slug", "/airlines/Delta-Air-LINES", "/airlines/delta-air-lines"),
  finds("does not care about case in a code", "/airlines/dal", "/airlines/delta-air-lines"),
  finds(
    "gives a shared IATA code to the active mainline holder, and offers cargo, then the defunct one",
    "/airlines/CA",
    "/airlines/air-china",
    { related: ["/airlines/air-china-cargo", "/airlines/caac"], data: { icao: "CCA", status: "active" } },
  ),
  finds(
    "gives a reused IATA code to the active holder",
    "/airlines/LX",
    "/airlines/swiss-international-air-lines",
    {
      related: ["/airlines/crossair"],
    },
  ),
  finds(
    "gives a reused ICAO code to the active holder",
    "/airlines/SWR",
    "/airlines/swiss-international-air-lines",
    {
      related: ["/airlines/swissair"],
    },
  ),
  finds("still finds the defunct holder by its slug", "/airlines/swissair", "/airlines/swissair", {
    data: { status: "defunct", icao: "SWR" },
  }),
  finds(
    "takes three letters for a slug where no airline has that ICAO code",
    "/airlines/gol",
    "/airlines/gol",
    {
      data: { icao: "GLO" },
    },
  ),
  finds("lets a slug be its own airline's code", "/airlines/klm", "/airlines/klm", { data: { icao: "KLM" } }),
  finds("never reads a code as a number", "/airlines/9E", "/airlines/endeavor-air"),
  misses("does not find a code nobody has", "/airlines/ZZ", "airline_not_found"),
];

const AIRCRAFT: readonly Behaviour[] = [
  finds("finds a type by its ICAO code", "/aircraft/A20N", "/aircraft/airbus-a320neo", {
    data: { slug: "airbus-a320neo", icao_type: "A20N", manufacturer: "Airbus", observed_fleet_count: 3 },
  }),
  finds("finds a type by its slug", "/aircraft/airbus-a320neo", "/aircraft/airbus-a320neo"),
  finds("finds a type by its IATA code", "/aircraft/77W", "/aircraft/boeing-777-300er"),
  finds(
    "finds a variant under the record of its ICAO code",
    "/aircraft/boeing-777f",
    "/aircraft/boeing-777-200lr",
    {
      data: { icao_type: "B77L" },
    },
  ),
  finds("finds a variant by its own IATA code", "/aircraft/77F", "/aircraft/boeing-777-200lr"),
  misses("wants the manufacturer in a type's slug", "/aircraft/a320neo", "aircraft_type_not_found"),
];

const AIRFRAMES: readonly Behaviour[] = [
  finds("finds an airframe by its mark", "/airframes/N899DN", "/airframes/N899DN", {
    data: { registration: "N899DN", mode_s_hex: "AC671B", built_year: 2018 },
  }),
  finds("finds the same airframe by its address", "/airframes/AC671B", "/airframes/N899DN"),
  finds("does not care about case in an address", "/airframes/ac671b", "/airframes/N899DN"),
  finds("finds a mark with its hyphen", "/airframes/G-XLEA", "/airframes/G-XLEA"),
  finds("finds a mark without its hyphen", "/airframes/gxlea", "/airframes/G-XLEA"),
  finds("finds a mark with a misplaced hyphen", "/airframes/GX-LEA", "/airframes/G-XLEA"),
  finds("takes a dot for a separator", "/airframes/G.XLEA", "/airframes/G-XLEA"),
  finds("takes a space for a separator", "/airframes/G%20XLEA", "/airframes/G-XLEA"),
  finds("takes a plus for a separator, never for a space", "/airframes/G+XLEA", "/airframes/G-XLEA"),
  finds("takes an encoded slash for a separator", "/airframes/G%2FXLEA", "/airframes/G-XLEA"),
  finds("finds a mark that carries a plus", "/airframes/10+27", "/airframes/10%2B27", {
    data: { registration: "10+27" },
  }),
  finds("finds a mark with an encoded plus", "/airframes/10%2B27", "/airframes/10%2B27"),
  finds("finds a mark that carries a slash", "/airframes/QQ%2F77", "/airframes/QQ%2F77", {
    data: { registration: "QQ/77" },
  }),
  finds("finds a mark that carries a space", "/airframes/QQ%2088", "/airframes/QQ%2088"),
  finds("finds a mark that carries a dot", "/airframes/QQ.99", "/airframes/QQ.99"),
  finds(
    "finds a mark that looks like an address without its hyphen",
    "/airframes/B18901",
    "/airframes/B-18901",
  ),
  finds("gives six hex digits to the address and offers the mark", "/airframes/A97442", "/airframes/N708WH", {
    related: ["/airframes/A97-442"],
  }),
  finds("takes what carries a separator for a mark only", "/airframes/A97-442", "/airframes/A97-442"),
  finds("takes a misplaced separator for a mark only", "/airframes/A9-7442", "/airframes/A97-442"),
  misses("never takes an address with a separator in it", "/airframes/AC-671B", "airframe_not_found"),
  finds(
    "lets the exact spelling win over another place of the hyphen",
    "/airframes/QQ-AB1",
    "/airframes/QQ-AB1",
  ),
  finds("lets each exact spelling win", "/airframes/QQA-B1", "/airframes/QQA-B1"),
  misses("answers no shorthand that fits two marks", "/airframes/QQAB1", "airframe_not_found"),
  misses("answers no misplaced hyphen that fits two marks", "/airframes/Q-QAB1", "airframe_not_found"),
  finds("gives a mark of two airframes to the last observed", "/airframes/QQ-DUP", "/airframes/QQ-DUP", {
    data: { mode_s_hex: "F00001" },
    related: ["/airframes/F00002"],
  }),
  finds(
    "still finds the other airframe of that mark by its address",
    "/airframes/F00002",
    "/airframes/F00002",
    {
      data: { registration: "QQ-DUP", mode_s_hex: "F00002" },
    },
  ),
  finds("never reads an address as a number", "/airframes/3E5123", "/airframes/3E5123", {
    data: { registration: null, mode_s_hex: "3E5123" },
  }),
  misses("does not find another spelling of the same number", "/airframes/3E05123", "airframe_not_found"),
  misses("stores no airframe outside the commercial scope", "/airframes/N604DT", "airframe_not_found"),
];

const AIRPORTS: readonly Behaviour[] = [
  finds("finds an airport by its ICAO code", "/airports/KATL", "/airports/KATL", {
    data: {
      icao: "KATL",
      iata: "ATL",
      elevation_ft: 1026,
      longest_runway_m: 3776,
      timezone: "America/New_York",
    },
  }),
  finds("finds an airport by its IATA code", "/airports/atl", "/airports/KATL"),
  finds("finds an airport without an ICAO code", "/airports/YZZ", "/airports/YZZ", { data: { icao: null } }),
  finds("gives a duplicate IATA code to the open airport", "/airports/HKG", "/airports/VHHH", {
    data: { kind: "large_airport" },
    related: ["/airports/VHHX"],
  }),
  finds(
    "finds an airport whose IATA code is not its ICAO code less the K",
    "/airports/FCA",
    "/airports/KGPI",
  ),
  misses("never prepends a K", "/airports/GPI", "airport_not_found"),
  misses("serves no place without an ICAO or IATA code", "/airports/00A", "airport_not_found"),
];

const LESSORS: readonly Behaviour[] = [
  finds("finds a lessor by its slug", "/lessors/aercap", "/lessors/aercap", {
    data: { kind: "operating_lessor" },
  }),
  finds("finds a lessor by a name it took over", "/lessors/ilfc", "/lessors/aercap"),
  finds("gives an owner trustee no valuation", "/lessors/bank-of-utah", "/lessors/bank-of-utah", {
    data: { kind: "owner_trustee", valuation: null, observed_fleet_count: 2 },
  }),
  misses("does not find a lessor nobody knows", "/lessors/nobody", "lessor_not_found"),
];

export const IDENTIFIER_CASES: readonly Behaviour[] = [
  ...AIRLINES,
  ...AIRCRAFT,
  ...AIRFRAMES,
  ...AIRPORTS,
  ...LESSORS,
];
