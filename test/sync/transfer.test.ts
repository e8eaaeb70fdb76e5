// Downloads over real HTTP from a server that does everything wrong that servers do.
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Timing } from "../../src/sync/http-get.ts";
import { type TransferRequest, transfer } from "../../src/sync/transfer.ts";
import { type FileServer, type Mishap, startFileServer } from "./misbehaving-server.ts";

const TIMING: Timing = { stallMs: 800, tryMs: 5_000, tries: 3, pauseMs: 5 };
const BODY = Buffer.from(Array.from({ length: 2_000 }, (_, row) => `${row},row ${row * 7}\n`).join(""));
const OTHER = Buffer.from(BODY.toString().replaceAll("row", "ROW"));
const DATE = "Wed, 19 Aug 2026 03:50:00 GMT";
const FILE = "/file.csv";

let folder: string;
let part: string;
let server: FileServer;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "fleet-sync-"));
  part = join(folder, "file.part");
  server = await startFileServer();
  server.files.set(FILE, { body: BODY, etag: '"v1"', lastModified: DATE });
});

afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const fetchFile = (more: Partial<TransferRequest> = {}) =>
  transfer({
    url: `${server.base}${FILE}`,
    part,
    known: null,
    most: 1_000_000,
    timing: TIMING,
    progress: () => {},
    ...more,
  });

const goWrong = (...mishaps: Mishap[]) => void server.mishaps.set(FILE, mishaps);
const received = () => readFileSync(part);

describe("a download", () => {
  it("arrives whole, with its validators", async () => {
    expect(await fetchFile()).toEqual({ kind: "fetched", etag: '"v1"', lastModified: DATE });
    expect(received()).toEqual(BODY);
  });

  it("tells how far it is and how long it will be", async () => {
    const steps: [number, number | null][] = [];
    await fetchFile({ progress: (bytes, total) => steps.push([bytes, total]) });
    expect(steps.at(-1)).toEqual([BODY.length, BODY.length]);
  });

  it("is not made where the server says that nothing changed", async () => {
    expect(await fetchFile({ known: { etag: '"v1"', lastModified: null } })).toEqual({ kind: "unchanged" });
    expect(await fetchFile({ known: { etag: null, lastModified: DATE } })).toEqual({ kind: "unchanged" });
    expect(existsSync(part)).toBe(false);
    expect(server.log).toEqual([`${FILE} if-none-match="v1" 304`, `${FILE} if-modified-since=${DATE} 304`]);
  });

  it("does not believe an answer of unchanged that it did not ask for", async () => {
    goWrong(
      { kind: "status", status: 304 },
      { kind: "status", status: 304 },
      { kind: "status", status: 304 },
    );
    await expect(fetchFile()).rejects.toThrow(/nothing changed, which was not asked/);
  });

  it("of what is not there is absent, and is not tried again", async () => {
    server.files.clear();
    expect(await fetchFile()).toEqual({ kind: "absent" });
    expect(server.log).toHaveLength(1);
  });

  it("follows redirects, a few", async () => {
    server.files.set("/moved.csv", { body: OTHER });
    goWrong({ kind: "redirect", to: "/moved.csv" });
    await fetchFile();
    expect(received()).toEqual(OTHER);
  });

  it("gives up in a loop of redirects", async () => {
    goWrong(...Array.from({ length: 20 }, (): Mishap => ({ kind: "redirect", to: FILE })));
    await expect(fetchFile()).rejects.toThrow("redirects more than 5 times");
    expect(server.log).toHaveLength(6);
  });

  it("does not follow a redirect to another protocol", async () => {
    goWrong({ kind: "redirect", to: "ftp://127.0.0.1/file.csv" });
    await expect(fetchFile()).rejects.toThrow(/which is not secure/);
  });
});

