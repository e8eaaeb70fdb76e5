// Requests at a steady rate through the real handler, each answer checked on the spot: the right record, of the
// release that its header names, or an honest 503. Whatever else comes is noted as wrong.
import { setTimeout as sleep } from "node:timers/promises";
import type { Handler } from "../../src/http/handler.ts";
import { type ApiAnswer, headerPairs } from "../../src/http/message.ts";
import { sampleAddress, sampleMark } from "./sample-snapshot.ts";

export interface LoadOptions {
  readonly handler: Handler;
  readonly perSecond: number;
  /** How many records there are to ask for. */
  readonly records: number;
  /** Version of the bodies of each release. */
  readonly versions: ReadonlyMap<string, string>;
}

export interface Load {
  readonly counts: { ok: number; unavailable: number };
  /** Answers that are neither right nor an honest 503; must stay empty. */
  readonly wrong: string[];
  /** Releases in the order in which answers first came from them. */
  readonly releases: string[];
  /** Milliseconds of the slowest answer. */
  slowestMs: number;
  /** Answers since the last call of `mark`. */
  mark(): { readonly ok: number; readonly unavailable: number };
  stop(): Promise<void>;
}

const TICK_MS = 10;

export function startLoad({ handler, perSecond, records, versions }: LoadOptions): Load {
  let running = true;
  let marked = { ok: 0, unavailable: 0 };
  const underWay = new Set<Promise<void>>();
  const load: Load = {
    counts: { ok: 0, unavailable: 0 },
    wrong: [],
    releases: [],
    slowestMs: 0,
    mark() {
      const { ok, unavailable } = load.counts;
      const since = { ok: ok - marked.ok, unavailable: unavailable - marked.unavailable };
      marked = { ok, unavailable };
      return since;
    },
    async stop() {
      running = false;
      await ticking;
      await Promise.all(underWay);
    },
  };

  const ask = async (at: number, byAddress: boolean) => {
    const started = performance.now();
    const target = `/api/v1/airframes/${byAddress ? sampleAddress(at) : sampleMark(at)}`;
    const answer = await handler({ method: "GET", target });
    load.slowestMs = Math.max(load.slowestMs, performance.now() - started);
    note(answer, at, target);
  };

  const note = (answer: ApiAnswer, at: number, target: string) => {
    const text = Buffer.from(answer.body as Uint8Array | string).toString();
    if (answer.status === 503 && headerOf(answer, "Retry-After") !== undefined) {
      load.counts.unavailable++;
      return;
    }
    const release = headerOf(answer, "X-Snapshot") ?? "";
    const version = versions.get(release);
    const data = answer.status === 200 ? JSON.parse(text).data : {};
    if (answer.status !== 200 || data.registration !== sampleMark(at) || data.version !== version) {
      load.wrong.push(`${target}: ${answer.status} ${release} ${text.slice(0, 120)}`);
      return;
    }
    load.counts.ok++;
    if (!load.releases.includes(release)) load.releases.push(release);
  };

  const ticking = (async () => {
    let asked = 0;
    for (const started = performance.now(); running; await sleep(TICK_MS)) {
      const due = ((performance.now() - started) / 1000) * perSecond;
      for (; asked < due; asked++) {
        // A prime step visits every record, far apart from one another.
        const work = ask((asked * 7_919) % records, asked % 3 === 0).finally(() => underWay.delete(work));
        underWay.add(work);
      }
    }
  })();
  return load;
}

export function headerOf(answer: ApiAnswer, name: string): string | undefined {
  const wanted = name.toLowerCase();
  return headerPairs(answer.headerLines).find(([found]) => found.toLowerCase() === wanted)?.[1];
}
