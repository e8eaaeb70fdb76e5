// Generated blocks in Markdown files: what stands between <!-- generated:NAME --> and <!-- /generated --> is made
// from the program and its data, everything around it is written by hand.

const BLOCK = /(<!-- generated:([a-z-]+) -->\n)[\s\S]*?(<!-- \/generated -->)/g;
const OPENING = /<!-- generated:/g;

/** Content by name. */
export type Blocks = ReadonlyMap<string, string>;
/** Null: the block exists, and stays as it stands. */
export type BlocksOrKept = ReadonlyMap<string, string | null>;

/** The text with every block filled in anew; throws where a block has no end or nobody makes it. */
export function fillBlocks(file: string, text: string, blocks: BlocksOrKept): string {
  const names = blockNames(text);
  if (names.length !== (text.match(OPENING) ?? []).length) {
    throw new Error(`${file}: a generated block is not closed: end it with <!-- /generated -->`);
  }
  return text.replace(BLOCK, (whole, opening: string, name: string, closing: string) => {
    const content = blocks.get(name);
    if (content === undefined) {
      throw new Error(`${file}: nobody makes the block ${name}; there are ${[...blocks.keys()].join(", ")}`);
    }
    return content === null ? whole : `${opening}${content}\n${closing}`;
  });
}

export function blockNames(text: string): string[] {
  return [...text.matchAll(BLOCK)].map(([, , name]) => name ?? "");
}
