// Slugs: names of records made fit for a path, lower case, ASCII letters, digits and single hyphens.
import type { Brand } from "./brand.ts";

export type Slug = Brand<"Slug">;

const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const MAX_SLUG_LENGTH = 64;
/** Letters that do not fall apart into a base letter and a mark under NFKD. */
const SPELLED_OUT: Readonly<Record<string, string>> = {
  æ: "ae",
  ð: "d",
  đ: "d",
  ħ: "h",
  ı: "i",
  ł: "l",
  ø: "o",
  œ: "oe",
  ß: "ss",
  þ: "th",
  "&": " and ",
};

export function parseSlug(text: string): Slug | null {
  return text.length <= MAX_SLUG_LENGTH && SLUG.test(text) ? (text as Slug) : null;
}

/** "Azul Linhas Aéreas" becomes azul-linhas-aereas; null where no ASCII letter or digit is left. */
export function toSlug(name: string): Slug | null {
  // Taken apart first: "Ǿ" holds an "ø", "№" becomes a capital letter only here.
  const plain = name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[æðđħıłøœßþ&]/g, (letter) => SPELLED_OUT[letter] ?? letter)
    .replace(/[\u0300-\u036f'’`.]/g, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, MAX_SLUG_LENGTH)
    .replace(/-$/, "");
  return parseSlug(plain);
}
