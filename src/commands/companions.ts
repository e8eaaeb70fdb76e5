// Processes beside the one that serves: observing and building happen there, so that no request waits for them. Each is
// this same program with another command; one that fails is started again, more patiently each time.
import { type ChildProcess, spawn } from "node:child_process";
import type { Readable } from "node:stream";
import { type Console, EXIT } from "./console.ts";

export interface Companion {
  /** Ends it and waits for its end. */
  stop(): Promise<void>;
}

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;
/** A process that ran this long was healthy: the next failure starts counting anew. */
const HEALTHY_AFTER_MS = 120_000;

/** Keeps `fleet <args>` running until stopped, or until it has done all there is to do. */
export function keepRunning(program: string, args: readonly string[], console: Console): Companion {
  let waitMs = FIRST_WAIT_MS;
  let child: ChildProcess | null = null;
  let timer: NodeJS.Timeout | undefined;
  let stopping = false;
  const start = () => {
    const started = performance.now();
    child = spawn(process.execPath, [program, ...args], { stdio: ["ignore", "ignore", "inherit"] });
    child.once("exit", (code) => {
      child = null;
      if (stopping) return;
      if (code === 0) return console.note(`'fleet ${args[0]}' has read all there is and ended.`);
      if (performance.now() - started > HEALTHY_AFTER_MS) waitMs = FIRST_WAIT_MS;
      console.note(`'fleet ${args[0]}' ended with code ${code}; starting it again in ${waitMs / 1000} s.`);
      timer = setTimeout(start, waitMs);
      waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
    });
  };
  start();
  return {
    stop() {
      stopping = true;
      clearTimeout(timer);
      const running = child;
      if (running === null) return Promise.resolve();
      return new Promise((resolve) => {
        running.once("exit", () => resolve());
        running.kill("SIGTERM");
      });
    },
  };
}

/** Runs `fleet <args>` every so often, never twice at once. */
export function runEvery(
  everyMs: number,
  program: string,
  args: readonly string[],
  console: Console,
): Companion {
  let running: ChildProcess | null = null;
  const timer = setInterval(() => {
    if (running !== null) return;
    running = spawn(process.execPath, [program, ...args], { stdio: ["ignore", "ignore", "pipe"] });
    const said = lastWordsOf(running.stderr);
    running.once("exit", (code, signal) => {
      running = null;
      if (code !== 0 && signal === null) console.note(failureOf(args[0], said()));
    });
  }, everyMs);
  return {
    stop() {
      clearInterval(timer);
      const last = running;
      if (last === null) return Promise.resolve();
      return new Promise((resolve) => {
        last.once("exit", () => resolve());
        last.kill("SIGTERM");
      });
    },
  };
}

/** Runs `fleet build` once and waits for it; resolves with its exit code, and with 0 where the signal ended it. */
export function runBuild(
  program: string,
  data: string,
  console: Console,
  signal: AbortSignal,
): Promise<number> {
  if (signal.aborted) return Promise.resolve(EXIT.ok);
  return new Promise((resolve) => {
    const build = spawn(process.execPath, [program, "build", "--again", "--data", data], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    const made = lastWordsOf(build.stdout);
    const said = lastWordsOf(build.stderr);
    const end = () => void build.kill("SIGTERM");
    signal.addEventListener("abort", end, { once: true });
    build.once("close", (code) => {
      signal.removeEventListener("abort", end);
      if (signal.aborted) return resolve(EXIT.ok);
      console.note(code === 0 ? made() : failureOf("build", said()));
      resolve(code ?? EXIT.failure);
    });
  });
}

function failureOf(command: string | undefined, said: string): string {
  return `fleet: 'fleet ${command}' failed, the last snapshot stays: ${said.replace(/^fleet: /m, "")}`;
}

function lastWordsOf(stream: Readable | null): () => string {
  let said = "";
  stream?.on("data", (chunk: Buffer) => {
    said = `${said}${chunk}`.slice(-2_000);
  });
  return () => said.trim();
}
