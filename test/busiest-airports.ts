// Elevation, longest runway and time zone of the twenty busiest airports of each continent (passengers of 2023 and 2024;
// Istanbul's two and Antalya counted with Europe), written from general knowledge of the published figures: a spot check,
// not an authority. Where our data and this table differed, the figure was looked up again before either was changed.

import type { Airport } from "../src/contract/airport.ts";

export interface PublishedAirport {
  readonly icao: string;
  readonly elevationFt: number;
  readonly longestRunwayM: number;
  readonly timezone: string;
}

const TABLE = `
# Europe
EGLL 83 3902 Europe/London
LTFM 325 4100 Europe/Istanbul
LFPG 392 4215 Europe/Paris
EHAM -11 3800 Europe/Amsterdam
LEMD 1998 4350 Europe/Madrid
EDDF 364 4000 Europe/Berlin
LEBL 14 3352 Europe/Madrid
LIRF 14 3902 Europe/Rome
UUEE 630 3700 Europe/Moscow
EGKK 203 3316 Europe/London
EDDM 1487 4000 Europe/Berlin
LTFJ 312 3500 Europe/Istanbul
LTAI 177 3400 Europe/Istanbul
LPPT 374 3805 Europe/Lisbon
EIDW 242 3110 Europe/Dublin
LEPA 27 3270 Europe/Madrid
LFPO 291 3650 Europe/Paris
LGAV 308 4000 Europe/Athens
LOWW 600 3600 Europe/Vienna
LSZH 1416 3700 Europe/Zurich
# North America
KATL 1026 3776 America/New_York
KDFW 607 4085 America/Chicago
KDEN 5434 4877 America/Denver
KORD 672 3962 America/Chicago
KLAX 128 3939 America/Los_Angeles
KJFK 13 4423 America/New_York
KCLT 748 3048 America/New_York
KLAS 2181 4424 America/Los_Angeles
KMCO 96 3659 America/New_York
KMIA 9 3967 America/New_York
KSEA 433 3627 America/Los_Angeles
KPHX 1135 3502 America/Phoenix
KSFO 13 3618 America/Los_Angeles
KEWR 17 3353 America/New_York
KIAH 96 3658 America/Chicago
CYYZ 569 3389 America/Toronto
MMMX 7316 3952 America/Mexico_City
KBOS 20 3073 America/New_York
KMSP 841 3355 America/Chicago
KFLL 65 2743 America/New_York
# Asia
OMDB 62 4447 Asia/Dubai
RJTT 21 3360 Asia/Tokyo
VIDP 777 4430 Asia/Kolkata
ZSPD 13 4000 Asia/Shanghai
ZGGG 50 3800 Asia/Shanghai
RKSI 23 4000 Asia/Seoul
WSSS 22 4000 Asia/Singapore
ZBAA 116 3810 Asia/Shanghai
VTBS 5 4000 Asia/Bangkok
ZGSZ 13 3800 Asia/Shanghai
WMKK 69 4124 Asia/Kuala_Lumpur
ZUTF 1440 4000 Asia/Shanghai
VABB 39 3448 Asia/Kolkata
WIII 34 3660 Asia/Jakarta
VHHH 28 3800 Asia/Hong_Kong
OTHH 13 4850 Asia/Qatar
RPLL 75 3737 Asia/Manila
ZBAD 98 3800 Asia/Shanghai
OEJN 48 4000 Asia/Riyadh
ZUCK 1365 3800 Asia/Shanghai
# South America
SKBO 8361 3800 America/Bogota
SBGR 2461 3700 America/Sao_Paulo
SCEL 1555 3800 America/Santiago
SPJC 113 3507 America/Lima
SBSP 2631 1940 America/Sao_Paulo
SABE 18 2690 America/Argentina/Buenos_Aires
SBBR 3497 3300 America/Sao_Paulo
SBGL 28 4000 America/Sao_Paulo
SKRG 7027 3500 America/Bogota
SBCF 2721 3600 America/Sao_Paulo
SBKP 2170 3240 America/Sao_Paulo
SAEZ 67 3300 America/Argentina/Buenos_Aires
SBRF 33 3007 America/Recife
SBSV 64 3003 America/Bahia
SKCG 4 2600 America/Bogota
SKCL 3162 3000 America/Bogota
SBPA 11 3200 America/Sao_Paulo
SBRJ 11 1323 America/Sao_Paulo
SBCT 2989 2218 America/Sao_Paulo
SBFZ 82 2755 America/Fortaleza
# Africa
HECA 382 4000 Africa/Cairo
FAOR 5558 4418 Africa/Johannesburg
HAAB 7630 3800 Africa/Addis_Ababa
FACT 151 3201 Africa/Johannesburg
GMMN 656 3720 Africa/Casablanca
HEGN 52 4000 Africa/Cairo
GMMX 1545 3100 Africa/Casablanca
DAAG 82 3500 Africa/Algiers
HKJK 5330 4117 Africa/Nairobi
DTTA 22 3200 Africa/Tunis
DNMM 135 3900 Africa/Lagos
HESH 143 3081 Africa/Cairo
DNAA 1123 3600 Africa/Lagos
FALE 295 3700 Africa/Johannesburg
FIMP 186 3370 Indian/Mauritius
DGAA 205 3403 Africa/Accra
GOBD 290 3500 Africa/Dakar
GMAD 250 3200 Africa/Casablanca
DIAP 21 3000 Africa/Abidjan
HTDA 182 3000 Africa/Dar_es_Salaam
# Oceania
YSSY 21 3962 Australia/Sydney
YMML 434 3657 Australia/Melbourne
YBBN 13 3560 Australia/Brisbane
NZAA 23 3635 Pacific/Auckland
YPPH 67 3444 Australia/Perth
YPAD 20 3100 Australia/Adelaide
YBCG 21 2492 Australia/Brisbane
YBCS 10 3156 Australia/Brisbane
NZCH 123 3288 Pacific/Auckland
NZWN 41 1945 Pacific/Auckland
YSCB 1886 3283 Australia/Sydney
YMHB 13 2727 Australia/Hobart
YPDN 103 3354 Australia/Darwin
YBTL 18 2438 Australia/Brisbane
NFFN 59 3273 Pacific/Fiji
NZQN 1171 1911 Pacific/Auckland
YMLT 562 1981 Australia/Hobart
YBSU 15 2450 Australia/Brisbane
PGUM 298 3662 Pacific/Guam
NTAA 5 3420 Pacific/Tahiti
`;

