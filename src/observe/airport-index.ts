// Which airport a position belongs to: runway lines of every airport with fixed-wing traffic, found through a spatial
// index. Heliports, seaplane bases, closed airports and helipads are left out, so that the pad next door never wins.
import Flatbush from "flatbush";
import type { AirportRow, Airports, RunwayRow } from "../sources/airports.ts";
import {
  distanceToLineM,
  headingBetween,
  METRES_PER_DEGREE,
  METRES_PER_FOOT,
  type Offset,
  offsetFrom,
  type Point,
  pointAt,
} from "./geometry.ts";

export interface RunwayLine {
  readonly ends: readonly [Point, Point];
}

export interface Site {
  readonly ident: string;
  readonly kind: "large_airport" | "medium_airport" | "small_airport";
  readonly scheduledService: boolean;
  readonly elevationFt: number | null;
  readonly place: Point;
  readonly runways: readonly RunwayLine[];
}

export interface AirportIndex {
  /** Airports of which some runway, or the reference point, may lie within that distance. */
  near(point: Point, withinM: number): readonly Site[];
  /** The airport whose ground a position is on, or null where it is on none's. */
  at(point: Point): Site | null;
}

/** A runway as seen from a position: the plane's origin. */
export interface RunwayView {
  readonly from: Offset;
  readonly to: Offset;
  readonly distanceM: number;
  readonly headingDeg: number;
}

/**
 * Aprons, hangars and maintenance bases lie up to this far from the nearest runway of their airport. Small fields have
 * none of that; a position a kilometre off a grass strip is somebody else's.
 */
const REACH_M = { large_airport: 2_800, medium_airport: 2_200, small_airport: 900 } as const;
/** Between neighbours the larger airport is the likelier one: a metre off a small strip counts as so many. */
const HANDICAP = { large_airport: 1, medium_airport: 1.25, small_airport: 2.5 } as const;
const FARTHEST_M = Math.max(...Object.values(REACH_M));

export function createAirportIndex(airports: Pick<Airports, "rows" | "runwaysByIdent">): AirportIndex {
  const sites: Site[] = [];
  for (const row of airports.rows) {
    const site = toSite(row, airports.runwaysByIdent.get(row.ident) ?? []);
    if (site !== null) sites.push(site);
  }
  const boxes = sites.length === 0 ? null : boxesOf(sites);

  const near = (point: Point, withinM: number): readonly Site[] => {
    if (boxes === null) return [];
    const tall = withinM / METRES_PER_DEGREE;
    const shrink = Math.cos(Math.min(89, Math.abs(point.latitudeDeg) + tall) * (Math.PI / 180));
    const wide = Math.min(180, tall / shrink);
    const found: Site[] = [];
    for (const turn of turnsFor(point.longitudeDeg, wide)) {
      const longitude = point.longitudeDeg + turn;
      const { latitudeDeg } = point;
      for (const at of boxes.search(
        longitude - wide,
        latitudeDeg - tall,
        longitude + wide,
        latitudeDeg + tall,
      )) {
        const site = sites[at];
        if (site !== undefined) found.push(site);
      }
    }
    return found;
  };

  return {
    near,
    at(point) {
      let best: Site | null = null;
      let bestScore = Number.POSITIVE_INFINITY;
      for (const site of near(point, FARTHEST_M)) {
        const distance = distanceToRunwaysM(site, point);
        const score = distance * HANDICAP[site.kind];
        if (distance > REACH_M[site.kind] || score >= bestScore) continue;
        best = site;
        bestScore = score;
      }
      return best;
    },
  };
}

export function distanceToRunwaysM(site: Site, point: Point): number {
  return site.runways.reduce(
    (least, line) => Math.min(least, viewRunway(line, point).distanceM),
    Number.POSITIVE_INFINITY,
  );
}

