// Which country, or whose military, a Mode S address belongs to: VRS code blocks. Blocks nest; the narrowest decides.
import { VRS } from "../catalog.ts";
import { readCsvRows } from "../csv-rows.ts";
import { findRaw } from "../raw-files.ts";
import { Tally } from "../tally.ts";

export interface BlockOfAddress {
  readonly countryIso2: string | null;
  readonly military: boolean;
}

export interface CodeBlocks {
  readonly source: string;
  readonly tally: Tally;
  of(address: string): BlockOfAddress;
}

interface Block extends BlockOfAddress {
  readonly start: number;
  readonly finish: number;
}

const UNKNOWN: BlockOfAddress = { countryIso2: null, military: false };

const NEEDED = ["Start", "Finish", "IsMilitary", "CountryISO2"];

export function readCodeBlocks(rawFolder: string): CodeBlocks | null {
  const path = findRaw(rawFolder, "vrs-standing-data/code-blocks/schema-01/code-blocks.csv");
  if (path === null) return null;
  const tally = new Tally();
  const blocks: Block[] = [];
  const options = { onSkip: (reason: string) => tally.reject(reason) };
  for (const fields of readCsvRows(path, NEEDED, options)) {
    const { Start = "", Finish = "", IsMilitary = "", CountryISO2 = "" } = fields;
    const [start, finish] = [addressOf(Start), addressOf(Finish)];
    if (!(start <= finish)) {
      tally.reject("no range");
      continue;
    }
    tally.use();
    // ZZ is the whole space that nobody was given.
    const countryIso2 = /^[A-Z]{2}$/.test(CountryISO2) && CountryISO2 !== "ZZ" ? CountryISO2 : null;
    blocks.push({ start, finish, military: IsMilitary === "1", countryIso2 });
  }
  tally.demandSome(path);
  return { source: VRS.id, tally, of: createLookup(blocks) };
}

/** Not a number for anything but six hex digits: parseInt alone would read "7Z" as 7. */
function addressOf(text: string): number {
  return /^[0-9A-F]{6}$/i.test(text) ? Number.parseInt(text, 16) : Number.NaN;
}

/** Flat segments with the narrowest block of each, found by bisection. */
export function createLookup(blocks: readonly Block[]): (address: string) => BlockOfAddress {
  const edges = [...new Set([0, ...blocks.flatMap(({ start, finish }) => [start, finish + 1])])].sort(
    (a, b) => a - b,
  );
  const byWidth = [...blocks].sort((a, b) => a.finish - a.start - (b.finish - b.start));
  const segments = edges.map(
    (edge) => byWidth.find(({ start, finish }) => start <= edge && edge <= finish) ?? UNKNOWN,
  );
  return (address) => {
    const value = Number.parseInt(address, 16);
    let low = 0;
    let high = edges.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((edges[middle] as number) <= value) low = middle;
      else high = middle - 1;
    }
    return segments[low] ?? UNKNOWN;
  };
}
