// npm run check: everything that must pass before a commit, in the order in which it fails fastest. Stops at the first
// step that fails and names it. Usage: npm run check -- [--skip <step>] [--only <step>]
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const root = fileURLToPath(new URL("..", import.meta.url));

/** The program of a package, run by this Node: no shell, and the same on every system. */
function program(name, script = name) {
  const folder = join(root, "node_modules", name);
  const { bin } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return [process.execPath, join(folder, typeof bin === "string" ? bin : bin[script])];
}

function run(script, ...args) {
  return [process.execPath, join(root, "scripts", "run.mjs"), script, ...args];
}

/** Into a log file biome writes colours, one escape a letter. */
const PLAIN = process.stdout.isTTY ? [] : ["--colors=off"];

const STEPS = [
  {
    name: "format",
    title: "format and lint (biome)",
    command: () => [...program("@biomejs/biome", "biome"), "ci", ...PLAIN],
    mend: "npx biome check --write mends most of it",
  },
  {
    name: "types",
    title: "types (tsc)",
    command: () => program("typescript", "tsc"),
  },
  {
    name: "portable",
    title: "types of the portable part, without Node's (tsc)",
    command: () => [...program("typescript", "tsc"), "--project", "tsconfig.portable.json"],
  },
  {
    name: "generated",
    title: "generated files: openapi.json, docs, README, plot",
    command: () => run("scripts/generate.ts", "--check"),
    mend: "npm run generate writes them anew",
  },
  {
    name: "bundle",
    title: "bundle budget of the portable part",
    command: () => run("scripts/bundle-budget.ts"),
  },
  {
    name: "tests",
    title: "tests (vitest)",
    command: () => [...program("vitest"), "run"],
  },
];

const names = STEPS.map(({ name }) => name);
const { skip, only } = readFlags();
const steps = STEPS.filter(({ name }) => !skip.includes(name) && (only.length === 0 || only.includes(name)));
const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;
const started = performance.now();
const done = [];

for (const { name, title, command, mend } of steps) {
  console.log(`\n── ${name}: ${title}`);
  const begun = performance.now();
  const [file, ...args] = command();
  const { status, error } = spawnSync(file, args, { cwd: root, stdio: "inherit" });
  if (error !== undefined) console.error(error.message);
  if (status !== 0) {
    summarise();
    console.error(`check: '${name}' failed after ${seconds(begun)} (${title}).${mend ? ` ${mend}.` : ""}`);
    console.error(`To run it alone: npm run check -- --only ${name}`);
    process.exit(1);
  }
  done.push({ name, took: seconds(begun) });
}
summarise();
const left = names.filter((name) => !steps.some((step) => step.name === name));
const part = left.length === 0 ? "all is well" : `all is well but for what was left out (${left.join(", ")})`;
console.log(`check: ${part}, ${done.length} steps in ${seconds(started)}.`);

function summarise() {
  console.log("");
  for (const { name, took } of done) console.log(`   ok  ${name.padEnd(10)} ${took.padStart(8)}`);
}

function readFlags() {
  const option = { type: "string", multiple: true, default: [] };
  try {
    const { values } = parseArgs({ options: { skip: option, only: option } });
    const unknown = [...values.skip, ...values.only].find((name) => !names.includes(name));
    if (unknown !== undefined) throw new Error(`there is no step '${unknown}'`);
    return values;
  } catch (error) {
    console.error(
      `check: ${error.message}. Steps: ${names.join(", ")}. Flags: --skip <step>, --only <step>.`,
    );
    process.exit(2);
  }
}