export function viewRunway({ ends }: RunwayLine, point: Point): RunwayView {
  const from = offsetFrom(point, ends[0]);
  const to = offsetFrom(point, ends[1]);
  return { from, to, distanceM: distanceToLineM(from, to), headingDeg: headingBetween(from, to) };
}

function toSite(row: AirportRow, runways: readonly RunwayRow[]): Site | null {
  const { kind } = row;
  if (kind !== "large_airport" && kind !== "medium_airport" && kind !== "small_airport") return null;
  const lines = runways.map((runway) => toLine(row, runway)).filter((line) => line !== null);
  // An airport that lists helipads only is a heliport in all but name.
  if (lines.length === 0 && runways.some(isHelipad)) return null;
  const place = { latitudeDeg: row.latitudeDeg, longitudeDeg: row.longitudeDeg };
  return {
    ident: row.ident,
    kind,
    scheduledService: row.scheduledService,
    elevationFt: row.elevationFt,
    place,
    runways: lines.length === 0 ? [{ ends: [place, place] }] : lines,
  };
}

/** From end to end; two thirds of the rows lack those, so else laid through the reference point. */
function toLine(airport: AirportRow, runway: RunwayRow): RunwayLine | null {
  if (runway.closed || isHelipad(runway)) return null;
  const [low, high] = runway.ends;
  if (
    low?.latitudeDeg != null &&
    low.longitudeDeg != null &&
    high?.latitudeDeg != null &&
    high.longitudeDeg != null
  ) {
    return {
      ends: [
        { latitudeDeg: low.latitudeDeg, longitudeDeg: low.longitudeDeg },
        { latitudeDeg: high.latitudeDeg, longitudeDeg: high.longitudeDeg },
      ],
    };
  }
  const heading = low?.headingTrueDeg ?? headingOfIdent(low?.ident ?? null);
  if (heading === null || runway.lengthFt === null) return { ends: [airport, airport] };
  const half = (runway.lengthFt * METRES_PER_FOOT) / 2;
  return { ends: [pointAt(airport, heading + 180, half), pointAt(airport, heading, half)] };
}

function isHelipad({ ends }: RunwayRow): boolean {
  return ends[0]?.ident?.toUpperCase().startsWith("H") ?? false;
}

/** "09L" points to magnetic 090: near enough to true, where nothing better is known. */
function headingOfIdent(ident: string | null): number | null {
  const match = ident === null ? null : /^(\d{1,2})[LRCWGST]?$/.exec(ident);
  const tens = match === null ? 0 : Number(match[1]);
  return tens >= 1 && tens <= 36 ? tens * 10 : null;
}

/** Laid around the reference point without wrapping, so that no box spans the globe; searches are shifted instead. */
function boxesOf(sites: readonly Site[]): Flatbush {
  const boxes = new Flatbush(sites.length);
  for (const { place, runways } of sites) {
    let { latitudeDeg: south, longitudeDeg: west } = place;
    let [north, east] = [south, west];
    for (const end of runways.flatMap(({ ends }) => ends)) {
      const { eastM, northM } = offsetFrom(place, end);
      const width = METRES_PER_DEGREE * Math.cos(place.latitudeDeg * (Math.PI / 180));
      south = Math.min(south, place.latitudeDeg + northM / METRES_PER_DEGREE);
      north = Math.max(north, place.latitudeDeg + northM / METRES_PER_DEGREE);
      west = Math.min(west, place.longitudeDeg + eastM / width);
      east = Math.max(east, place.longitudeDeg + eastM / width);
    }
    boxes.add(west, south, east, north);
  }
  boxes.finish();
  return boxes;
}

/** The antimeridian: what lies across it is found one turn of the globe away. */
function turnsFor(longitudeDeg: number, wide: number): readonly number[] {
  // A runway may stick out of the edge by a few hundredths of a degree.
  const edge = 179.9 - wide;
  if (longitudeDeg > edge) return [0, -360];
  if (longitudeDeg < -edge) return [0, 360];
  return [0];
}
