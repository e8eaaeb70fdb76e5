// What is public is documented, and what is documented is there: endpoints, commands, flags, variables, sources,
// problems, exit codes, npm scripts, links.
import { existsSync, readdirSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, expect, it } from "vitest";
import { EXIT } from "../src/commands/console.ts";
import { API_PREFIX, ENDPOINTS } from "../src/contract/endpoints.ts";
import { PROBLEMS, problemCode } from "../src/contract/problems.ts";
import { NOT_COVERED } from "../src/pages/status-page.ts";
import { SOURCES } from "../src/sources/catalog.ts";
import { sourceFiles } from "./imports.ts";
import { anchorsOf, linkTargets, markdownPages, ROOT, readText, tableUnder } from "./markdown.ts";

const pages = new Map(markdownPages().map((path) => [path, readText(path)]));
const everything = [...pages.values()].join("\n");
const flat = (text: string) => text.replace(/\s+/g, " ");

function page(path: string): string {
  const text = pages.get(path);
  if (text === undefined) throw new Error(`${path} is missing`);
  return text;
}

function missingIn(path: string, names: readonly string[]): string[] {
  const text = flat(page(path));
  return names.filter((name) => !text.includes(name)).map((name) => `${path} lacks ${name}`);
}

const program = sourceFiles(join(ROOT, "src"))
  .filter((file) => file === "cli.ts" || file.startsWith("commands/"))
  .map((file) => readText(`src/${file}`))
  .join("\n");
const commands = captures(program, /\.command\(\s*"([a-z-]+)/g);
const flags = captures(program, /(?:\.option|\.requiredOption|new Option)\(\s*"([^"]+)"/g);
const variables = captures(
  program,
  /\.env\(\s*"([A-Z_]+)"|process\.env\.([A-Z_]+)|process\.env\["([A-Z_]+)"\]/g,
);

function captures(text: string, pattern: RegExp): string[] {
  return [...new Set([...text.matchAll(pattern)].map((match) => match.slice(1).find(Boolean) ?? ""))];
}

describe("the docs", () => {
  it("show every endpoint in the README and in the reference", () => {
    const paths = ENDPOINTS.map(({ collection, parameter }) => `${API_PREFIX}/${collection}/{${parameter}}`);
    expect(paths).toHaveLength(5);
    expect([...missingIn("README.md", paths), ...missingIn("docs/api.md", paths)]).toEqual([]);
  });

  it("show every page beside the API in the reference", () => {
    const sources = ["pages", "http"].flatMap((folder) =>
      sourceFiles(join(ROOT, "src", folder)).map((file) => readText(`src/${folder}/${file}`)),
    );
    const paths = captures(
      sources.join("\n"),
      /(?:htmlPage\(\s*|path: |const (?:HEALTH|DOWNLOADS) = )"(\/[a-z][a-z./]*)"/g,
    );
    expect(paths).toEqual(expect.arrayContaining(["/status", "/healthz", "/data/", "/openapi.json"]));
    expect(missingIn("docs/api.md", paths)).toEqual([]);
  });

  it("describe every command, flag and variable", () => {
    expect(commands).toEqual(expect.arrayContaining(["build", "serve", "get", "inspect"]));
    expect(variables).toContain("PORT");
    const headings = commands.map((name) => `### fleet ${name}`);
    expect(missingIn("docs/commands.md", [...headings, ...flags, ...variables])).toEqual([]);
  });

  it("explain every exit code, and no other", () => {
    const listed = tableUnder(page("docs/commands.md"), "Exit codes").map(([code]) => Number(code));
    expect(listed.sort((a, b) => a - b)).toEqual(Object.values(EXIT).sort((a, b) => a - b));
  });

  it("list every problem with its code", () => {
    expect(
      missingIn(
        "docs/api.md",
        PROBLEMS.map((problem) => `\`${problemCode(problem)}\``),
      ),
    ).toEqual([]);
  });

  it("name every source with licence and attribution", () => {
    const facts = SOURCES.flatMap(({ id, name, licence, attribution, limits }) => [
      `\`${id}\``,
      name,
      licence,
      attribution,
      limits,
    ]);
    expect(missingIn("docs/data-sources.md", facts)).toEqual([]);
  });

  it("say what every curated table holds", () => {
    const tables = readdirSync(join(ROOT, "data")).map((name) => `\`${name}\``);
    const described = tableUnder(page("docs/data-sources.md"), "The curated tables").map(([name]) =>
      (name ?? "").replace(/^\[|\]\(.*\)$/g, ""),
    );
    expect(described.sort()).toEqual(tables.sort());
  });

  it("say the same as /status about what is not covered", () => {
    expect(NOT_COVERED.length).toBeGreaterThan(0);
    for (const path of ["README.md", "docs/data-sources.md"]) {
      expect(missingIn(path, NOT_COVERED)).toEqual([]);
    }
  });
});

describe("what the docs name", () => {
  it("as an npm script is in package.json", () => {
    const { scripts } = JSON.parse(readText("package.json")) as { scripts: Record<string, string> };
    const named = captures(everything, /\bnpm run (?:-s |--silent )?([a-z][a-z:-]*)/g);
    const short = captures(everything, /\bnpm (start|test)\b/g);
    expect([...named, ...short].filter((name) => !(name in scripts))).toEqual([]);
  });

  it("as a fleet command is one", () => {
    const code = [...everything.matchAll(/`([^`\n]+)`|^(?:```|~~~)[a-z]*\n([\s\S]*?)^(?:```|~~~)/gm)].map(
      ([, span, block]) => span ?? block ?? "",
    );
    const named = code.flatMap((text) => captures(text, /(?:^|[\s$])(?:npx )?fleet ([a-z]+)\b/g));
    expect([...new Set(named)].filter((name) => !commands.includes(name))).toEqual([]);
  });

  it.each([...pages.keys()])("as a link in %s is there", (path) => {
    const broken = linkTargets(page(path)).filter(
      (target) => !/^[a-z]+:/.test(target) && !resolves(path, target),
    );
    expect(broken).toEqual([]);
  });

  it("is found from the README: no page is an orphan", () => {
    const found = new Set(["README.md"]);
    for (const path of found) {
      for (const target of [...linkTargets(pages.get(path) ?? ""), ...htmlLinks(pages.get(path) ?? "")]) {
        const linked = normalize(join(dirname(path), target.split("#")[0] ?? ""));
        if (pages.has(linked)) found.add(linked);
      }
    }
    expect([...pages.keys()].filter((path) => !found.has(path))).toEqual([]);
  });

  it("as a folder in the README's picture is there", () => {
    const targets = htmlLinks(page("README.md"));
    expect(targets.length).toBeGreaterThan(5);
    expect(targets.filter((target) => !existsSync(join(ROOT, target)))).toEqual([]);
  });
});

function htmlLinks(markdown: string): string[] {
  return captures(markdown, /<a href="([^":]+)"/g);
}

function resolves(from: string, target: string): boolean {
  const [path = "", anchor] = target.split("#");
  const file = path === "" ? from : normalize(join(dirname(from), path));
  if (!existsSync(join(ROOT, file))) return false;
  return anchor === undefined || !file.endsWith(".md") || anchorsOf(readText(file)).has(anchor);
}
