// Adapter for runtimes that speak Request and Response (workerd, Deno, Bun, and Node's own fetch types in tests).
import type { Handler } from "./handler.ts";
import type { ApiAnswer } from "./message.ts";

const AFTER_ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i;

export function createFetch(handler: Handler): (request: Request) => Promise<Response> {
  return async (request) => {
    const { headers } = request;
    const answer = await handler({
      method: request.method,
      target: request.url.replace(AFTER_ORIGIN, "") || "/",
      ifNoneMatch: headers.get("if-none-match") ?? undefined,
      ifModifiedSince: headers.get("if-modified-since") ?? undefined,
      acceptEncoding: headers.get("accept-encoding") ?? undefined,
    });
    return toResponse(answer);
  };
}

function toResponse(answer: ApiAnswer): Response {
  const headers = new Headers();
  for (let at = 0; at < answer.headers.length; at += 2) {
    headers.append(answer.headers[at] as string, answer.headers[at + 1] as string);
  }
  return new Response(toBody(answer.body), { status: answer.status, headers });
}

function toBody(
  body: ApiAnswer["body"],
): Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | string | null {
  if (body === null || typeof body === "string") return body;
  if (body instanceof Uint8Array) return body as Uint8Array<ArrayBuffer>;
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
