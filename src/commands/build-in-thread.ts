// A build in a thread of its own, so that the process that asked for it goes on answering, counting and drawing.
import { Worker } from "node:worker_threads";
import { removeBuildFolders } from "../snapshot/folder.ts";
import type { Manifest } from "../snapshot/manifest.ts";
import type { BuildOptions } from "./build.ts";
import { CommandError, type Console } from "./console.ts";

export type ThreadMessage =
  | { readonly kind: "out" | "note"; readonly text: string }
  | {
      readonly kind: "progress";
      readonly stage: string;
      readonly done?: number | undefined;
      readonly total?: number | undefined;
    }
  | { readonly kind: "settle" }
  | { readonly kind: "done"; readonly manifest: Manifest }
  | { readonly kind: "failed"; readonly message: string; readonly exitCode: number | null };

/** `program` is the bundled file of src/build-thread.ts. */
export function buildInThread(program: string, options: BuildOptions, console: Console): Promise<Manifest> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(program, { workerData: options });
    const interrupts = (["SIGINT", "SIGTERM"] as const).map((signal) => {
      const stop = async () => {
        await thread.terminate();
        removeBuildFolders(options.data);
        console.settle();
        console.note("Stopped; nothing was changed.");
        // As the signal would have ended it, had nobody listened.
        process.kill(process.pid, signal);
      };
      process.once(signal, stop);
      return () => process.off(signal, stop);
    });
    thread.once("exit", () => {
      for (const ignore of interrupts) ignore();
    });
    thread.once("error", reject);
    thread.once("exit", (code) =>
      reject(new Error(`the building thread ended with code ${code} and no result`)),
    );
    thread.on("message", (message: ThreadMessage) => {
      switch (message.kind) {
        case "out":
          return console.out(message.text);
        case "note":
          return console.note(message.text);
        case "progress":
          return console.progress(message.stage, message.done, message.total);
        case "settle":
          return console.settle();
        case "done":
          return resolve(message.manifest);
        case "failed":
          return reject(
            message.exitCode === null
              ? new Error(message.message)
              : new CommandError(message.message, message.exitCode),
          );
        default:
          return message satisfies never;
      }
    });
  });
}
