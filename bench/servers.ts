// The four servers. The peers hold ready-made answers for the paths that will be asked for, in a Map by URL:
// no store, no checks, nothing to compute. Both get the same headers and bytes that our handler gives.
import { createServer, type Server } from "node:http";
import fastify from "fastify";
import { createHandler, type Handler } from "../src/http/handler.ts";
import { headerPairs } from "../src/http/message.ts";
import { createNodeServer } from "../src/node/server.ts";
import { openPackFile } from "../src/store/pack-file-store.ts";
import type { SnapshotSource } from "../src/store/store.ts";

export const SERVER_NAMES = ["bare node:http", "Fastify", "ours, pread", "ours, in memory"] as const;
export type ServerName = (typeof SERVER_NAMES)[number];

/** Ours; the header Keep-Alive tells it, so the peers have the same. */
const KEEP_ALIVE_MS = 65_000;

export async function listen(name: ServerName, packPath: string, paths: readonly string[]): Promise<number> {
  if (name === "Fastify") return listenFastify(readyAnswers(packPath, paths));
  const server =
    name === "bare node:http"
      ? createBareServer(readyAnswers(packPath, paths))
      : createNodeServer({ handler: openHandler(packPath, name === "ours, in memory") });
  return listenOn(server);
}

interface ReadyAnswer {
  readonly headers: readonly string[];
  readonly body: Buffer;
}

function createBareServer(answers: ReadonlyMap<string, ReadyAnswer>): Server {
  return createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    const answer = answers.get(request.url ?? "");
    if (answer === undefined) {
      response.writeHead(404);
      response.end();
      return;
    }
    response.writeHead(200, answer.headers as string[]);
    response.end(answer.body);
  });
}

async function listenFastify(answers: ReadonlyMap<string, ReadyAnswer>): Promise<number> {
  const byTail = new Map(
    [...answers].map(([path, answer]) => [path.slice(path.lastIndexOf("/") + 1), toFastify(answer)]),
  );
  const app = fastify({ logger: false, keepAliveTimeout: KEEP_ALIVE_MS });
  app.get<{ Params: { tail: string } }>("/api/v1/airframes/:tail", (request, reply) => {
    const answer = byTail.get(request.params.tail);
    if (answer === undefined) reply.code(404).send();
    else reply.headers(answer.headers).send(answer.body);
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
  return portOf(app.server);
}

/** Fastify takes headers as an object. */
function toFastify({ headers, body }: ReadyAnswer) {
  const object: Record<string, string> = {};
  for (let at = 0; at < headers.length; at += 2) object[headers[at] as string] = headers[at + 1] as string;
  return { headers: object, body };
}

export function openHandler(packPath: string, inMemory: boolean): Handler {
  const { pack, close } = openPackFile(packPath, { inMemory });
  const snapshot = { id: "20260907-0123456789abcdef", find: pack.find, download: () => null };
  const source: SnapshotSource = { current: () => snapshot, close };
  return createHandler({ source, report: (fault) => console.error(fault), now: () => performance.now() });
}

function readyAnswers(packPath: string, paths: readonly string[]): ReadonlyMap<string, ReadyAnswer> {
  const handler = openHandler(packPath, false);
  const answers = new Map<string, ReadyAnswer>();
  // What every answer has in common is there once, and nothing is a slice of something larger, as in a hand-made table.
  const texts = new Map<string, string>();
  const textOf = (text: string) => {
    const known = texts.get(text) ?? Buffer.from(text).toString("latin1");
    texts.set(known, known);
    return known;
  };
  for (const path of paths) {
    const answer = handler({ method: "GET", target: path });
    if (answer instanceof Promise || !(answer.body instanceof Uint8Array))
      throw new Error(`no record: ${path}`);
    answers.set(path, {
      headers: headerPairs(answer.headerLines).flat().map(textOf),
      body: Buffer.from(answer.body),
    });
  }
  return answers;
}

function listenOn(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve(portOf(server)));
  });
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return address.port;
}
