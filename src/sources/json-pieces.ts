// A long JSON array of objects, or object of arrays, parsed piece by piece: half a million entries parsed at once are a
// quarter of a gigabyte, and most of them are dropped as soon as they were looked at. Unlike in a whole object, a key that
// stands twice, far apart, comes twice, and keys that look like numbers come first in their piece only.

export interface Brackets {
  readonly open: string;
  readonly close: string;
  /** What stands between two entries: the end of one, a comma, the beginning of the next. */
  readonly seam: string;
}

export const ROWS: Brackets = { open: "[", close: "]", seam: "},{" };
export const ENTRIES: Brackets = { open: "{", close: "}", seam: '],"' };

const PIECE_CHARACTERS = 1 << 18;
/** A text value may hold what looks like a seam: the piece then goes on to the next. More than a few are a damaged file. */
const MOST_FALSE_SEAMS = 8;

/** Pieces of what stands between `start` (behind the opening bracket) and `end`, each an array or an object itself. */
export function* jsonPieces(text: string, start: number, end: number, brackets: Brackets): Iterable<unknown> {
  for (let from = start; from < end; ) {
    const piece = nextPiece(text, from, end, brackets);
    yield piece.value;
    from = piece.next;
  }
}

function nextPiece(
  text: string,
  from: number,
  end: number,
  { open, close, seam }: Brackets,
): { readonly value: unknown; readonly next: number } {
  let seamAt = from + PIECE_CHARACTERS;
  for (let falseSeams = 0; ; falseSeams++) {
    seamAt = text.indexOf(seam, seamAt);
    const isLast = seamAt < 0 || seamAt >= end;
    const to = isLast ? end : seamAt + 1;
    try {
      return { value: JSON.parse(open + text.slice(from, to) + close), next: isLast ? end : to + 1 };
    } catch (error) {
      if (isLast || falseSeams === MOST_FALSE_SEAMS) throw error;
    }
    seamAt++;
  }
}