describe("a passing fault", () => {
  it.each<[string, Mishap]>([
    ["a server error", { kind: "status", status: 500 }],
    ["too many requests", { kind: "status", status: 429, headers: { "retry-after": "0" } }],
    ["a server that is not ready", { kind: "status", status: 503 }],
    ["a connection that breaks before the first byte", { kind: "cut", after: 0 }],
    ["a body that stands still", { kind: "stall", after: 100 }],
    ["a server that says nothing at all", { kind: "stall", after: 0 }],
  ])("is tried again: %s", async (_name, mishap) => {
    goWrong(mishap);
    expect(await fetchFile()).toMatchObject({ kind: "fetched" });
    expect(received()).toEqual(BODY);
  });

  it("that does not pass ends the download with its reason, and leaves nothing that cannot be resumed", async () => {
    const status: Mishap = { kind: "status", status: 502 };
    goWrong(status, status, status, status);
    await expect(fetchFile()).rejects.toThrow("the server answered 502");
    expect(server.log).toHaveLength(TIMING.tries);
    expect(existsSync(part)).toBe(false);
  });

  it("of the address itself is told with host and reason", async () => {
    await server.close();
    await expect(fetchFile()).rejects.toThrow(
      /the connection to 127\.0\.0\.1:\d+ failed \(connect ECONNREFUSED/,
    );
  });
});

describe("a final fault", () => {
  it.each<[string, Mishap, RegExp]>([
    ["being refused", { kind: "status", status: 403 }, /answered 403 Forbidden/],
    ["a web page", { kind: "web-page" }, /web page instead of the file/],
    ["a body without end", { kind: "endless" }, /larger than 1\.0 MB/],
    ["a body of unknown length", { kind: "unframed" }, /does not say how long/],
  ])("is not tried again: %s", async (_name, mishap, reason) => {
    goWrong(mishap);
    await expect(fetchFile()).rejects.toThrow(reason);
    expect(existsSync(part)).toBe(false);
    expect(server.mishaps.get(FILE)).toEqual([]);
  });

  it("is a length beyond the largest, before a byte is read", async () => {
    await expect(fetchFile({ most: BODY.length - 1 })).rejects.toThrow(/more than it can be/);
    expect(existsSync(part)).toBe(false);
  });

  it("is a small body that unpacks beyond the largest", async () => {
    server.files.set(FILE, { body: Buffer.alloc(30_000_000, "a"), etag: '"bomb"' });
    goWrong({ kind: "coded" });
    await expect(fetchFile()).rejects.toThrow(/larger than 1\.0 MB/);
    expect(existsSync(part)).toBe(false);
  });
});

describe("a download that broke off", () => {
  it("goes on where it was, under the same version", async () => {
    goWrong({ kind: "cut", after: 9_000 });
    await fetchFile();
    expect(received()).toEqual(BODY);
    // How much of what was sent has arrived is the network's business; that it goes on, and from where, is ours.
    expect(server.log.at(-1)).toMatch(new RegExp(`^${FILE} range=bytes=[1-9]\\d*- if-range="v1" 206$`));
  });

  it("goes on in another run", async () => {
    const cut: Mishap = { kind: "cut", after: 4_000 };
    goWrong(cut, cut, cut);
    await expect(fetchFile()).rejects.toThrow(/failed/);
    const kept = statSync(part).size;
    expect(kept).toBeGreaterThan(0);
    await fetchFile();
    expect(received()).toEqual(BODY);
    expect(server.log.at(-1)).toContain(`range=bytes=${kept}-`);
  });

  it("goes on where Content-Length promised more than there is", async () => {
    goWrong({ kind: "length", off: 500 });
    // What came is all there is: the rest cannot be satisfied, so it starts over.
    await fetchFile();
    expect(received()).toEqual(BODY);
  });

  it("by date, where the server has no ETag", async () => {
    server.files.set(FILE, { body: BODY, lastModified: DATE });
    goWrong({ kind: "cut", after: 9_000 });
    await fetchFile();
    expect(received()).toEqual(BODY);
    expect(server.log.at(-1)).toBe(`${FILE} range=bytes=9000- if-range=${DATE} 206`);
  });

  it.each<[string, { etag?: string }]>([
    ["a weak ETag does not say that the bytes are the same", { etag: 'W/"v1"' }],
    ["nothing tells versions apart", {}],
  ])("starts over where %s", async (_name, validators) => {
    server.files.set(FILE, { body: BODY, ...validators });
    goWrong({ kind: "cut", after: 9_000 });
    await fetchFile();
    expect(received()).toEqual(BODY);
    expect(server.log.at(-1)).toBe(`${FILE} 200`);
  });

  it("starts over where the server ignores ranges", async () => {
    goWrong({ kind: "cut", after: 9_000 }, { kind: "ignore-range" });
    await fetchFile();
    expect(received()).toEqual(BODY);
    expect(server.log.at(-1)).toBe(`${FILE} range=bytes=9000- if-range="v1" 200`);
  });

  it("starts over where the file changed in between", async () => {
    goWrong({ kind: "cut", after: 9_000 });
    const fetching = fetchFile({ timing: { ...TIMING, pauseMs: 100 } });
    await until(() => server.log.some((line) => line.includes("cut")));
    server.files.set(FILE, { body: OTHER, etag: '"v2"' });
    expect(await fetching).toMatchObject({ etag: '"v2"' });
    expect(received()).toEqual(OTHER);
  });

  it("starts over where the file changed and the server sends a part all the same", async () => {
    goWrong({ kind: "cut", after: 9_000 }, { kind: "ignore-if-range" });
    const fetching = fetchFile({ timing: { ...TIMING, pauseMs: 100 } });
    await until(() => server.log.some((line) => line.includes("cut")));
    server.files.set(FILE, { body: OTHER, etag: '"v2"' });
    await fetching;
    expect(received()).toEqual(OTHER);
    expect(server.log.map((line) => line.slice(-3))).toEqual(["200", "206", "200"]);
  });

  it("starts over where the file became shorter than what is there", async () => {
    goWrong({ kind: "cut", after: 9_000 }, { kind: "ignore-if-range" });
    const fetching = fetchFile({ timing: { ...TIMING, pauseMs: 100 } });
    await until(() => server.log.some((line) => line.includes("cut")));
    server.files.set(FILE, { body: BODY.subarray(0, 5_000), etag: '"v2"' });
    await fetching;
    expect(received()).toEqual(BODY.subarray(0, 5_000));
    expect(server.log.map((line) => line.slice(-3))).toEqual(["200", "416", "200"]);
  });

  it("is not taken up from another address, nor without its note", async () => {
    writeFileSync(part, "left by somebody");
    writeFileSync(
      `${part}.json`,
      JSON.stringify({ url: "http://elsewhere/", etag: '"v1"', lastModified: null }),
    );
    await fetchFile();
    expect(received()).toEqual(BODY);
    expect(server.log).toEqual([`${FILE} 200`]);
  });
});

async function until(happened: () => boolean): Promise<void> {
  while (!happened()) await new Promise((resolve) => setTimeout(resolve, 5));
}
