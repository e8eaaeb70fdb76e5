// Runway surfaces: OurAirports keeps what editors typed ("ASPH-G", "PEM", "turf/gravel"); the API offers a closed
// list. The first word that is known decides; what is not known stays readable in surface_raw.
import type { Airport } from "../contract/airport.ts";

type Surface = Airport["runways"][number]["surface"];

const PREFIXES: readonly (readonly [RegExp, Surface])[] = [
  [/^(?:ASP|ASB|ASF|ASHP|BLACKTOP|TARMAC|TAR\b|PAVED|PAD)/, "asphalt"],
  [/^(?:CON|PCC|CEM|COP\b)/, "concrete"],
  [/^(?:BIT|MAC|PEM|PSP-BIT|OIL)/, "bituminous"],
  [/^(?:GRV|GRAV|GVL|GRE(?!Y|EN)|GVE|STONE|PIC|ROCK|HARDCORE|CALICHE)/, "gravel"],
  [/^(?:GRA(?!D)|GRS|TURF|TRF|GRASS|SOD|VEG)/, "grass"],
  [/^(?:CLA|LAT|LOAM|LATERITE)/, "clay"],
  [/^(?:SAN|SAND)/, "sand"],
  [/^(?:COR|CORAL)/, "coral"],
  [/^(?:DIRT|EARTH|SOIL|GROUND|UNPAVED|GRD|MUD|SAL|DRY|NAT|DESERT)/, "dirt"],
  [/^(?:SNO|SNOW|ICE|GLACIER)/, "snow_ice"],
  [/^(?:WAT|WATER)/, "water"],
  [/^(?:MET|STEEL|ALU|PSP|MATS?|PERFORATED|PIERCED)/, "metal"],
  [/^(?:WOOD|TIMBER|DECK)/, "wood"],
  [/^(?:UNK|U$|N\/?A)/, "unknown"],
];

export function surfaceOf(raw: string | null): Surface {
  if (raw === null) return "unknown";
  const words = raw
    .toUpperCase()
    .split(/[^A-Z]+/)
    .filter(Boolean);
  for (const word of words) {
    const known = PREFIXES.find(([pattern]) => pattern.test(word));
    if (known !== undefined) return known[1];
  }
  return words.length === 0 ? "unknown" : "other";
}
