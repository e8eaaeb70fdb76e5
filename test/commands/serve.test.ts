// fleet serve as a process: start, access log, graceful stop, workers, TLS.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { get as getTls } from "node:https";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { collect, exchange, parseAnswers, rawRequest, requestText } from "../node/raw-http.ts";
import { bundleProgram, type Program, type Running } from "../program.ts";

const DELTA = "/api/v1/airlines/DL";
const SERVE = ["serve", "--port", "0", "--host", "127.0.0.1"];

let program: Program;
beforeAll(async () => {
  program = await bundleProgram();
  expect((await program.run(["build"])).code).toBe(0);
});
afterAll(() => program.remove());

async function portOf(running: Running): Promise<number> {
  const [, port] = await running.said(/(?:at https?:\/\/127\.0\.0\.1:|workers serve on port )(\d+)/);
  return Number(port);
}

describe("fleet serve", () => {
  it("greets with an address that answers, logs each request as JSON, and ends with 0 when told to", async () => {
    const running = program.start(SERVE);
    const port = await portOf(running);
    await running.said(/Try it: curl http:\/\/127\.0\.0\.1:\d+\/api\/v1\/airlines\/DL/);
    expect((await rawRequest(port, "GET", DELTA)).status).toBe(200);
    expect((await rawRequest(port, "GET", "/api/v1/airlines/ZZ")).status).toBe(404);
    running.signal("SIGTERM");
    expect(await running.ended()).toBe(0);
    const entries = running
      .output()
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(entries.map(({ path, status }) => [path, status])).toEqual([
      [DELTA, 200],
      ["/api/v1/airlines/ZZ", 404],
    ]);
  });

  it("finishes a request that was half sent when it was told to stop, and takes no new one", async () => {
    const running = program.start([...SERVE, "--log", "off"]);
    const port = await portOf(running);
    const idle = await connected(port);
    const slow = await connected(port);
    const text = requestText("GET", DELTA).replace("Connection: close\r\n", "");
    slow.write(text.slice(0, 30));
    await pause(100);
    running.signal("SIGTERM");
    await collect(idle);
    await expect(connected(port)).rejects.toThrow(/ECONNREFUSED/);
    slow.write(text.slice(30));
    const [answer] = parseAnswers(await collect(slow), ["GET"]);
    expect(answer?.status).toBe(200);
    expect(await running.ended()).toBe(0);
    expect(running.output()).toBe("");
  });

  it("picks up a new snapshot while it runs", async () => {
    expect((await program.run(["build", "--data", "swapped"])).code).toBe(0);
    const running = program.start([...SERVE, "--data", "swapped", "--no-build"]);
    const port = await portOf(running);
    await program.run(["build", "--data", "swapped", "--now", "2030-01-01"]);
    const [, snapshot] = await running.said(/Serving snapshot (20300101-[0-9a-f]{12}) \(was /);
    const { headers } = await rawRequest(port, "GET", DELTA);
    expect(Object.fromEntries(headers)["x-snapshot"]).toBe(snapshot);
    running.signal("SIGINT");
    expect(await running.ended()).toBe(0);
  });
});

describe("fleet serve --workers", () => {
  it("serves from two processes, replaces one that dies, and ends them all with 0", async () => {
    const running = program.start([...SERVE, "--workers", "2", "--log", "off"]);
    const port = await portOf(running);
    const workers = childrenOf(running.process.pid ?? 0);
    expect(workers).toHaveLength(2);
    const answers = await Promise.all(Array.from({ length: 20 }, () => rawRequest(port, "GET", DELTA)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));

    process.kill(workers[0] as number, "SIGKILL");
    await running.said(/Worker \d+ ended .*; starting another/);
    expect((await rawRequest(port, "GET", DELTA)).status).toBe(200);
    running.signal("SIGTERM");
    expect(await running.ended()).toBe(0);
  });

  it("ends with 1 where the port is taken", async () => {
    const first = program.start([...SERVE, "--log", "off"]);
    const port = await portOf(first);
    const { code, err } = await program.run([
      "serve",
      "--workers",
      "2",
      "--host",
      "127.0.0.1",
      "--port",
      `${port}`,
    ]);
    expect(code).toBe(1);
    expect(err).toContain(`Port ${port} is in use.`);
    first.signal("SIGTERM");
    expect(await first.ended()).toBe(0);
  });
});

describe("fleet serve with TLS", () => {
  const hasOpenssl = canRunOpenssl();
  if (!hasOpenssl) console.info("skipped: TLS tests need openssl, which is not installed here");

  it.skipIf(!hasOpenssl)("serves https with the certificate it is given", async () => {
    const { cert, key } = certificateIn(program.root);
    const running = program.start([...SERVE, "--tls-cert", cert, "--tls-key", key]);
    await running.said(/at https:\/\//);
    const port = await portOf(running);
    expect(await statusOverTls(port, DELTA, readFileSync(cert))).toBe(200);
    // Plain HTTP on a TLS port is no request; the server survives it.
    await exchange(port, requestText("GET", DELTA)).catch(() => "");
    expect(await statusOverTls(port, DELTA, readFileSync(cert))).toBe(200);
    running.signal("SIGTERM");
    expect(await running.ended()).toBe(0);
  });

  it("wants both the certificate and its key", async () => {
    const { code, err } = await program.run([...SERVE, "--tls-cert", "a.pem"]);
    expect(code).toBe(2);
    expect(err).toMatch(/--tls-cert and --tls-key go together/);
  });

  it("says which file it cannot read", async () => {
    const { code, err } = await program.run([
      ...SERVE,
      "--tls-cert",
      "absent.pem",
      "--tls-key",
      "absent.key",
    ]);
    expect(code).toBe(2);
    expect(err).toMatch(/Cannot read absent\.pem/);
  });

  it("says that a file is no certificate", async () => {
    writeFileSync(join(program.root, "text.pem"), "no certificate\n");
    const { code, err } = await program.run([...SERVE, "--tls-cert", "text.pem", "--tls-key", "text.pem"]);
    expect(code).toBe(2);
    expect(err).toMatch(/text\.pem/);
    expect(err).not.toMatch(/\bat .*\.js:\d+/);
  });
});

function connected(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1" }, () => resolve(socket));
    socket.once("error", reject);
  });
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function childrenOf(pid: number): number[] {
  const file = `/proc/${pid}/task/${pid}/children`;
  const text = existsSync(file)
    ? readFileSync(file, "utf8")
    : execFileSync("pgrep", ["-P", `${pid}`]).toString();
  return text.trim().split(/\s+/).filter(Boolean).map(Number);
}

function certificateIn(folder: string): { readonly cert: string; readonly key: string } {
  const cert = join(folder, "cert.pem");
  const key = join(folder, "key.pem");
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
  const args = [
    "req",
    "-x509",
    "-newkey",
    "ec",
    "-pkeyopt",
    "ec_paramgen_curve:prime256v1",
    "-nodes",
    "-days",
    "2",
  ];
  execFileSync("openssl", [...args, ...subject, "-keyout", key, "-out", cert], { stdio: "ignore" });
  return { cert, key };
}

function canRunOpenssl(): boolean {
  try {
    execFileSync("openssl", ["version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

function statusOverTls(port: number, path: string, ca: Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    getTls({ port, path, ca, host: "127.0.0.1", servername: "localhost", agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    }).on("error", reject);
  });
}
