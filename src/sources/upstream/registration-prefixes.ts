// Which register a mark belongs to, by its form: VRS registration prefixes. An address block alone calls a Hong Kong
// mark Chinese and a Bermudian one British, and a register without addresses has no block at all.
import { compactMark } from "../../identifiers/registration.ts";
import { readCsvRows } from "../csv-rows.ts";
import { findRaw } from "../raw-files.ts";
import { Tally } from "../tally.ts";

export interface MarkForms {
  readonly tally: Tally;
  /** ISO code of the register whose marks look like this; null where none does. */
  countryOf(mark: string): string | null;
  /** Whether the mark begins like those of a country's civil register, even if no listed form fits the rest. */
  beginsLike(mark: string, countryIso2: string): boolean;
}

interface Form {
  readonly prefix: string;
  readonly country: string;
  readonly whole: RegExp;
  readonly compact: RegExp;
}

const NEEDED = ["Prefix", "CountryISO2", "DecodeFullRegex", "DecodeNoHyphenRegex"];
/** Marks are short, prefixes shorter. */
const LONGEST_PREFIX = 4;

export function readMarkForms(rawFolder: string): MarkForms | null {
  const path = findRaw(rawFolder, "vrs-standing-data/registration-prefixes/schema-01/reg-prefixes.csv");
  if (path === null) return null;
  const tally = new Tally();
  const forms: Form[] = [];
  const options = { onSkip: (reason: string) => tally.reject(reason) };
  for (const fields of readCsvRows(path, NEEDED, options)) {
    const { Prefix = "", CountryISO2 = "", DecodeFullRegex = "", DecodeNoHyphenRegex = "" } = fields;
    const [whole, compact] = [patternOf(DecodeFullRegex), patternOf(DecodeNoHyphenRegex)];
    if (!/^[A-Z0-9]{1,4}$/.test(Prefix) || !/^[A-Z]{2}$/.test(CountryISO2))
      tally.reject("no prefix or no country");
    else if (whole === null || compact === null) tally.reject("a pattern that cannot be read");
    else {
      tally.use();
      forms.push({ prefix: Prefix, country: CountryISO2, whole, compact });
    }
  }
  tally.demandSome(path);
  return { tally, ...createMarkForms(forms) };
}

function createMarkForms(forms: readonly Form[]): Pick<MarkForms, "countryOf" | "beginsLike"> {
  const byPrefix = new Map<string, Form[]>();
  for (const form of forms) byPrefix.set(form.prefix, [...(byPrefix.get(form.prefix) ?? []), form]);
  const prefixes = new Map<string, Set<string>>();
  for (const { country, prefix } of forms)
    prefixes.set(country, (prefixes.get(country) ?? new Set()).add(prefix));
  return {
    countryOf(mark) {
      const bare = compactMark(mark);
      // The longer prefix is the narrower one: VP-B before V.
      for (let length = LONGEST_PREFIX; length > 0; length--) {
        const candidates = byPrefix.get(bare.slice(0, length)) ?? [];
        const form =
          candidates.find(({ whole }) => whole.test(mark)) ??
          candidates.find(({ compact }) => compact.test(bare));
        if (form !== undefined) return form.country;
      }
      return null;
    },
    beginsLike: (mark, country) =>
      [...(prefixes.get(country) ?? [])].some((prefix) => compactMark(mark).startsWith(prefix)),
  };
}

function patternOf(text: string): RegExp | null {
  if (text === "") return null;
  try {
    return new RegExp(`^(?:${text})$`);
  } catch {
    return null;
  }
}
