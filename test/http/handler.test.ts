// The behaviour suite against the handler itself, what it does when the store fails, and random input.
import { closeSync, openSync, readFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createHandler, type Handler } from "../../src/http/handler.ts";
import { PACK_FILE, snapshotsFolder } from "../../src/snapshot/folder.ts";
import { type FolderSource, openSnapshotFolder } from "../../src/store/pack-file-store.ts";
import { type Snapshot, type SnapshotSource, StoreError } from "../../src/store/store.ts";
import { validateAnswer, validateHeaders } from "../contract/openapi-validator.ts";
import { buildFixtureSnapshot, temporaryFolder } from "../fixtures/fixture-snapshot.ts";
import { describeBehaviours, safeTemplateOf } from "./handler-suite.ts";
import { directHost, type HostAnswer, headerOf, plainBody } from "./host.ts";
import { randomTargets } from "./random-targets.ts";

const folder = temporaryFolder();
let data = "";
let source: FolderSource;
let handler: Handler;

beforeAll(async () => {
  ({ data } = await buildFixtureSnapshot(folder.path));
  source = openSnapshotFolder(data, { pollMs: 0 });
  handler = handlerOf(source);
});

afterAll(() => {
  source.close();
  folder.remove();
});

describeBehaviours("a direct call", () => directHost(handler));

const TARGET = "/api/v1/airframes/N899DN";
const SECRET = "connect ECONNREFUSED 10.1.2.3:6379 password=hunter2";

describe("a failing store", () => {
  const failing = (error: Error): Snapshot => ({
    id: "20260930-000000000000",
    find: () => {
      throw error;
    },
    download: () => {
      throw error;
    },
  });
  const failingLate = (error: Error): Snapshot => ({
    id: "20260930-000000000000",
    find: () => Promise.reject(error),
    download: () => Promise.reject(error),
  });
  const without = (error: Error): SnapshotSource => ({
    current: () => {
      throw error;
    },
    close() {},
  });
  const kinds: readonly (readonly [string, (error: Error) => SnapshotSource])[] = [
    ["at once", (error) => ({ current: () => failing(error), close() {} })],
    ["later", (error) => ({ current: () => failingLate(error), close() {} })],
    ["before there is a snapshot", without],
  ];

  it.each(kinds)("answers 503 with Retry-After, never 404, when the store fails %s", async (_, sourceOf) => {
    for (const target of [TARGET, "/api/v1/airlines/ZZ", "/data/airlines.csv.gz"]) {
      const { answer, reported } = await askOf(sourceOf(new StoreError(SECRET)), target);
      expect(answer.status).toBe(503);
      expect(headerOf(answer, "retry-after")).toMatch(/^\d+$/);
      expect(headerOf(answer, "cache-control")).toBe("no-store");
      expectSoundProblem(answer, target, "store_unavailable");
      expect(reported).toEqual([SECRET]);
    }
  });

  it.each(kinds)("answers 500 with a constant body when something else fails %s", async (_, sourceOf) => {
    const first = await askOf(sourceOf(new TypeError(SECRET)), TARGET);
    const second = await askOf(sourceOf(new RangeError("another secret")), TARGET);
    expect(first.answer.status).toBe(500);
    expect(headerOf(first.answer, "cache-control")).toBe("no-store");
    expectSoundProblem(first.answer, TARGET, "internal_error");
    expect(plainBody(second.answer)).toBe(plainBody(first.answer));
    expect(first.reported).toEqual([SECRET]);
  });

  it("answers HEAD to a failing store without a body", async () => {
    const { answer } = await askOf(
      { current: () => failing(new StoreError(SECRET)), close() {} },
      TARGET,
      "HEAD",
    );
    expect(answer.status).toBe(503);
    expect(answer.body.length).toBe(0);
  });

  it("still answers OPTIONS and refuses methods when the store is gone", async () => {
    const gone = without(new StoreError(SECRET));
    expect((await askOf(gone, TARGET, "OPTIONS")).answer.status).toBe(204);
    expect((await askOf(gone, TARGET, "DELETE")).answer.status).toBe(405);
  });
});

