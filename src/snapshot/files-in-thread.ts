// The writing half of a build in a thread of its own: while it hashes, compresses and writes one batch, the next is
// made. Calls go over as messages and are carried out in their order.
import { type MessagePort, Worker } from "node:worker_threads";
import type { OpenSnapshotFiles, SnapshotFiles } from "./snapshot-files.ts";

type Method = keyof SnapshotFiles;

export interface ThreadData {
  readonly folder: string;
  readonly modifiedAt: string;
}

export interface Call {
  readonly method: Method;
  readonly args: readonly unknown[];
}

export type Reply = { readonly value: unknown } | { readonly error: unknown };

/** Batches under way; more would only fill the memory when the disk is slow. */
const MOST_CALLS_UNDER_WAY = 4;

/** `program` is the bundled file of src/write-thread.ts. */
export function filesInThread(program: string): OpenSnapshotFiles {
  return (folder, modifiedAt) => {
    const workerData: ThreadData = { folder, modifiedAt };
    const thread = new Worker(program, { workerData });
    const waiting: { resolve(value: unknown): void; reject(error: unknown): void }[] = [];
    const underWay: Promise<unknown>[] = [];
    let failure: unknown = null;
    const fail = (error: unknown) => {
      failure ??= error;
      for (const { reject } of waiting.splice(0)) reject(error);
    };
    thread.on("message", (reply: Reply) => {
      if ("error" in reply) fail(reply.error);
      else waiting.shift()?.resolve(reply.value);
    });
    thread.once("error", fail);
    thread.once("exit", () => fail(new Error("the writing thread ended early")));
    const call = (method: Method, ...args: unknown[]): Promise<unknown> => {
      if (failure !== null) return Promise.reject(failure);
      const answer = new Promise((resolve, reject) => waiting.push({ resolve, reject }));
      thread.postMessage({ method, args } satisfies Call);
      return answer;
    };
    return {
      begin: (form) => call("begin", form) as Promise<void>,
      async add(batch) {
        const answer = call("add", batch);
        // Whoever waits for it later hears of its failure.
        answer.catch(() => {});
        underWay.push(answer);
        if (underWay.length >= MOST_CALLS_UNDER_WAY) await underWay.shift();
      },
      endRecords: (notices) => call("endRecords", notices) as ReturnType<SnapshotFiles["endRecords"]>,
      async finish(pages) {
        const note = await (call("finish", pages) as ReturnType<SnapshotFiles["finish"]>);
        await thread.terminate();
        return note;
      },
      async abandon() {
        await thread.terminate();
      },
    };
  };
}

/** The other end: carries out the calls that come in, one after the other; after a failure, none. */
export function serveFiles(files: SnapshotFiles, port: MessagePort): void {
  let turn = Promise.resolve();
  port.on("message", ({ method, args }: Call) => {
    turn = turn.then(async () => {
      const carryOut = files[method] as (...args: readonly unknown[]) => Promise<unknown>;
      port.postMessage({ value: await carryOut(...args) } satisfies Reply);
    });
    turn.catch((error) => port.postMessage({ error } satisfies Reply));
  });
}
