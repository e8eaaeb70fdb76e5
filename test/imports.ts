// The import lines of src/, read as text: who imports what, and whether only for its types.
import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";

export interface Import {
  /** The importing file, relative to src/. */
  readonly from: string;
  /** A file relative to src/, or the name of a package or `node:` module. */
  readonly to: string;
  readonly internal: boolean;
  readonly typeOnly: boolean;
}

const STATIC = /^[ \t]*(?:import|export)\s+(type\s+)?(?:([^"';]*?)\s*from\s+)?"([^"]+)"/gm;
const DYNAMIC = /\bimport\(\s*"([^"]+)"\s*\)/g;

export function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => name.replaceAll("\\", "/"))
    .filter((name) => /(?<!\.d)\.tsx?$/.test(name) && !name.includes("node_modules/"))
    .sort();
}

export function readImports(folder: string): Import[] {
  return sourceFiles(folder).flatMap((file) =>
    importsOf(file, withoutComments(readFileSync(join(folder, file), "utf8"))),
  );
}

export function importsOf(file: string, text: string): Import[] {
  const found = [
    ...[...text.matchAll(STATIC)].map(([, type, names = "", target = ""]) => ({
      target,
      typeOnly: type !== undefined || namesOnlyTypes(names),
    })),
    ...[...text.matchAll(DYNAMIC)].map(([, target = ""]) => ({ target, typeOnly: false })),
  ];
  return found.map(({ target, typeOnly }) => {
    const internal = target.startsWith(".");
    return {
      from: file,
      to: internal ? posix.join(posix.dirname(file), target) : target,
      internal,
      typeOnly,
    };
  });
}

/** `{ type A, type B }`: nothing of it is there at run time. */
function namesOnlyTypes(names: string): boolean {
  const list = /^\{([\s\S]*)\}$/.exec(names.trim())?.[1]?.split(",") ?? [];
  const given = list.map((name) => name.trim()).filter(Boolean);
  return given.length > 0 && given.every((name) => name.startsWith("type "));
}

/** Block comments and whole-line comments: enough for code that a formatter keeps in shape. */
export function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
}

/** Everything that is there at run time once `roots` are loaded: files and packages, each with who asked for it. */
export function reachedFrom(
  roots: readonly string[],
  imports: readonly Import[],
): ReadonlyMap<string, string> {
  const byFile = new Map<string, Import[]>();
  for (const entry of imports) byFile.set(entry.from, [...(byFile.get(entry.from) ?? []), entry]);
  const reached = new Map<string, string>(roots.map((root) => [root, "the list of roots"]));
  for (const file of reached.keys()) {
    for (const { to, typeOnly } of byFile.get(file) ?? []) {
      if (!typeOnly && !reached.has(to)) reached.set(to, file);
    }
  }
  return reached;
}
