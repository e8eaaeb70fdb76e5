// Processes beside the one that serves: observing and building happen there, so that no request waits for them. Each is
// this same program with another command; one that dies is started again, more patiently each time.
import { type ChildProcess, spawn } from "node:child_process";
import type { Console } from "./console.ts";

export interface Companion {
  /** Ends it and waits for its end. */
  stop(): Promise<void>;
}

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;
/** A process that ran this long was healthy: the next failure starts counting anew. */
const HEALTHY_AFTER_MS = 120_000;

/** Keeps `fleet <args>` running until stopped. */
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
    let said = "";
    running.stderr?.on("data", (chunk: Buffer) => {
      said = `${said}${chunk}`.slice(-2_000);
    });
    running.once("exit", (code, signal) => {
      running = null;
      if (code !== 0 && signal === null)
        console.note(`'fleet ${args[0]}' failed, the last snapshot stays: ${said.trim()}`);
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
