// fleet inspect <mark or address>: which source said what of one airframe, and which word counts.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseModeSAddress } from "../identifiers/mode-s-address.ts";
import { compactMark, parseRegistration } from "../identifiers/registration.ts";
import { addressOfUsRegistration } from "../identifiers/us-registration.ts";
import { explain, type FieldExplanation } from "../model/explain.ts";
import { buildFleet } from "../model/fleet.ts";
import type { FleetAirframe } from "../model/fleet-airframe.ts";
import { mergeAirframes } from "../model/merge.ts";
import { createOwnerLookup } from "../model/owners.ts";
import { isAtHome } from "../model/registry.ts";
import { readCurrentManifest } from "../snapshot/folder.ts";
import type { AcceptRow, AirframeRow } from "../sources/airframe-row.ts";
import type { BundledPaths } from "../sources/bundled.ts";
import { SourceError } from "../sources/source-error.ts";
import { readUsRegister } from "../sources/us-register.ts";
import { AIRFRAME_UPSTREAMS } from "../sources/world.ts";
import { CommandError, type Console, EXIT } from "./console.ts";
import { gather } from "./gather.ts";

export interface ExplainOptions {
  readonly identifier: string;
  readonly data: string;
  /** Absent: the folder the current snapshot was built with, or raw/ in the data folder. */
  readonly raw?: string;
  readonly includeUnlicensed: boolean;
  readonly paths: BundledPaths;
  readonly json: boolean;
}

interface Explained {
  readonly registration: string | null;
  readonly mode_s_hex: string | null;
  readonly other_addresses: readonly string[];
  /** Why a build of the commercial scope leaves it out; null if it does not. */
  readonly left_out: string | null;
  readonly fields: readonly FieldExplanation[];
}

export async function explainAirframe(options: ExplainOptions, console: Console): Promise<number> {
  const raw = options.raw ?? readCurrentManifest(options.data)?.recipe?.raw ?? rawOf(options.data);
  try {
    const found = await explained(options, raw, (stage) => console.progress(`reading ${stage}`));
    console.settle();
    if (found.length === 0) {
      console.note(
        `No source knows an airframe ${options.identifier}${raw === undefined ? "; there is no raw folder, so only the US register was asked" : ""}.`,
      );
      return EXIT.notFound;
    }
    console.out(options.json ? JSON.stringify(found, null, 2) : found.map(describe).join("\n\n"));
    return EXIT.ok;
  } catch (error) {
    console.settle();
    if (!(error instanceof SourceError)) throw error;
    throw new CommandError(error.message, EXIT.badInput, { cause: error });
  }
}

function rawOf(data: string): string | undefined {
  const folder = join(data, "raw");
  return existsSync(folder) ? folder : undefined;
}

async function explained(
  options: ExplainOptions,
  raw: string | undefined,
  progress: (stage: string) => void,
): Promise<readonly Explained[]> {
  const names = namesOf(options.identifier);
  // A US mark has its address by arithmetic; for others a first look finds what goes with them.
  if (addressOfUsRegistration([...names.marks].join()) === null)
    addFurtherNames(names, options, raw, progress);
  const { input } = await gather(
    {
      data: options.data,
      paths: options.paths,
      includeUnlicensed: options.includeUnlicensed,
      scope: "all",
      only: isOneOf(names),
      ...(raw === undefined ? {} : { raw }),
    },
    progress,
  );
  const merged = mergeAirframes(input.airframes, (mark, address) => isAtHome(mark, address, input)).airframes;
  // In scope "all" nothing is left out, so airframes and what they were merged from stand in the same order.
  const { airframes } = buildFleet(input);
  const ownerOf = createOwnerLookup(input.tables.owners.rows);
  // 14+01 and 1401 are two marks: the spelling asked for leaves out those that only look like it.
  const asked = parseRegistration(options.identifier);
  const exact = airframes.some(({ registration }) => registration === asked);
  return merged.flatMap((from, at) => {
    const airframe = airframes[at];
    if (airframe === undefined || (exact && airframe.registration !== asked)) return [];
    const alone = buildFleet({ ...input, scope: "commercial", airframes: from.rows.map((row) => [row]) });
    const [leftOut] = alone.airframes.length > 0 ? [null] : [...alone.gaps.outOfScope.keys()];
    return [toExplained(airframe, leftOut ?? null, explain(from, airframe, ownerOf))];
  });
}

function toExplained(
  airframe: FleetAirframe,
  leftOut: string | null,
  fields: readonly FieldExplanation[],
): Explained {
  return {
    registration: airframe.registration,
    mode_s_hex: airframe.address,
    other_addresses: airframe.otherAddresses,
    left_out: leftOut,
    fields,
  };
}

/** What the airframe may stand under; marks without their separators. */
interface Names {
  readonly marks: Set<string>;
  readonly addresses: Set<string>;
}

/** Six hex digits may be both: B18901 is an address and, without its hyphen, a mark. */
function namesOf(identifier: string): Names {
  const mark = parseRegistration(identifier);
  const address = parseModeSAddress(identifier);
  const us = mark === null ? null : addressOfUsRegistration(mark);
  return {
    marks: new Set(mark === null ? [] : [compactMark(mark)]),
    addresses: new Set([address, us].filter((known) => known !== null)),
  };
}

function isOneOf({ marks, addresses }: Names): AcceptRow {
  return ({ address, registration }) =>
    (address !== null && addresses.has(address)) ||
    (registration !== null && marks.has(compactMark(registration)));
}

/** Adds the addresses of the mark, and the marks of the address. */
function addFurtherNames(
  names: Names,
  { paths, includeUnlicensed }: ExplainOptions,
  raw: string | undefined,
  progress: (stage: string) => void,
): void {
  const found: AirframeRow[] = [];
  const isNamed = isOneOf(names);
  const note: AcceptRow = (row) => {
    if (isNamed(row)) found.push(row);
    return false;
  };
  progress("which airframe is meant");
  readUsRegister(paths.register, note);
  for (const upstream of raw === undefined ? [] : AIRFRAME_UPSTREAMS)
    if (upstream.source.servable || includeUnlicensed) upstream.read(raw ?? "", note);
  for (const { address, registration } of found) {
    if (address !== null) names.addresses.add(address);
    if (registration !== null) names.marks.add(compactMark(registration));
  }
}

function describe({ registration, mode_s_hex, other_addresses, left_out, fields }: Explained): string {
  const also = other_addresses.length === 0 ? "" : `, also found under ${other_addresses.join(", ")}`;
  const lines = [`${registration ?? "no mark"} · ${mode_s_hex ?? "no address"}${also}`];
  if (left_out !== null) lines.push(`Left out of the commercial scope: ${left_out}`);
  const width = Math.max(...fields.flatMap(({ words }) => words.map(({ source }) => source.length)));
  for (const { field, result, words } of fields) {
    lines.push("", `${field}${result === null ? "" : `: ${result}`}`);
    for (const { source, said, won, note } of words)
      lines.push(
        `  ${won ? "→" : " "} ${source.padEnd(width)}  ${said}${note === null ? "" : `  (${note})`}`,
      );
  }
  return lines.join("\n");
}
