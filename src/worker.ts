// The worker: the handler behind workerd's fetch, answering from the release in the KV namespace bound as FLEET.
// Everything here lives as long as the isolate: its packs stay warm from request to request.
import { waitUntil } from "cloudflare:workers";
import { createFetch } from "./http/fetch.ts";
import { createHandler } from "./http/handler.ts";
import { createKvReader, type KvNamespace } from "./store/cloudflare-kv-store.ts";
import { openReleaseSource } from "./store/release-source.ts";

export interface Env {
  readonly FLEET: KvNamespace;
}

const SHOWN_TARGET = 200;

let answer: ((request: Request) => Promise<Response>) | undefined;

export default {
  fetch(request: Request, env: Env): Promise<Response> {
    answer ??= createAnswer(env);
    return answer(request);
  },
};

function createAnswer(env: Env): (request: Request) => Promise<Response> {
  const source = openReleaseSource(createKvReader(env.FLEET), {
    now: () => Date.now(),
    keepAlive: waitUntil,
    onSwap: (from, to) => log("release", { from, to }),
    onError: (error) => log("refresh failed", { error: error.message }),
  });
  return createFetch(
    createHandler({
      source,
      now: () => performance.now(),
      report: (fault, { method, target }) =>
        log("fault", { error: fault.message, method, target: target.slice(0, SHOWN_TARGET) }),
    }),
  );
}

/** One line of JSON, as Workers Logs and `wrangler tail` take it apart. */
function log(event: string, details: Readonly<Record<string, string>>): void {
  console.log(JSON.stringify({ event, ...details }));
}
