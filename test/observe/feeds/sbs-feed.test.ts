// A receiver on a real socket that does everything a receiver may do to a client.
import { createServer, type Server, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sbsLine, until, watching } from "../watching.ts";

let server: Server;
let port: number;
let onClient: (socket: Socket) => void = () => undefined;
const sockets = new Set<Socket>();

beforeEach(async () => {
  server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => sockets.delete(socket));
    onClient(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  port = (server.address() as { port: number }).port;
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => server.close(resolve));
});
const source = () => `sbs://127.0.0.1:${port}`;

describe("an SBS stream over TCP", () => {
  it("is read live, lines cut anywhere, with the empty lines that keep it alive", () =>
    watching(async ({ start, stop, writer, observer }) => {
      onClient = async (socket) => {
        const text = `${sbsLine("400001")}\r\n${sbsLine("400002")}`;
        socket.write(text.slice(0, 50));
        await new Promise((resolve) => setTimeout(resolve, 30));
        socket.write(text.slice(50));
      };
      const status = start(source());
      await until("two messages", () => status.tally.taken === 2);
      expect(observer.inView()).toBe(2);
      await stop();
      expect([...writer.sightings()].map(({ address, source: id }) => [address, id])).toEqual([
        ["400001", "receiver"],
        ["400002", "receiver"],
      ]);
      expect(status).toMatchObject({ format: "SBS", failure: null, tally: { messages: 2 } });
    }));

  it("is connected to again when it breaks off in the middle of a line", () =>
    watching(async ({ start, stop, notes }) => {
      let connections = 0;
      onClient = (socket) => {
        connections++;
        socket.write(sbsLine(`40000${connections}`));
        if (connections === 1) socket.end(sbsLine("400009").slice(0, 40));
      };
      const status = start(source());
      await until("a second connection", () => status.tally.taken === 2);
      await stop();
      expect([...status.tally.rejected]).toEqual([["line cut off", 1]]);
      expect(notes).toEqual([
        `${source()}: connected.`,
        `${source()}: the receiver closed the connection; connecting again.`,
        `${source()}: connected.`,
      ]);
    }));

  it("is waited for when nobody is there, and said so once", () =>
    watching(async ({ start, stop, notes }) => {
      await new Promise((resolve) => server.close(resolve));
      const status = start(source());
      await until("a note", () => notes.length > 0);
      onClient = (socket) => void socket.write(sbsLine("400001"));
      await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
      await until("the receiver's return", () => status.tally.taken === 1);
      await stop();
      expect(notes[0]).toMatch(/ECONNREFUSED.*connecting again/);
      expect(notes.filter((note) => note.includes("ECONNREFUSED"))).toHaveLength(1);
    }));

  it("recovers from garbage, binary, and a line of a hundred megabytes, in bounded memory", () =>
    watching(async ({ start, stop }) => {
      const megabyte = Buffer.alloc(1 << 20, "x");
      onClient = async (socket) => {
        socket.write(Buffer.from([0x1a, 0x33, 0xff, 0, 7, 0x0a]));
        socket.write("complete nonsense\nMSG,\nMSG,3,1,1,ZZZZZZ,1,2026/01/01,00:00:00.000,,\n");
        for (let at = 0; at < 100; at++) {
          if (!socket.write(megabyte)) await new Promise((resolve) => socket.once("drain", resolve));
        }
        socket.write(`\n${sbsLine("400001")}`);
      };
      const before = process.memoryUsage().rss;
      const status = start(source());
      await until("the message after it all", () => status.tally.taken === 1);
      expect(process.memoryUsage().rss - before).toBeLessThan(150 << 20);
      await stop();
      expect(Object.fromEntries(status.tally.rejected)).toEqual({
        ...{ "not an SBS line": 2, "line cut off": 1, "no usable address": 1, "line too long": 1 },
      });
    }));

  it("takes a flood as fast as it can, holding the sender back and not the messages in memory", () =>
    watching(async ({ start, stop, observer }) => {
      const FLOOD = 200_000;
      onClient = async (socket) => {
        for (let sent = 0; sent < FLOOD; sent += 1_000) {
          const now = Date.now();
          let block = "";
          for (let at = 0; at < 1_000; at++)
            block += sbsLine((0x400000 + (at % 500)).toString(16), {
              atMs: now - 30_000 + sent / 100,
              altitudeFt: sent / 100 + at,
            });
          if (!socket.write(block)) await new Promise((resolve) => socket.once("drain", resolve));
        }
      };
      const status = start(source());
      await until("the flood's end", () => status.tally.messages === FLOOD, 25_000);
      expect(status.tally.taken).toBe(FLOOD);
      expect(observer.inView()).toBe(500);
      await stop();
    }));

  it("uses the time of arrival where its clock is hours off, and says so once", () =>
    watching(async ({ start, stop, writer, notes }) => {
      const offMs = 7_200_000;
      onClient = (socket) =>
        void socket.write(
          sbsLine("400001", { atMs: Date.now() - offMs }) + sbsLine("400002", { atMs: Date.now() - offMs }),
        );
      const status = start(source());
      await until("two messages", () => status.tally.taken === 2);
      await stop();
      for (const { lastSeenMs } of writer.sightings())
        expect(Math.abs(lastSeenMs - Date.now())).toBeLessThan(30_000);
      expect(notes.filter((note) => /clock is 720\d s behind/.test(note))).toHaveLength(1);
    }));

  it("is spoken of when it falls silent, and when it comes back", () => {
    let ahead = 0;
    return watching(
      async ({ start, stop, notes }) => {
        let client: Socket | null = null;
        onClient = (socket) => {
          client = socket;
          socket.write(sbsLine("400001"));
        };
        const status = start(source());
        await until("a message", () => status.tally.taken === 1);
        ahead = 70_000;
        await until("a word about the silence", () =>
          notes.some((note) => note.includes("nothing new for 7")),
        );
        client = client as unknown as Socket;
        client.write(sbsLine("400001", { atMs: Date.now() + ahead, altitudeFt: 35_000 }));
        await until("a word about its end", () => notes.some((note) => note.includes("receiving again")));
        await stop();
      },
      { nowMs: () => Date.now() + ahead },
    );
  });

  it("is listened to for a while and left, with --once", () =>
    watching(async ({ start, ended }) => {
      onClient = (socket) => void socket.write(sbsLine("400001"));
      start(source(), { once: true, intervalMs: 300 });
      const [status] = await ended();
      expect(status).toMatchObject({ failure: null, tally: { taken: 1 } });
    }));
});
