// A host is whatever carries a request to the handler and its answer back: a direct call, node:http, a worker. The
// behaviour table knows nothing else of it.
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import type { Handler } from "../../src/http/handler.ts";
import { headerPairs } from "../../src/http/message.ts";

export interface HostAnswer {
  readonly status: number;
  /** Lower-case names, in the order received. */
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Uint8Array;
}

export interface Host {
  readonly name: string;
  /** Whether targets are rewritten on the way (`/a/../b` becomes `/b`), as every URL parser does. */
  readonly normalisesTargets: boolean;
  /** `rawTarget` goes out as it is, one byte a character. Null where this host has no way to send such a request. */
  request(
    method: string,
    rawTarget: string,
    headers: Readonly<Record<string, string>>,
    body?: string,
  ): Promise<HostAnswer | null>;
}

export function headerOf(answer: HostAnswer, name: string): string | null {
  const values = answer.headers.filter(([found]) => found === name.toLowerCase()).map(([, value]) => value);
  return values.length === 0 ? null : values.join(", ");
}

/** The body with its content coding undone. */
export function plainBody(answer: HostAnswer): string {
  const coding = headerOf(answer, "content-encoding");
  const bytes =
    coding === "br"
      ? brotliDecompressSync(answer.body)
      : coding === "gzip"
        ? gunzipSync(answer.body)
        : answer.body;
  return Buffer.from(bytes).toString("utf8");
}

/** No host at all: the handler itself, with the target in ASCII as every adapter hands it over. */
export function directHost(handler: Handler): Host {
  return {
    name: "a direct call",
    normalisesTargets: false,
    async request(method, rawTarget, headers) {
      const target = rawTarget.replace(
        /[\x80-\xff]/g,
        (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`,
      );
      const answer = await handler({
        method,
        target,
        ifNoneMatch: headers["If-None-Match"],
        ifModifiedSince: headers["If-Modified-Since"],
        acceptEncoding: headers["Accept-Encoding"],
      });
      const pairs = headerPairs(answer.headerLines).map(([name, value]): [string, string] => [
        name.toLowerCase(),
        value,
      ]);
      return { status: answer.status, headers: pairs, body: await bytesOf(answer.body) };
    },
  };
}

async function bytesOf(body: Awaited<ReturnType<Handler>>["body"]): Promise<Uint8Array> {
  if (body === null) return new Uint8Array();
  // Handlers give text as ASCII, adapters write it byte by byte: anything else would be cut.
  if (typeof body === "string") return Buffer.from(body, "latin1");
  if (body instanceof Uint8Array) return body;
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}
