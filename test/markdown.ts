// Reads the Markdown of this repository the way the tests need it: tables by their heading, code spans, links.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("..", import.meta.url));

export function readText(path: string): string {
  return readFileSync(join(ROOT, path), "utf8");
}

/** Every Markdown page that people read here, relative to the root. */
export function markdownPages(): string[] {
  const inFolder = (folder: string) =>
    existsSync(join(ROOT, folder))
      ? readdirSync(join(ROOT, folder))
          .filter((name) => name.endsWith(".md"))
          .map((name) => `${folder}${name}`)
      : [];
  return ["./", "docs/", "bench/", ".github/"].flatMap(inFolder).map((path) => path.replace(/^\.\//, ""));
}

/** Cells of the first table under a heading, without its header row. */
export function tableUnder(markdown: string, heading: string): string[][] {
  const lines = markdown.split("\n");
  const start = lines.findIndex((line) => /^#+ /.test(line) && line.replace(/^#+ /, "") === heading);
  if (start < 0) throw new Error(`there is no heading '${heading}'`);
  const first = lines.findIndex((line, at) => at > start && line.startsWith("|"));
  const after = lines.findIndex((line, at) => at > first && !line.startsWith("|"));
  const rows = lines.slice(first, after < 0 ? undefined : after).map(cellsOf);
  return rows.slice(2);
}

function cellsOf(line: string): string[] {
  return line
    .trim()
    .replace(/^\||\|$/g, "")
    .split("|")
    .map((cell) => cell.trim());
}

/** What stands between backticks. */
export function codeSpans(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, code]) => code ?? "");
}

/** Targets of links and images, outside code. */
export function linkTargets(markdown: string): string[] {
  const prose = withoutCode(markdown);
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target ?? "");
}

/** Anchors of the headings, as GitHub makes them. */
export function anchorsOf(markdown: string): Set<string> {
  const headings = [...withoutCode(markdown, "kept").matchAll(/^#+ (.+)$/gm)];
  return new Set(
    headings.map(([, title = ""]) =>
      title
        .toLowerCase()
        .replace(/[^\p{Letter}\p{Number}\s_-]/gu, "")
        .trim()
        .replace(/\s/g, "-"),
    ),
  );
}

function withoutCode(markdown: string, spans: "dropped" | "kept" = "dropped"): string {
  const prose = markdown.replace(/^( *)(```|~~~)[\s\S]*?^\1\2/gm, "");
  return spans === "kept" ? prose : prose.replace(/`[^`\n]*`/g, "");
}
