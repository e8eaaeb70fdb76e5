// The `fleet` program as users run it: bundled into a temporary folder that looks like a clone, with the fixture
// data where the bundled data would be. It never touches dist/ or .fleet/ of this checkout.
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { layOutFixtures, temporaryFolder } from "./fixtures/fixture-snapshot.ts";

const BUNDLER = fileURLToPath(new URL("../scripts/bundle.mjs", import.meta.url));
/** Has a native module, so it is installed beside the bundle and not part of it. */
const NATIVE_PACKAGE = "lmdb";
const PACKAGES = fileURLToPath(new URL("../node_modules", import.meta.url));
const PATIENCE_MS = 20_000;

export interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export interface Program {
  /** Folder of data/, node_modules/ and dist/. */
  readonly root: string;
  /** Runs to the end; the working folder is `root`, so the data folder is `<root>/.fleet` unless told otherwise. */
  run(args: readonly string[], environment?: Readonly<Record<string, string>>): Promise<Outcome>;
  /** Starts and leaves running; `remove` ends what still runs. */
  start(args: readonly string[]): Running;
  remove(): Promise<void>;
}

export interface Running {
  readonly process: ChildProcess;
  /** Resolves with the match once standard error has it. */
  said(pattern: RegExp): Promise<RegExpMatchArray>;
  output(): string;
  signal(name: NodeJS.Signals): void;
  /** Exit code, once it has ended. */
  ended(): Promise<number>;
}

export async function bundleProgram(): Promise<Program> {
  const folder = temporaryFolder();
  layOutFixtures(folder.path);
  symlinkSync(join(PACKAGES, NATIVE_PACKAGE), join(folder.path, "node_modules", NATIVE_PACKAGE));
  const file = join(folder.path, "dist", "fleet.js");
  await execute(process.execPath, [BUNDLER, join(folder.path, "dist")], {});
  const running: Running[] = [];
  return {
    root: folder.path,
    run: (args, environment = {}) =>
      execute(process.execPath, [file, ...args], { cwd: folder.path, env: cleanEnvironment(environment) }),
    start(args) {
      const started = follow(
        spawn(process.execPath, [file, ...args], { cwd: folder.path, env: cleanEnvironment({}) }),
      );
      running.push(started);
      return started;
    },
    async remove() {
      for (const one of running) {
        one.signal("SIGKILL");
        await one.ended();
      }
      folder.remove();
    },
  };
}

/** What the developer's shell sets must not reach the program under test. */
function cleanEnvironment(more: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, ...more };
}

function execute(
  command: string,
  args: readonly string[],
  options: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv },
): Promise<Outcome> {
  return new Promise((resolve) => {
    execFile(
      command,
      [...args],
      { ...options, timeout: PATIENCE_MS, maxBuffer: 1 << 26 },
      (error, out, err) => {
        // A signal has no exit code: the run hung until the timeout.
        const code = error === null ? 0 : typeof error.code === "number" ? error.code : -1;
        resolve({ code, out, err });
      },
    );
  });
}

function follow(child: ChildProcess): Running {
  let out = "";
  let err = "";
  child.stdout?.on("data", (chunk: Buffer) => {
    out += chunk;
  });
  child.stderr?.on("data", (chunk: Buffer) => {
    err += chunk;
  });
  const ended = new Promise<number>((resolve) => child.once("close", (code) => resolve(code ?? -1)));
  return {
    process: child,
    async said(pattern) {
      const deadline = Date.now() + PATIENCE_MS;
      for (;;) {
        const match = err.match(pattern);
        if (match !== null) return match;
        if (Date.now() > deadline || child.exitCode !== null)
          throw new Error(`${pattern} was never said; only: ${err}`);
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    },
    output: () => out,
    signal: (name) => void (child.exitCode === null && child.kill(name)),
    ended: () => ended,
  };
}
