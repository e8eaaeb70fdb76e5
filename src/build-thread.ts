// Program of the thread that builds: started by commands/build-in-thread.ts, speaks to it in messages, ends when done.
// It has the files written by a thread of their own, whose program lies beside this one.
import { fileURLToPath } from "node:url";
import { parentPort, workerData } from "node:worker_threads";
import { type BuildOptions, build } from "./commands/build.ts";
import type { ThreadMessage } from "./commands/build-in-thread.ts";
import { CommandError } from "./commands/console.ts";
import { filesInThread } from "./snapshot/files-in-thread.ts";

const say = (message: ThreadMessage) => parentPort?.postMessage(message);

try {
  const writeProgram = fileURLToPath(new URL("write-thread.js", import.meta.url));
  const manifest = await build(
    workerData as BuildOptions,
    {
      out: (text) => say({ kind: "out", text }),
      note: (text) => say({ kind: "note", text }),
      progress: (stage, done, total) => say({ kind: "progress", stage, done, total }),
      settle: () => say({ kind: "settle" }),
    },
    filesInThread(writeProgram),
  );
  say({ kind: "done", manifest });
} catch (error) {
  const exitCode = error instanceof CommandError ? error.exitCode : null;
  const { message, stack } = error as Error;
  say({ kind: "failed", message: exitCode === null ? (stack ?? message) : message, exitCode });
}
