// fleet inspect: what is in the current snapshot, where it came from, what is missing.
import type { Coverage } from "../model/coverage.ts";
import { readCurrentManifest } from "../snapshot/folder.ts";
import type { Manifest } from "../snapshot/manifest.ts";
import { CommandError, type Console, EXIT } from "./console.ts";
import { percent } from "./describe-build.ts";

export interface InspectOptions {
  readonly data: string;
  readonly json: boolean;
}

const SHOWN = 15;

export function inspect({ data, json }: InspectOptions, console: Console): number {
  const manifest = readCurrentManifest(data);
  if (manifest === null) {
    throw new CommandError(
      `There is no snapshot in ${data}. Run 'fleet build' to make one.`,
      EXIT.noSnapshot,
    );
  }
  console.out(json ? JSON.stringify(manifest, null, 2) : describe(manifest));
  return EXIT.ok;
}

function describe(manifest: Manifest): string {
  const coverage = manifest.report as Coverage;
  const { airframes } = coverage;
  return [
    `Snapshot ${manifest.snapshot}, data of ${manifest.dataDate}, pack ${megabytes(manifest.pack.bytes)}, ${manifest.keyCount.toLocaleString("en")} identifiers`,
    section("Records", manifest.counts),
    section("Known of the airframes", coverage.known, (count) => percent(count, airframes)),
    section("Airframes by country of registry", coverage.byCountry),
    section("Airframes by class of owner", coverage.byOwnerClass, (count) => percent(count, airframes)),
    section("Airframes by basis of the operator", coverage.byOperatorBasis, (count) =>
      percent(count, airframes),
    ),
    section("Airports", {
      "with a code": coverage.airports.total,
      "of them with runways": coverage.airports.withRunways,
    }),
    section(
      "Sources",
      Object.fromEntries(
        manifest.sources.map((source) => [`${source.id} of ${source.date} (${source.licence})`, source.rows]),
      ),
    ),
    section("Left out of the commercial scope", coverage.outOfScope),
    ...Object.entries(coverage.accounts).map(([name, account]) => section(`Rows: ${name}`, account)),
    section("Merged", inPlainWords(coverage.merge)),
    list("Curated airlines that a database names otherwise", coverage.disagreements),
    section("Type codes nobody knows", coverage.unknownTypes),
    section("Operators that databases name and that were not taken", coverage.doubtfulOperators),
    section("Owners nobody classified yet", coverage.unclassifiedOwners),
    list("Impossible build years, dropped", coverage.impossibleYears),
    section(
      "Identifiers several records claim",
      Object.fromEntries(Object.entries(manifest.collisions).map(([name, { count }]) => [name, count])),
    ),
    list("Corrections applied", coverage.corrections.applied),
    list("Corrections that met no record", coverage.corrections.unused),
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

function section(
  title: string,
  counts: Readonly<Record<string, number>>,
  more: (count: number) => string = () => "",
): string {
  const entries = Object.entries(counts);
  if (entries.length === 0) return "";
  const width = Math.max(...entries.slice(0, SHOWN).map(([, count]) => count.toLocaleString("en").length));
  const lines = entries
    .slice(0, SHOWN)
    .map(([name, count]) =>
      `  ${count.toLocaleString("en").padStart(width)}  ${inWords(name)} ${more(count)}`.trimEnd(),
    );
  if (entries.length > SHOWN) lines.push(`  … and ${entries.length - SHOWN} more (--json lists them)`);
  return `${title}\n${lines.join("\n")}`;
}

function inPlainWords(merge: Coverage["merge"]): Record<string, number> {
  return {
    "rows of all sources": merge.rows,
    airframes: merge.airframes,
    "of them named differently by sources": merge.conflictingMarks,
    "marks under the addresses of several airframes": merge.sharedMarks,
    "addresses that went to the airframe of their mark and type": merge.unitedAddresses,
    "known by their mark alone": merge.byMarkOnly,
    "rows about a mark's former holder": merge.formerHolders,
  };
}

/** Names of fields lose their underscores, names of files keep them. */
function inWords(name: string): string {
  return name.includes("/") ? name : name.replaceAll("_", " ");
}

function list(title: string, entries: readonly string[]): string {
  if (entries.length === 0) return "";
  const shown = entries.slice(0, SHOWN).map((entry) => `  ${entry}`);
  if (entries.length > SHOWN) shown.push(`  … and ${entries.length - SHOWN} more (--json lists them)`);
  return `${title} (${entries.length})\n${shown.join("\n")}`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
