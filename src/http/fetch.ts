// Adapter for runtimes that speak Request and Response (workerd, Deno, Bun, and Node's own fetch types in tests).
import type { Handler } from "./handler.ts";
import { type ApiAnswer, headerPairs } from "./message.ts";

/** What runtimes of the edge add to the standard. */
interface EdgeRequest extends Request {
  /** Cloudflare replaces Accept-Encoding by its own and keeps the client's here. */
  readonly cf?: { readonly clientAcceptEncoding?: string };
}
interface EdgeResponseInit extends ResponseInit {
  /** Bodies are stored coded; workerd would code them once more. Elsewhere without meaning. */
  readonly encodeBody: "manual";
}
interface EdgeGlobals {
  /** workerd drops Content-Length from a stream unless its length is promised. */
  readonly FixedLengthStream?: new (
    bytes: number,
  ) => TransformStream<Uint8Array, Uint8Array>;
}

const AFTER_ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i;
const CONTENT_LENGTH = "Content-Length";

export function createFetch(handler: Handler): (request: Request) => Promise<Response> {
  return async (request: EdgeRequest) => {
    const { headers } = request;
    const answer = await handler({
      method: request.method,
      target: toAscii(request.url.replace(AFTER_ORIGIN, "")) || "/",
      ifNoneMatch: headers.get("if-none-match") ?? undefined,
      ifModifiedSince: headers.get("if-modified-since") ?? undefined,
      acceptEncoding: request.cf?.clientAcceptEncoding ?? headers.get("accept-encoding") ?? undefined,
    });
    return toResponse(answer);
  };
}

/** workerd shows raw bytes of a path as the characters they spell; percent-encoded they are as on every other host. */
function toAscii(target: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the ASCII range is meant.
  return target.replace(/[^\x00-\x7f]+/g, encodeURIComponent);
}

function toResponse(answer: ApiAnswer): Response {
  const headers = new Headers();
  for (const [name, value] of headerPairs(answer.headerLines)) headers.append(name, value);
  const init: EdgeResponseInit = { status: answer.status, headers, encodeBody: "manual" };
  return new Response(toBody(answer.body, Number(headers.get(CONTENT_LENGTH))), init);
}

function toBody(
  body: ApiAnswer["body"],
  bytes: number,
): Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | string | null {
  if (body === null || typeof body === "string") return body;
  if (body instanceof Uint8Array) return body as Uint8Array<ArrayBuffer>;
  const stream = toStream(body);
  const { FixedLengthStream } = globalThis as EdgeGlobals;
  if (FixedLengthStream === undefined) return stream;
  const { readable, writable } = new FixedLengthStream(bytes);
  // What goes wrong here is seen by the reader of the other end, whose answer breaks off.
  stream.pipeTo(writable).catch(() => {});
  return readable;
}

function toStream(body: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const chunks = body[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await chunks.return?.();
    },
  });
}
