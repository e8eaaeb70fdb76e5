// fleet get <path>: one request through the whole handler, without a server.
import { API_PREFIX, ENDPOINTS } from "../contract/endpoints.ts";
import { createHandler } from "../http/handler.ts";
import { openSnapshotFolder } from "../store/pack-file-store.ts";
import { type Console, EXIT } from "./console.ts";

export interface GetOptions {
  readonly data: string;
  readonly path: string;
  readonly include: boolean;
  readonly raw: boolean;
}

/** A 503 here is a record that is damaged: the snapshot was sound enough to be opened. */
const EXIT_BY_STATUS = new Map<number, number>([
  [200, EXIT.ok],
  [404, EXIT.notFound],
  [503, EXIT.noSnapshot],
]);

export async function get(options: GetOptions, console: Console): Promise<number> {
  const source = openSnapshotFolder(options.data, { pollMs: 0 });
  try {
    const handler = createHandler({
      source,
      now: () => performance.now(),
      report: (fault) => console.note(`${fault.name}: ${fault.message}`),
    });
    const answer = await handler({ method: "GET", target: targetOf(options.path) });
    if (options.include) console.out(`${answer.status}\n${answer.headerLines.replaceAll("\r", "")}`);
    const text = await textOf(answer.body);
    console.out(options.raw ? text : prettyJson(text));
    return EXIT_BY_STATUS.get(answer.status) ?? EXIT.failure;
  } finally {
    source.close();
  }
}

/** `/airlines/DL` and `airlines/DL` mean the path under the prefix; anything else is taken as it is. */
function targetOf(path: string): string {
  const rooted = path.startsWith("/") ? path : `/${path}`;
  const [, first] = rooted.split("/");
  return ENDPOINTS.some(({ collection }) => collection === first) ? `${API_PREFIX}${rooted}` : rooted;
}

async function textOf(body: Uint8Array | string | AsyncIterable<Uint8Array> | null): Promise<string> {
  if (body === null) return "";
  if (typeof body === "string") return body;
  if (body instanceof Uint8Array) return Buffer.from(body).toString("utf8");
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
