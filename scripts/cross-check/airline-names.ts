// Whether two texts name the same airline: databases write "Delta Air Lines", "Delta Airlines Inc." or
// "EASY JET AIRLINE CO LTD". Alike means that the distinctive words of one are all among the other's, or that they
// are the same letters once spaces are gone.

/** Words that half of all airlines carry, in the languages airlines are named in. */
const COMMON_WORDS = new Set(
  `air airline airlines airway airways airlink aviation aviacion aviacao avia aero aereo aerea aereas aereos aerolinea
  aerolineas aeronautica lineas linea linhas linee lines line luftfahrt luftfahrtgesellschaft luftverkehr luftverkehrs
  fluggesellschaft flug flugfelag flyg fly flight flights jet jets wings sky cargo freight express charter charters regional
  international intl national domestic transport transporte transportes transports transportation service services
  servicios servicos group holding company compania compagnie corporation corp inc incorporated ltd limited llc lc co
  sa sarl srl spa gmbh ag bv nv ab as oy plc pjsc jsc ooo pt pte pty sdn bhd kg pvt private dba the of and de del
  la le les el los du des da do di y et und i e v`.split(/\s+/),
);

export function alikeNames(ours: readonly string[], theirs: string): boolean {
  return ours.some((name) => alike(name, theirs));
}

function alike(one: string, other: string): boolean {
  const [a, b] = [wordsOf(one), wordsOf(other)];
  if (a.join("") === b.join("")) return true;
  const [strippedA, strippedB] = [distinctive(a), distinctive(b)];
  // "Regional Air Services" has no word of its own: only the same words in the same order will do.
  if (strippedA.length === 0 || strippedB.length === 0) return startsAlike(a, b);
  // One shared word is not enough: Royal Air Philippines took the code of Royal Aruban Airlines.
  const held =
    strippedA.every((word) => strippedB.includes(word)) ||
    strippedB.every((word) => strippedA.includes(word));
  // "easyJet" and "Easy Jet", "Blue Bird" and "Bluebird Cargo": the same letters, split differently.
  return held || sameLetters(strippedA, b) || sameLetters(strippedB, a);
}

function startsAlike(words: readonly string[], others: readonly string[]): boolean {
  const shorter = Math.min(words.length, others.length);
  return shorter > 1 && words.slice(0, shorter).join(" ") === others.slice(0, shorter).join(" ");
}

const SHORTEST_TELLING_RUN = 5;

function sameLetters(words: readonly string[], others: readonly string[]): boolean {
  const run = words.join("");
  return run.length >= SHORTEST_TELLING_RUN && others.join("").includes(run);
}

function distinctive(words: readonly string[]): readonly string[] {
  return words.filter((word) => word.length > 1 && !COMMON_WORDS.has(word));
}

/** Lower case, accents gone, apostrophes and dots closed up, everything else a space. */
function wordsOf(name: string): readonly string[] {
  return name
    .toLowerCase()
    .replace(/[øœæßıłđ]/g, (letter) => SPELLED_OUT[letter] ?? letter)
    .normalize("NFKD")
    .replace(/[\u0300-\u036f'’`.]/g, "")
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
}

const SPELLED_OUT: Readonly<Record<string, string>> = {
  ø: "o",
  œ: "oe",
  æ: "ae",
  ß: "ss",
  ı: "i",
  ł: "l",
  đ: "d",
};
