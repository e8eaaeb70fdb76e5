// Stopping a server: what is being answered is finished, what waits is closed, what is new is turned away.
import { connect, type Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { createDrain } from "../../src/node/drain.ts";
import type { Snapshot } from "../../src/store/store.ts";
import { collect, parseAnswers, requestText } from "./raw-http.ts";
import { serveOn } from "./serving.ts";

const TARGET = "/api/v1/airlines/DL";
/** Without Connection: close, as browsers and proxies ask. */
const REQUEST = requestText("GET", TARGET).replace("Connection: close\r\n", "");

describe("a server that stops", () => {
  it("gives the answer that the store has yet to find, then closes the connection", async () => {
    const { port, drain, release } = await slowServer();
    const socket = await connected(port, REQUEST);
    let drained = false;
    const done = drain().then(() => {
      drained = true;
    });
    await pause(150);
    expect(drained).toBe(false);
    release();
    expect(parseAnswers(await collect(socket), ["GET"])[0]?.status).toBe(404);
    await done;
  });

  it("answers a request whose first half had arrived", async () => {
    const { port, drain, release } = await slowServer();
    release();
    const socket = await connected(port, REQUEST.slice(0, 30));
    const done = drain();
    await pause(150);
    socket.write(REQUEST.slice(30));
    expect(parseAnswers(await collect(socket), ["GET"])[0]?.status).toBe(404);
    await done;
  });

  it("closes connections that wait for a next request, and those that never sent one", async () => {
    const { port, drain, release } = await slowServer();
    release();
    const waiting = await connected(port, REQUEST);
    const silent = await connected(port, "");
    await pause(50);
    const started = performance.now();
    const [answered, nothing] = await Promise.all([collect(waiting), collect(silent), drain()]);
    expect(parseAnswers(answered, ["GET"])[0]?.status).toBe(404);
    expect(nothing).toBe("");
    expect(performance.now() - started).toBeLessThan(3_000);
  });

  it("takes no new connection", async () => {
    const { port, drain } = await slowServer();
    await drain();
    await expect(connected(port, REQUEST)).rejects.toThrow(/ECONNREFUSED/);
  });
});

/** A server whose store answers, that there is nothing, only once it is released. */
async function slowServer() {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const snapshot: Snapshot = { id: "slow", find: () => released.then(() => null), download: () => null };
  const { server, port } = await serveOn({ current: () => snapshot, close() {} });
  return { port, drain: createDrain(server), release };
}

function connected(port: number, sent: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1" }, () => {
      socket.write(sent);
      setTimeout(() => resolve(socket), 30);
    });
    socket.once("error", reject);
  });
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
