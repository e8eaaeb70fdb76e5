// What a user names as a source: a file, a folder, an address to poll, a stream, standard input; and after a # what to
// call it and how much of the sky it hears.
import { AREAS, type Area } from "./sighting.ts";

export type SourceSpec = SourcePlace & {
  /** For people: without passwords and query strings, which may hold keys. */
  readonly label: string;
  /** What receptions are filed under; null for what the format suggests. */
  readonly name: string | null;
  readonly area: Area | null;
};

export type SourcePlace =
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "http"; readonly url: URL }
  | { readonly kind: "sbs"; readonly host: string; readonly port: number }
  | { readonly kind: "stdin" };

export const SBS_PORT = 30_003;

const NAME = /^[a-z0-9][a-z0-9-]{0,31}$/;
const ALL_AREAS = AREAS.join(", ");
/** So near to an area a word is taken for a slip, such as two letters swapped: as a name it would hide a wrong area. */
const MISTYPED = 2;

/** The spec, or a sentence on what is wrong. */
export function parseSource(text: string): SourceSpec | string {
  const hash = text.lastIndexOf("#");
  const words = hash < 0 ? [] : text.slice(hash + 1).split(",");
  const place = placeOf(hash < 0 ? text : text.slice(0, hash));
  if (typeof place === "string") return place;
  const said = readWords(words);
  return typeof said === "string" ? said : { ...place, ...said, label: labelOf(place) };
}

/** What stands after the #: a name, an area, both or neither, in any order. */
function readWords(words: readonly string[]): Pick<SourceSpec, "name" | "area"> | string {
  let name: string | null = null;
  let area: Area | null = null;
  for (const word of words) {
    const known = AREAS.find((one) => one === word);
    if (known === undefined && !NAME.test(word))
      return `'${word}' after the # is neither an area (${ALL_AREAS}) nor a name (lower-case letters, digits, hyphens).`;
    const meant = known ?? AREAS.find((one) => editDistance(one, word) <= MISTYPED);
    if (known === undefined && meant !== undefined)
      return `'${word}' after the # is too much like an area (${ALL_AREAS}) to be a name. Did you mean '${meant}'? If not, choose another name.`;
    const before = known === undefined ? name : area;
    if (before !== null)
      return `'${before}' and '${word}' after the # are too many: a source has one name of your choice and one area (${ALL_AREAS}).`;
    if (known === undefined) name = word;
    else area = known;
  }
  return { name, area };
}

/** Letters to add, leave out or change (Levenshtein). */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const changed = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(changed, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

function placeOf(text: string): SourcePlace | string {
  if (text === "-") return { kind: "stdin" };
  if (text === "")
    return "A source is missing: give a file, a folder, a URL, sbs://host:30003, or - for standard input.";
  const scheme = /^([a-z][a-z0-9+.-]+):\/\//i.exec(text)?.[1]?.toLowerCase();
  if (scheme === undefined) return { kind: "file", path: text };
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return `'${text}' is not a valid address.`;
  }
  switch (scheme) {
    case "file":
      return { kind: "file", path: decodeURIComponent(url.pathname) };
    case "http":
    case "https":
      return { kind: "http", url };
    case "sbs":
    case "tcp": {
      if (url.hostname === "") return `'${text}' names no host: write sbs://host:${SBS_PORT}.`;
      const port = url.port === "" ? SBS_PORT : Number(url.port);
      // A frequent mistake, as 30005 is what most feeders forward.
      if (port === 30_005)
        return "Port 30005 speaks Beast, a binary format that is not read. Use the SBS port (30003), or aircraft.json.";
      return { kind: "sbs", host: url.hostname.replace(/^\[|\]$/g, ""), port };
    }
    default:
      return `'${scheme}://' is not understood: give a file, a folder, http(s)://, sbs://host:${SBS_PORT}, or - for standard input.`;
  }
}

function labelOf(place: SourcePlace): string {
  switch (place.kind) {
    case "file":
      return place.path;
    case "http":
      return `${place.url.origin}${place.url.pathname}`;
    case "sbs":
      return `sbs://${place.host}:${place.port}`;
    case "stdin":
      return "standard input";
    default:
      return place satisfies never;
  }
}