/** By continent. */
export const BUSIEST_AIRPORTS: ReadonlyMap<string, readonly PublishedAirport[]> = new Map(
  TABLE.split("# ")
    .slice(1)
    .map((part) => {
      const [continent = "", ...lines] = part.trim().split("\n");
      return [continent, lines.map(toAirport)];
    }),
);

function toAirport(line: string): PublishedAirport {
  const [icao = "", elevation, runway, timezone = ""] = line.split(" ");
  return { icao, elevationFt: Number(elevation), longestRunwayM: Number(runway), timezone };
}

/** Surveys are rounded and repeated: publications of one airport differ by this much among themselves. */
const ELEVATION_TOLERANCE_FT = 30;
const LENGTH_TOLERANCE = 0.03;

/** Where a record differs from what is published, one sentence each. */
export function faultsOf(published: PublishedAirport, airport: Airport | undefined): string[] {
  const { icao, elevationFt, longestRunwayM, timezone } = published;
  if (airport === undefined) return [`${icao} is missing`];
  const longest = airport.longest_runway_m ?? 0;
  const open = airport.runways.filter(({ closed }) => !closed).map(({ length_m }) => length_m ?? 0);
  const elevationFault = Math.abs((airport.elevation_ft ?? Number.NaN) - elevationFt);
  return [
    ...(elevationFault <= ELEVATION_TOLERANCE_FT
      ? []
      : [`${icao} lies at ${airport.elevation_ft} ft, published ${elevationFt}`]),
    ...(Math.abs(longest / longestRunwayM - 1) <= LENGTH_TOLERANCE
      ? []
      : [`${icao} has ${longest} m of runway, published ${longestRunwayM}`]),
    ...(longest === Math.max(...open) ? [] : [`${icao}: its longest runway is not among its runways`]),
    ...(airport.timezone === timezone ? [] : [`${icao} is in ${airport.timezone}, published ${timezone}`]),
  ];
}
