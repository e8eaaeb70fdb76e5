// A receiver's web server, with the answers such servers give.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { until, watching } from "../watching.ts";

let server: Server;
let base: string;
let asked: IncomingMessage[] = [];
let answer: (response: ServerResponse, turn: number) => void;

beforeEach(async () => {
  asked = [];
  server = createServer((request, response) => {
    asked.push(request);
    answer(response, asked.length);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  base = `127.0.0.1:${(server.address() as { port: number }).port}`;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const snapshot = (turn = 0, nowMs = Date.now()) =>
  JSON.stringify({ now: nowMs / 1_000, aircraft: [{ hex: "ac671b", seen: 0, alt_baro: 30_000 + turn }] });
const json = (response: ServerResponse, body: string | Buffer) =>
  response.writeHead(200, { "content-type": "application/json" }).end(body);

describe("a snapshot asked for over HTTP", () => {
  it("is asked for again and again", () =>
    watching(async ({ start, stop, writer }) => {
      answer = (response, turn) => void json(response, snapshot(turn));
      const status = start(`http://${base}/data/aircraft.json`);
      await until("three answers", () => status.tally.taken >= 3);
      await stop();
      expect([...writer.sightings()]).toMatchObject([{ address: "AC671B", source: "receiver" }]);
      expect(status).toMatchObject({ format: "aircraft.json", failure: null });
    }));

  it("is unpacked, whether the server says that it is packed or not", () =>
    watching(async ({ start, stop }) => {
      answer = (response, turn) => {
        const packed = gzipSync(snapshot(turn));
        if (turn % 2 === 0) json(response, packed);
        else response.writeHead(200, { "content-encoding": "gzip" }).end(packed);
      };
      const status = start(`http://${base}/`);
      await until("four answers", () => status.tally.taken >= 4);
      await stop();
      expect(status.tally.rejected.size).toBe(0);
    }));

  it("survives refusals, web pages, cut-off answers and closed doors, each said once", () =>
    watching(async ({ start, stop, notes }) => {
      answer = (response, turn) => {
        if (turn <= 2) response.writeHead(503).end();
        else if (turn === 3) response.writeHead(200, { "content-type": "text/html" }).end("<html>");
        else if (turn === 4) json(response, snapshot().slice(0, 60));
        else if (turn === 5) response.destroy();
        else if (turn === 6) json(response, gzipSync(snapshot()).subarray(0, 40));
        else json(response, snapshot(turn));
      };
      const status = start(`http://${base}/x?key=secret`, { intervalMs: 5 });
      await until("an answer", () => status.tally.taken >= 1);
      await stop();
      const told = notes.map((note) => note.replace(`http://${base}/x: `, ""));
      expect(told.slice(0, 3)).toEqual([
        "answers with HTTP 503; trying again.",
        "answers with a web page; the data usually lies at …/data/aircraft.json; trying again.",
        "receiving.",
      ]);
      expect(notes.join()).not.toContain("secret");
      expect(status.tally.rejected.get("JSON cut off")).toBeGreaterThanOrEqual(1);
      expect(status.tally.rejected.get("damaged compression")).toBe(1);
    }));

  it("is not asked for sooner than the server wants", () =>
    watching(async ({ start, stop }) => {
      const times: number[] = [];
      answer = (response, turn) => {
        times.push(Date.now());
        if (turn === 1) response.writeHead(429, { "retry-after": "1" }).end();
        else json(response, snapshot(turn));
      };
      const status = start(`http://${base}/`, { intervalMs: 5 });
      await until("an answer", () => status.tally.taken >= 1);
      await stop();
      expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(950);
    }));

  it("is asked for with the password of the address, which nobody sees", () =>
    watching(async ({ start, stop, notes }) => {
      answer = (response, turn) => void json(response, snapshot(turn));
      const status = start(`http://me:s%40crt@${base}/`);
      await until("an answer", () => status.tally.taken >= 1);
      await stop();
      expect(asked[0]?.headers.authorization).toBe(`Basic ${Buffer.from("me:s@crt").toString("base64")}`);
      expect(notes.join() + status.spec.label).not.toContain("crt");
    }));

  it("is set right where its clock is ahead, and repeated where it stands still", () =>
    watching(async ({ start, stop, writer, notes }) => {
      const frozen = snapshot(1, Date.now() + 3_600_000);
      answer = (response) => void json(response, frozen);
      const status = start(`http://${base}/`, { intervalMs: 5 });
      await until("repetitions", () => (status.tally.rejected.get("duplicate") ?? 0) >= 3);
      await stop();
      expect(notes.some((note) => /clock is 3(?:600|5\d\d) s ahead/.test(note))).toBe(true);
      expect(status.tally.taken).toBeLessThanOrEqual(2);
      const [sighting] = [...writer.sightings()];
      expect(Math.abs((sighting?.lastSeenMs ?? 0) - Date.now())).toBeLessThan(30_000);
    }));

  it("is asked for once with --once, and a failure is told", () =>
    watching(async ({ start, ended }) => {
      answer = (response, turn) =>
        void (turn === 1 ? json(response, snapshot()) : response.writeHead(404).end());
      start(`http://${base}/`, { once: true });
      expect((await ended())[0]).toMatchObject({ failure: null, tally: { taken: 1 } });
      start(`http://${base}/`, { once: true });
      expect((await ended())[1]).toMatchObject({ failure: "answers with HTTP 404" });
    }));
});
