// The rules of ARCHITECTURE.md, held against the import lines and the text of src/. The tables there are the rules:
// this test reads them, and prints the row that is broken.
import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Import, importsOf, reachedFrom, readImports, sourceFiles, withoutComments } from "./imports.ts";
import { codeSpans, ROOT, readText, tableUnder } from "./markdown.ts";

const MAX_LINES = 300;
const page = readText("ARCHITECTURE.md");
const src = join(ROOT, "src");
const files = sourceFiles(src);
const imports = readImports(src);

interface Row {
  readonly text: string;
  readonly part: string;
  readonly imports: readonly string[];
  readonly types: readonly string[];
}

const rows: readonly Row[] = tableUnder(page, "Who may import whom").map(
  ([part = "", may = "", types = ""]) => ({
    text: `| ${part} | ${may} | ${types} |`,
    part: codeSpans(part)[0] ?? "",
    imports: may === "everything" ? ["*"] : codeSpans(may),
    types: codeSpans(types),
  }),
);

/** The row of a file: its own, where it has one, before that of its folder. */
function rowOf(file: string): Row | undefined {
  const own = rows.find(({ part }) => part === file);
  return own ?? rows.find(({ part }) => part.endsWith("/") && file.startsWith(part));
}

function matches(rule: string, { to, internal }: Pick<Import, "to" | "internal">): boolean {
  if (rule === "*") return true;
  if (internal) return rule.endsWith("/") ? to.startsWith(rule) : to === rule;
  return rule === "node:*" ? to.startsWith("node:") : to === rule || to.startsWith(`${rule}/`);
}

function isAllowed(row: Row, entry: Import): boolean {
  if (entry.internal && row.part.endsWith("/") && entry.to.startsWith(row.part)) return true;
  const allowed = entry.typeOnly ? [...row.imports, ...row.types] : row.imports;
  return allowed.some((rule) => matches(rule, entry));
}

describe("imports", () => {
  it("go only where the table of ARCHITECTURE.md lets them", () => {
    const broken = imports.flatMap((entry) => {
      const row = rowOf(entry.from);
      if (row === undefined || isAllowed(row, entry)) return [];
      const what = entry.typeOnly ? "imports types of" : "imports";
      return [`src/${entry.from} ${what} ${entry.to}, but its row is ${row.text}`];
    });
    expect(broken).toEqual([]);
  });

  it("of every folder and program have a row, and every row has a folder or program", () => {
    const without = files.filter((file) => rowOf(file) === undefined).map((file) => `src/${file}`);
    expect(without).toEqual([]);
    expect(rows.filter(({ part }) => !existsSync(join(src, part))).map(({ text }) => text)).toEqual([]);
  });

  it("never lead back to the command line", () => {
    expect(imports.filter(({ to }) => to === "cli.ts").map(({ from }) => from)).toEqual([]);
  });

  it("form no circle between folders at run time", () => {
    const folderOf = (file: string) => file.split("/")[0] ?? file;
    const pairs = new Set(
      imports
        .filter(({ internal, typeOnly }) => internal && !typeOnly)
        .map(({ from, to }) => `${folderOf(from)} ${folderOf(to)}`),
    );
    const mutual = [...pairs].filter((pair) => {
      const [from, to] = pair.split(" ");
      return from !== to && pairs.has(`${to} ${from}`);
    });
    expect(mutual).toEqual([]);
  });

  it("are told apart from their types, however they are spelled", () => {
    const text = `import type { A } from "./a.ts";\nimport { type B, type C } from "./b.ts";
import { type D, e } from "../d/e.ts";\nexport { f } from "zod";\nconst g = await import("node:fs");`;
    expect(importsOf("x/y.ts", text).map(({ to, typeOnly }) => `${to} ${typeOnly}`)).toEqual([
      "x/a.ts true",
      "x/b.ts true",
      "d/e.ts false",
      "zod false",
      "node:fs false",
    ]);
  });
});

describe("the portable part", () => {
  const { files: listed } = JSON.parse(readText("tsconfig.portable.json")) as { files: string[] };
  const roots = listed.filter((path) => !path.endsWith(".d.ts")).map((path) => path.replace(/^src\//, ""));

  it("is compiled without Node's types: tsconfig.portable.json lists the handler, the fetch adapter and the worker", () => {
    const needed = ["http/handler.ts", "http/fetch.ts", "worker.ts"].filter((path) => files.includes(path));
    expect(roots).toEqual(expect.arrayContaining(needed));
  });

  it("loads no module of Node and no package, but for the platform's own", () => {
    const platform = "cloudflare:workers";
    const packages = [...reachedFrom(roots, imports)].filter(
      ([to]) => !files.includes(to) && to !== platform,
    );
    expect(packages.map(([to, by]) => `${to}, imported by src/${by}`)).toEqual([]);
  });

  it.each(["identifiers/", "contract/", "model/", "http/"])("reaches no module of Node from %s", (folder) => {
    const own = files.filter((file) => file.startsWith(folder));
    expect(own).not.toEqual([]);
    const reached = [...reachedFrom(own, imports)].filter(([to]) => to.startsWith("node:"));
    expect(reached.map(([to, by]) => `${to}, imported by src/${by}`)).toEqual([]);
  });
});

describe("what only some parts may touch", () => {
  const rules = tableUnder(page, "Who may touch what").map(([what = "", where = ""]) => ({
    what: codeSpans(what),
    where: codeSpans(where),
  }));

  it.each(rules.map((rule) => [rule.what.join(" "), rule] as const))("%s", (_name, { what, where }) => {
    expect(what).not.toEqual([]);
    const broken = files
      .filter((file) => !where.some((part) => (part.endsWith("/") ? file.startsWith(part) : file === part)))
      .flatMap((file) => {
        const code = withoutComments(readFileSync(join(src, file), "utf8"));
        return what.filter((text) => code.includes(text)).map((text) => `src/${file} has ${text}`);
      });
    expect(broken).toEqual([]);
  });
});

describe("files", () => {
  const all = ["src", "scripts", "bench", "test"].flatMap((folder) =>
    sourceFiles(join(ROOT, folder)).map((file) => `${folder}/${file}`),
  );

  it(`stay within ${MAX_LINES} lines`, () => {
    const long = all
      .map((file) => ({ file, lines: readText(file).trimEnd().split("\n").length }))
      .filter(({ lines }) => lines > MAX_LINES);
    expect(long).toEqual([]);
  });

  it("open with a comment that says what they are", () => {
    const bare = all.filter((file) => !/^(?:#!.*\n)?(?:\/\/|\/\*)/.test(readText(file)));
    expect(bare).toEqual([]);
  });

  it("are named in kebab-case by what they hold", () => {
    const vague = /^(?:utils?|helpers?|common|manager|service|index|misc)\./;
    const named = (file: string) => /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z-]+)*\.tsx?$/.test(basename(file));
    expect(all.filter((file) => !named(file) || vague.test(basename(file)))).toEqual([]);
  });
});