describe("a damaged record in a real pack", () => {
  it.each([false, true])(
    "answers 503 for it and 200 for its neighbours (in memory: %s)",
    async (inMemory) => {
      const damaged = temporaryFolder();
      try {
        const { data: own, manifest } = await buildFixtureSnapshot(damaged.path);
        const opened = openSnapshotFolder(own, { pollMs: 0 });
        flipByteOf(join(snapshotsFolder(own), manifest.snapshot, PACK_FILE), '"registration":"N899DN"');
        if (inMemory) {
          // Every record is verified when a pack is loaded whole: nothing is served from it at all.
          expect(() => openSnapshotFolder(own, { pollMs: 0, inMemory })).toThrow(/damaged record/);
        } else {
          for (const target of [TARGET, "/api/v1/airframes/AC671B"]) {
            const { answer } = await askOf(opened, target);
            expect(answer.status).toBe(503);
            expectSoundProblem(answer, target, "store_unavailable");
          }
          expect((await askOf(opened, "/api/v1/airframes/N931DQ")).answer.status).toBe(200);
          expect((await askOf(opened, "/api/v1/airframes/NOBODY")).answer.status).toBe(404);
        }
        opened.close();
      } finally {
        damaged.remove();
      }
    },
  );
});

describe("a parameter that cannot be an identifier", () => {
  it.each(["D".repeat(65), `DL${"%E2%80%8B".repeat(70)}`, "%", "%00", "%C3%9F", "%20"])(
    "spares the store the question: %s",
    async (parameter) => {
      const never = (): never => expect.unreachable("the store was asked");
      const snapshot: Snapshot = { id: "20260930-000000000000", find: never, download: never };
      const { answer } = await askOf(
        { current: () => snapshot, close() {} },
        `/api/v1/airlines/${parameter}`,
      );
      expect(answer.status).toBe(404);
    },
  );
});

describe("random input", () => {
  it("answers ten thousand random byte strings with JSON and a status of the contract", async () => {
    const host = directHost(handler);
    const statuses = new Set<number>();
    for (const target of randomTargets(10_000)) {
      const answer = await host.request("GET", target, {});
      if (answer === null) throw new Error("the direct call sends anything");
      statuses.add(answer.status);
      // Some strings are a page of their own, such as "/".
      if (answer.status === 200) continue;
      expectSound(answer, target);
    }
    expect([...statuses].sort()).toEqual([200, 404]);
  });

  it("answers unknown methods and absurd headers as soundly", async () => {
    const values = ["", ",", '"', "W/", "*", "q=", ";;;,,,", "\u0000", "x".repeat(10_000)];
    for (const value of values) {
      for (const method of ["", "get", "CONNECT", "\u0000", "GET"]) {
        const answer = await directHost(handler).request(method, "/api/v1/airlines/DL", {
          "If-None-Match": value,
          "If-Modified-Since": value,
          "Accept-Encoding": value,
        });
        expect([200, 304, 405]).toContain(answer?.status);
      }
    }
  });
});

function handlerOf(from: SnapshotSource, reported: string[] = []): Handler {
  return createHandler({
    source: from,
    now: () => performance.now(),
    report: (fault) => void reported.push(fault.message),
  });
}

async function askOf(from: SnapshotSource, target: string, method = "GET") {
  const reported: string[] = [];
  const answer = await directHost(handlerOf(from, reported)).request(method, target, {});
  if (answer === null) throw new Error("the direct call sends anything");
  return { answer, reported };
}

function expectSoundProblem(answer: HostAnswer, target: string, code: string): void {
  expectSound(answer, target);
  expect(JSON.parse(plainBody(answer))).toMatchObject({ code, success: false, instance: target });
  const everything = plainBody(answer) + JSON.stringify(answer.headers);
  for (const word of ["ECONNREFUSED", "10.1.2.3", "hunter2", "Error", "/src/", "node:", ".pack"])
    expect(everything).not.toContain(word);
}

function expectSound(answer: HostAnswer, target: string): void {
  const template = safeTemplateOf(target);
  const problems = [
    ...validateAnswer(template, answer.status, headerOf(answer, "content-type"), plainBody(answer)),
    ...validateHeaders(template, answer.status, answer.headers),
  ];
  expect(problems, JSON.stringify(target)).toEqual([]);
}

function flipByteOf(path: string, text: string): void {
  const at = readFileSync(path).indexOf(text);
  expect(at).toBeGreaterThan(0);
  const file = openSync(path, "r+");
  writeSync(file, Buffer.from("X"), 0, 1, at + text.length - 2);
  closeSync(file);
}
