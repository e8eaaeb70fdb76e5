// Rounds to one table of ratios.
import { SERVER_NAMES, type ServerName } from "./servers.ts";

export interface Measurement {
  readonly requestsPerCpuSecond: number;
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

export type Round = ReadonlyMap<ServerName, Measurement>;

const BASE: ServerName = "bare node:http";
const COLUMNS: readonly (readonly [keyof Measurement, string])[] = [
  ["requestsPerCpuSecond", "requests per CPU second"],
  ["requestsPerSecond", "requests per second"],
  ["p50Ms", "p50"],
  ["p99Ms", "p99"],
];

/** Each figure relative to bare node:http in the same round: the median, and the quartiles around it. */
export function ratioTable(rounds: readonly Round[]): string {
  const rows = SERVER_NAMES.map((name) => [
    name,
    ...COLUMNS.map(([column]) => {
      const ratios = rounds.map((round) => figure(round, name, column) / figure(round, BASE, column));
      return name === BASE ? "1" : withSpread(ratios);
    }),
  ]);
  return markdown(["server", ...COLUMNS.map(([, title]) => title)], rows);
}

/** The same in absolute figures, medians: what the ratios were made of on this machine. */
export function absoluteTable(rounds: readonly Round[]): string {
  const median = (name: ServerName, column: keyof Measurement) =>
    quantile(
      rounds.map((round) => figure(round, name, column)),
      0.5,
    );
  const rows = SERVER_NAMES.map((name) => [
    name,
    (1e6 / median(name, "requestsPerCpuSecond")).toFixed(1),
    median(name, "requestsPerSecond").toFixed(0),
    median(name, "p50Ms").toFixed(2),
    median(name, "p99Ms").toFixed(2),
  ]);
  return markdown(["server", "CPU µs per request", "requests per second", "p50 ms", "p99 ms"], rows);
}

export function overFastify(rounds: readonly Round[], name: ServerName): string {
  return withSpread(
    rounds.map(
      (round) =>
        figure(round, name, "requestsPerCpuSecond") / figure(round, "Fastify", "requestsPerCpuSecond"),
    ),
  );
}

function figure(round: Round, name: ServerName, column: keyof Measurement): number {
  const measurement = round.get(name);
  if (measurement === undefined) throw new Error(`${name} was not measured`);
  return measurement[column];
}

function withSpread(values: readonly number[]): string {
  const [low, middle, high] = [0.25, 0.5, 0.75].map((share) => quantile(values, share).toFixed(2));
  return `${middle} (${low}–${high})`;
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (sorted.length - 1) * share;
  const [low, high] = [sorted[Math.floor(at)] ?? 0, sorted[Math.ceil(at)] ?? 0];
  return low + (high - low) * (at - Math.floor(at));
}

export function markdown(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [titles, titles.map(() => "-"), ...rows];
  const widths = titles.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all
    .map((row, line) =>
      row.map((cell, column) => cell.padEnd(widths[column] ?? 0, line === 1 ? "-" : " ")).join(" | "),
    )
    .map((line) => `| ${line} |`)
    .join("\n");
}
