// A build in a thread of its own, for two reasons: a serving process stays responsive, and the thread gets a larger
// young generation. Measured on the whole world (640,000 airframes): 72 s of CPU with it against 100 s without.
import { Worker } from "node:worker_threads";
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

/** Three semi-spaces each: 64 MB for the whole world, 32 MB (twice what Node gives) for the commercial one. */
const YOUNG_GENERATION_MB = { all: 192, commercial: 96 } as const;

/** `program` is the bundled file of src/build-thread.ts. */
export function buildInThread(program: string, options: BuildOptions, console: Console): Promise<Manifest> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(program, {
      workerData: options,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB[options.scope] },
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
