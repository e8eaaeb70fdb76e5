// What an observer looks like to people: a few lines for a terminal that are drawn over, one line for a log. Pure.

import type { NewVisit } from "./aggregator.ts";
import type { SourceStatus } from "./intake.ts";
import type { Observer } from "./observer.ts";
import { addTally, createTally, type Tally } from "./reception.ts";

export interface Pulse {
  readonly nowMs: number;
  /** Messages a second, of late. */
  readonly rate: number;
}

type Shown = Pick<Observer, "sources" | "seen" | "newVisits" | "inView">;

const MAX_SOURCES = 8;
const MAX_VISITS = 5;

export function renderScreen(observer: Shown, { nowMs, rate }: Pulse, columns: number): readonly string[] {
  const { sources, seen, newVisits } = observer;
  const tally = totalOf(sources);
  const lines = [
    `${count(rate)} messages/s   ${count(observer.inView())} aircraft in view   ${count(seen.aircraft)} heard (${count(seen.new)} new)   lag ${lagOf(sources, nowMs)}   rejected ${share(tally)}`,
    ...sources.slice(0, MAX_SOURCES).map((source) => sourceLine(source)),
    ...(sources.length > MAX_SOURCES ? [`  … and ${sources.length - MAX_SOURCES} more sources`] : []),
    `${countOf(seen.visits, "airport visit")}${newVisits.length === 0 ? "" : ", the newest:"}`,
    ...newVisits.slice(-MAX_VISITS).reverse().map(visitLine),
  ];
  // A line that wraps would leave traces behind when it is drawn over.
  return lines.map((line) => (line.length < columns ? line : `${line.slice(0, Math.max(0, columns - 2))}…`));
}

export function renderLine(observer: Shown, { nowMs, rate }: Pulse): string {
  const { sources, seen } = observer;
  const tally = totalOf(sources);
  return `${timeOf(nowMs)} ${count(rate)} messages/s, ${count(observer.inView())} aircraft in view, ${count(seen.aircraft)} heard (${count(seen.new)} new), ${countOf(seen.visits, "visit")}, lag ${lagOf(sources, nowMs)}, rejected ${share(tally)}${reasons(tally)}`;
}

/** One source's account: every message is taken or rejected for a reason. */
export function describeTally({ messages, taken, positions, rejected }: Tally): string {
  const refused = [...rejected.values()].reduce((sum, number) => sum + number, 0);
  return `${countOf(messages, "message")} = ${count(taken)} taken + ${count(refused)} rejected${reasons({ rejected })}; ${countOf(positions, "position")}`;
}

export function totalOf(sources: readonly SourceStatus[]): Tally {
  const sum = createTally();
  for (const { tally } of sources) addTally(sum, tally);
  return sum;
}

export function count(number: number): string {
  return Math.round(number).toLocaleString("en");
}

/** For words that take an s. */
export function countOf(number: number, noun: string): string {
  return `${count(number)} ${noun}${number === 1 ? "" : "s"}`;
}

function sourceLine({ spec, area, format, state, tally }: SourceStatus): string {
  return `  ${spec.label}  ${format ?? "not recognised yet"}, ${area}, ${state}, ${count(tally.taken)} taken`;
}

function visitLine({ address, visit }: NewVisit): string {
  const { airportIdent, seenMs, callsign, arrived, basis } = visit;
  const what = basis === "departure" ? "left" : arrived ? "came to" : "is at";
  return `  ${timeOf(seenMs)}  ${address} ${(callsign ?? "").padEnd(8)} ${what} ${airportIdent}`;
}

function lagOf(sources: readonly SourceStatus[], nowMs: number): string {
  const newest = Math.max(...sources.map(({ newestMs }) => newestMs ?? Number.NEGATIVE_INFINITY));
  if (!Number.isFinite(newest)) return "unknown";
  const seconds = Math.max(0, nowMs - newest) / 1_000;
  if (seconds < 100) return `${seconds.toFixed(1)} s`;
  return seconds < 7_200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3_600)} h`;
}

function share({ messages, taken }: Tally): string {
  return messages === 0 ? "none" : `${((100 * (messages - taken)) / messages).toFixed(1)} %`;
}

function reasons({ rejected }: Pick<Tally, "rejected">): string {
  const parts = [...rejected]
    .sort(([, a], [, b]) => b - a)
    .map(([reason, number]) => `${count(number)} ${reason}`);
  return parts.length === 0 ? "" : ` (${parts.join(", ")})`;
}

function timeOf(ms: number): string {
  return `${new Date(ms).toISOString().slice(11, 19)}Z`;
}
