// Figures of aircraft types in the open databases, in our units, and the designators two of them list.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { readZipEntry } from "../../src/sources/raw-files.ts";
import { parseFields, readText } from "./raw-files.ts";

export interface TypeFigures {
  /** Least and most seats of an ordinary cabin; one figure stands as both. */
  readonly seats?: readonly [number, number];
  readonly rangeKm?: number;
  readonly mtowKg?: number;
}

export interface TypeDatabase {
  readonly id: string;
  readonly figures: ReadonlyMap<string, TypeFigures>;
}

const KM_PER_NAUTICAL_MILE = 1.852;

export function readTypeDatabases(raw: string): readonly TypeDatabase[] {
  return [
    { id: "openap", figures: readOpenAp(raw) },
    { id: "pycontrails", figures: readPycontrails(raw) },
    { id: "whatisflying", figures: readWhatIsFlying(raw) },
  ];
}

/** Designators listed by Mictronics or VRS: says that a code exists, not that a figure is right. */
export function readDesignators(raw: string): ReadonlySet<string> {
  const archive = join(raw, "mictronics/indexedDB.zip");
  const mictronics = Object.keys(JSON.parse(readZipEntry(archive, "types.json").toString("utf8")) as object);
  const folder = join(raw, "vrs-standing-data/model-type/schema-01");
  const vrs = readdirSync(folder).flatMap((file) =>
    parseFields(readText(folder, file)).map(({ ICAO = "" }) => ICAO),
  );
  return new Set([...mictronics, ...vrs]);
}

interface OpenApFile {
  readonly mtow?: number;
  readonly pax?: { readonly low?: number; readonly high?: number };
  readonly cruise?: { readonly range?: number };
}

function readOpenAp(raw: string): ReadonlyMap<string, TypeFigures> {
  const folder = join(raw, "openap/aircraft");
  const files = readdirSync(folder).filter((file) => file.endsWith(".yml"));
  return new Map(
    files.map((file) => {
      const { mtow, pax, cruise } = parse(readText(folder, file)) as OpenApFile;
      const [low, high] = [pax?.low ?? pax?.high, pax?.high ?? pax?.low];
      return [
        file.replace(".yml", "").toUpperCase(),
        {
          ...(low !== undefined && high !== undefined && { seats: [low, high] as const }),
          ...(cruise?.range !== undefined && { rangeKm: cruise.range }),
          ...(mtow !== undefined && { mtowKg: mtow }),
        },
      ];
    }),
  );
}

/** Two files: weights of the types its model knows, and typical seats. Its synonym list says nothing of figures. */
function readPycontrails(raw: string): ReadonlyMap<string, TypeFigures> {
  const folder = join(raw, "pycontrails");
  const figures = new Map<string, TypeFigures>();
  for (const { ICAO = "", MTOM_kg } of parseFields(readText(folder, "ps-aircraft-params-20250328.csv"))) {
    figures.set(ICAO, { mtowKg: Number(MTOM_kg) });
  }
  const seatRows = parseFields(readText(folder, "pax-aircraft-n-seats-ref-values-20260407.csv"));
  for (const { aircraft_type: type = "", n_seats } of seatRows) {
    const seats = Number(n_seats);
    figures.set(type, { ...figures.get(type), seats: [seats, seats] });
  }
  return figures;
}

function readWhatIsFlying(raw: string): ReadonlyMap<string, TypeFigures> {
  const rows = parseFields(readText(raw, "whatisflying-db/aircraft_types.excerpt.csv"));
  return new Map(
    rows.map(({ icao_code = "", operating_range, mtow }) => [
      icao_code,
      {
        ...(operating_range && { rangeKm: Number(operating_range) * KM_PER_NAUTICAL_MILE }),
        ...(mtow && { mtowKg: Number(mtow) }),
      },
    ]),
  );
}
