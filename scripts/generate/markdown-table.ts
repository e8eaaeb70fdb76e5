// A Markdown table from rows of cells.

export type Align = "left" | "right";

export function markdownTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  align: readonly Align[] = [],
): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  const rule = head.map((_, at) => (align[at] === "right" ? "---:" : "---"));
  return [line(head), line(rule), ...rows.map(line)].join("\n");
}
