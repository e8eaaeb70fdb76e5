// Asks two hosts the same and says where they differ, in anything but what belongs to the connection or the moment.
import type { PackReader } from "../../src/snapshot/pack-reader.ts";
import type { Host, HostAnswer } from "../http/host.ts";

const PASSING = new Set(["date", "server-timing", "connection", "keep-alive", "transfer-encoding"]);
const CODINGS = [{}, { "Accept-Encoding": "gzip" }, { "Accept-Encoding": "br, gzip;q=0.5" }];
const AT_ONCE = 16;

/** A request target for every key in the pack: each spelling of each record, and each page. */
export function targetsOf(pack: PackReader): string[] {
  return [...pack.entries()].flatMap(({ keys }) =>
    keys.map(({ key }) => {
      const slash = key.indexOf("/");
      const collection = key.slice(0, slash);
      if (collection === "page") return key.slice("page".length);
      return `/api/v1/${collection}/${encodeURIComponent(key.slice(slash + 1))}`;
    }),
  );
}

/** Each target in one coding after the other; empty where every answer is the same. */
export async function differences(one: Host, other: Host, targets: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  let at = 0;
  const ask = async () => {
    for (let turn = at++; turn < targets.length; turn = at++) {
      const target = targets[turn] ?? "/";
      const headers = CODINGS[turn % CODINGS.length] ?? {};
      const [a, b] = await Promise.all([
        one.request("GET", target, headers),
        other.request("GET", target, headers),
      ]);
      const [left, right] = [spell(a), spell(b)];
      if (left !== right) found.push(`${target} ${JSON.stringify(headers)}\n${left}\n${right}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, ask));
  return found;
}

function spell(answer: HostAnswer | null): string {
  if (answer === null) return "no answer";
  const headers = answer.headers
    .filter(([name]) => !PASSING.has(name))
    .map(([name, value]) => `${name}: ${value}`);
  return [answer.status, ...headers.sort(), Buffer.from(answer.body).toString("base64")].join("\n");
}
