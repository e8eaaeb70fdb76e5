// What a source covered: in which hours it was heard, and from which squares of the sky. Bounded; merged from run to run.
import type { Reception } from "./reception.ts";
import { type Area, dayOf, type SourceCoverage } from "./sighting.ts";

export interface Coverage {
  readonly id: string;
  area: Area;
  format: string;
  firstMs: number;
  lastMs: number;
  messages: number;
  /** Day to a bit for each hour. */
  readonly hours: Map<number, number>;
  /** Numbers of five-degree squares, counted from the south-west. */
  readonly cells: Set<number>;
  dirty: boolean;
}

/** A year and some: statuses look back a month. */
const KEPT_DAYS = 400;
const CELL_DEG = 5;
const CELLS_AROUND = 360 / CELL_DEG;

export function newCoverage(id: string, area: Area): Coverage {
  const never = { firstMs: Number.POSITIVE_INFINITY, lastMs: Number.NEGATIVE_INFINITY };
  return { id, area, format: "", ...never, messages: 0, hours: new Map(), cells: new Set(), dirty: false };
}

export function noteCovered(coverage: Coverage, { atMs, latitudeDeg, longitudeDeg }: Reception): void {
  coverage.messages++;
  if (atMs < coverage.firstMs) coverage.firstMs = atMs;
  if (atMs > coverage.lastMs) coverage.lastMs = atMs;
  const day = dayOf(atMs);
  const hour = 1 << (Math.floor(atMs / 3_600_000) % 24);
  const known = coverage.hours.get(day) ?? 0;
  if ((known & hour) === 0) coverage.hours.set(day, known | hour);
  if (latitudeDeg !== null && longitudeDeg !== null) coverage.cells.add(cellOf(latitudeDeg, longitudeDeg));
  coverage.dirty = true;
}

/** Forgets days long past; call now and then. */
export function trimCoverage(coverage: Coverage): void {
  const oldest = dayOf(coverage.lastMs) - KEPT_DAYS;
  for (const day of coverage.hours.keys()) if (day < oldest) coverage.hours.delete(day);
}

export function toSourceCoverage({
  id,
  area,
  format,
  firstMs,
  lastMs,
  messages,
  hours,
  cells,
}: Coverage): SourceCoverage {
  const days = [...hours].sort(([a], [b]) => a - b).map(([day, bits]) => ({ day, hours: countBits(bits) }));
  const corners = [...cells].sort((a, b) => a - b).map(cornerOf);
  return { id, area, format, firstMs, lastMs, messages, days, cells: corners };
}

function cellOf(latitudeDeg: number, longitudeDeg: number): number {
  const row = Math.min(180 / CELL_DEG - 1, Math.floor((latitudeDeg + 90) / CELL_DEG));
  return row * CELLS_AROUND + (Math.floor((longitudeDeg + 180) / CELL_DEG) % CELLS_AROUND);
}

function cornerOf(cell: number): string {
  return `${Math.floor(cell / CELLS_AROUND) * CELL_DEG - 90},${(cell % CELLS_AROUND) * CELL_DEG - 180}`;
}

function countBits(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}
