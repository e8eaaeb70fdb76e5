// docs/commands.md: every command with its flags, from what `fleet --help` prints. The command line is bundled anew and
// asked, so the page cannot say something the program does not.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { buildSync } from "esbuild";
import type { Blocks } from "./blocks.ts";
import { markdownTable } from "./markdown-table.ts";

interface Entry {
  readonly term: string;
  readonly text: string;
}

interface Help {
  readonly name: string;
  readonly usage: string;
  readonly description: string;
  readonly args: readonly Entry[];
  readonly options: readonly Option[];
}

interface Option {
  readonly flag: string;
  readonly text: string;
  readonly value: string;
  readonly variable: string;
}

/** What every command has; said once on the page. */
const COMMON = /^-h, --help/;
// Notes that commander appends: (choices: "a", "b", default: "x", env: NAME). They hold brackets only inside quotes.
const NOTES = /\s*\(((?:choices|default|env): .*)\)$/;

export function commandBlocks(root: string): Blocks {
  const folder = mkdtempSync(join(root, "node_modules", ".run-"));
  try {
    buildSync({
      entryPoints: [join(root, "src", "cli.ts")],
      outdir: folder,
      outExtension: { ".js": ".mjs" },
      bundle: true,
      splitting: true,
      platform: "node",
      format: "esm",
      target: "node20",
      packages: "external",
      logLevel: "warning",
    });
    const program = join(folder, "cli.mjs");
    const names = section(ask(program, ["--help"]), "Commands").map(
      ({ term }) => term.split(/[ |]/)[0] ?? "",
    );
    const commands = names
      .filter((name) => name !== "help")
      .map((name) => parseHelp(name, ask(program, [name, "--help"])));
    return new Map([
      ["commands", commands.map(describe).join("\n\n")],
      ["variables", variablesTable(commands)],
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function ask(program: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], { encoding: "utf8" });
  if (status !== 0) throw new Error(`fleet ${args.join(" ")} ended with ${status}: ${stderr}`);
  return stdout;
}

export function parseHelp(name: string, help: string): Help {
  const [usage = "", ...rest] = help.split("\n\n");
  const description = rest.find((part) => !/^[A-Z][a-z]+:\n/.test(part)) ?? "";
  return {
    name,
    usage: usage
      .replace(/^Usage: /, "")
      .replaceAll("\n", " ")
      .trim(),
    description: description.replace(/\s+/g, " ").trim(),
    args: section(help, "Arguments"),
    options: section(help, "Options")
      .filter(({ term }) => !COMMON.test(term))
      .map(toOption),
  };
}

/** Two columns, the second wrapped: `  term   text`, then lines of text alone. */
function section(help: string, title: string): Entry[] {
  const body = new RegExp(`^${title}:\\n((?: .*\\n?)+)`, "m").exec(help)?.[1] ?? "";
  const entries: Entry[] = [];
  for (const line of body.split("\n")) {
    const [, term, text = ""] = /^ {2}(\S.*?)(?: {2,}(.*))?$/.exec(line) ?? [];
    const last = entries.at(-1);
    if (term !== undefined) entries.push({ term, text });
    else if (last !== undefined && line.trim() !== "")
      entries[entries.length - 1] = { term: last.term, text: `${last.text} ${line.trim()}`.trim() };
  }
  return entries;
}

function toOption({ term, text }: Entry): Option {
  const notes = NOTES.exec(text)?.[1] ?? "";
  const said = text.replace(NOTES, "");
  const value = /default: ("[^"]*"|[^,]+)/.exec(notes)?.[1]?.replaceAll('"', "") ?? "";
  return {
    flag: term,
    text: said + choicesOf(notes, said),
    // A switch that is off unless given needs no default.
    value: value === "false" ? "" : value,
    variable: /env: ([A-Z_]+)/.exec(notes)?.[1] ?? "",
  };
}

/** Not where the text names them all already. */
function choicesOf(notes: string, said: string): string {
  const listed = /choices: ((?:"[^"]*"(?:, )?)+)/.exec(notes)?.[1] ?? "";
  const choices = [...listed.matchAll(/"([^"]*)"/g)].map(([, name]) => name ?? "");
  if (choices.every((name) => said.includes(name))) return "";
  return `: ${choices.map((name) => `\`${name}\``).join(", ")}`;
}

function describe({ name, usage, description, args, options }: Help): string {
  const code = (text: string) => (text === "" ? "" : `\`${text}\``);
  // Outside code, Markdown would take <data> for a tag.
  const prose = (text: string) => text.replaceAll("<", "&lt;");
  const rows = [
    ...args.map(({ term, text }) => [code(spelled(term, usage)), prose(text), "", ""]),
    ...options.map(({ flag, text, value, variable }) => [
      code(flag),
      prose(text),
      code(value),
      code(variable),
    ]),
  ];
  const table =
    rows.length === 0 ? "" : `\n\n${markdownTable(["", "Meaning", "Default", "Environment"], rows)}`;
  return `### fleet ${name}\n\n\`${usage}\`: ${prose(description)}.${table}`;
}

/** `<path>`, `[release]` or `<source...>`, as the usage line has it. */
function spelled(argument: string, usage: string): string {
  return usage.split(" ").find((word) => word.replace(/[<>[\].]/g, "") === argument) ?? argument;
}

function variablesTable(commands: readonly Help[]): string {
  const users = new Map<string, { flag: string; commands: string[] }>();
  for (const { name, options } of commands) {
    for (const { variable, flag } of options) {
      if (variable === "") continue;
      const entry = users.get(variable) ?? { flag, commands: [] };
      users.set(variable, { flag, commands: [...entry.commands, name] });
    }
  }
  return markdownTable(
    ["Variable", "Stands for", "Read by"],
    [...users].map(([variable, { flag, commands: names }]) => [
      `\`${variable}\``,
      `\`${flag}\``,
      names.map((name) => `\`fleet ${name}\``).join(", "),
    ]),
  );
}
