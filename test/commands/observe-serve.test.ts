// From a receiver to the answers: a served process takes in receptions and, without a restart and without a failed
// request, answers with who flies what, where it was seen and when.
import { existsSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rawRequest } from "../node/raw-http.ts";
import { bundleProgram, type Program, type Running } from "../program.ts";

/** A CRJ900 that is registered to Delta and flown by Endeavor: unknown until it is heard. */
const HEX = "a07f60";
const MARK = "N131EV";
const HOUR_SEC = 3_600;
const PATIENCE_MS = 60_000;

let program: Program;
beforeAll(async () => {
  program = await bundleProgram();
  expect((await program.run(["build"])).code).toBe(0);
});
afterAll(() => program.remove());

/** Three flights of an afternoon, the last one ending on a runway of Atlanta. */
function writeReceptions(): string[] {
  const start = Math.floor(Date.now() / 1000) - 6 * HOUR_SEC;
  const heard = [
    { flight: "EDV4001", alt_baro: 31_000, gs: 430, lat: 35.2, lon: -83.1 },
    { flight: "EDV4002", alt_baro: 29_000, gs: 425, lat: 34.9, lon: -83.5 },
    { flight: "EDV4003", alt_baro: 12_000, gs: 300, lat: 34.1, lon: -84.2 },
    { flight: "EDV4003", alt_baro: "ground", gs: 12, lat: 33.6367, lon: -84.428101 },
  ];
  return heard.map((state, at) => {
    const path = join(program.root, `aircraft-${at}.json`);
    const now = start + at * HOUR_SEC;
    writeFileSync(
      path,
      JSON.stringify({ now, messages: at, aircraft: [{ hex: HEX, seen: 0, seen_pos: 0, ...state }] }),
    );
    return path;
  });
}

async function portOf(running: Running): Promise<number> {
  const [, port] = await running.said(/at http:\/\/127\.0\.0\.1:(\d+)/);
  return Number(port);
}

describe("a served process", () => {
  it("answers with what was heard, once it was observed and built", { timeout: PATIENCE_MS }, async () => {
    const running = program.start([
      "serve",
      "--port",
      "0",
      "--host",
      "127.0.0.1",
      "--no-build",
      "--log",
      "off",
    ]);
    const port = await portOf(running);
    const data = async (path: string): Promise<Record<string, unknown>> => {
      const { status, body } = await rawRequest(port, "GET", `/api/v1/${path}`);
      return { status, ...(JSON.parse(body.toString()) as { data: Record<string, unknown> }).data };
    };
    const before = await data("airlines/9E");
    expect(await data(`airframes/${MARK}`)).toMatchObject({
      operator: null,
      telemetry: null,
      status_basis: "register",
    });

    let failed = 0;
    let asked = 0;
    let stop = false;
    const load = (async () => {
      while (!stop) {
        asked++;
        if ((await rawRequest(port, "GET", `/api/v1/airframes/${MARK}`)).status !== 200) failed++;
      }
    })();
    const observed = await program.run(["observe", ...writeReceptions(), "--once"]);
    expect(observed.code, observed.err).toBe(0);
    expect((await program.run(["build"])).code).toBe(0);
    await running.said(/Serving snapshot \S+ \(was /);
    stop = true;
    await load;
    expect({ failed, asked: asked > 0 }).toEqual({ failed: 0, asked: true });

    expect(await data(`airframes/${MARK}`)).toMatchObject({
      operator: { slug: "endeavor-air" },
      operator_basis: "callsign",
      status: "active",
      status_basis: "observation",
      telemetry: { callsign: "EDV4003", on_ground: true, altitude_ft: null },
      last_airport: { icao: "KATL" },
    });
    const after = await data("airlines/9E");
    expect(after.observed_fleet_count).toBe((before.observed_fleet_count as number) + 1);
    const atlanta = await data("airports/KATL");
    expect(atlanta.last_seen_airframes).toMatchObject([
      { registration: MARK, operator: { slug: "endeavor-air" } },
    ]);
    expect(atlanta.observed_influx).toMatchObject({ window_hours: 24, arrivals_count: 1, airframe_count: 1 });
  });

  it("does it all in one command, rebuilding while it serves", { timeout: PATIENCE_MS }, async () => {
    const [, , , last = ""] = writeReceptions();
    const running = program.start([
      ...["serve", "--port", "0", "--host", "127.0.0.1", "--data", "alone", "--log", "off"],
      ...["--observe", last, "--rebuild-every", "0.05"],
    ]);
    const port = await portOf(running);
    await running.said(/Serving snapshot \S+ \(was /);
    const { status, body } = await rawRequest(port, "GET", `/api/v1/airframes/${MARK}`);
    expect(status).toBe(200);
    expect(JSON.parse(body.toString()).data).toMatchObject({ last_airport: { icao: "KATL" } });
    running.signal("SIGTERM");
    expect(await running.ended()).toBe(0);
  });
});

describe("a source that cannot be", () => {
  it.each([
    ["no such file", "/nowhere/aircraft.json", /^fleet: There is no file or folder \/nowhere/m],
    ["a mistyped area", "aircraft.json#roof,loca", /^fleet: .*worldwide, regional, local/m],
  ])("ends observing and keeps a server from starting: %s", async (_, source, sentence) => {
    for (const command of [
      ["observe", source, "--rebuild-every", "10"],
      ["serve", "--port", "0", "--data", "refused", "--observe", source],
    ]) {
      const { code, out, err } = await program.run(command);
      expect({ code, out }, command.join(" ")).toEqual({ code: 2, out: "" });
      expect(err).toMatch(sentence);
      expect(err).not.toMatch(/Serving/);
    }
    expect(existsSync(join(program.root, "refused"))).toBe(false);
  });

  it("leaves no observer behind a server that does not start", { timeout: PATIENCE_MS }, async () => {
    const [first = ""] = writeReceptions();
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, "0.0.0.0", resolve));
    const { port } = other.address() as AddressInfo;
    const { code, err } = await program.run(["serve", "--port", `${port}`, "--observe", first]);
    await new Promise((resolve) => other.close(resolve));
    expect(code, err).toBe(1);
    expect(err).toContain(`Port ${port} is in use.`);
  });
});

describe("a recording", () => {
  it("is built from when it has ended, where builds were asked for", { timeout: PATIENCE_MS }, async () => {
    const recording = join(program.root, "recording.txt");
    const stamp = new Date().toISOString().slice(0, 10).replaceAll("-", "/");
    writeFileSync(
      recording,
      `MSG,1,1,1,${HEX},1,${stamp},00:00:00.000,${stamp},00:00:00.000,EDV1,,,,,,,,,,,0\n`,
    );
    const args = ["observe", recording, "--data", "recorded"];
    const { code, err } = await program.run([...args, "--rebuild-every", "60"]);
    expect(code, err).toBe(0);
    expect(err).toMatch(/Snapshot \d{8}-[0-9a-f]{12}: /);
    expect(existsSync(join(program.root, "recorded", "snapshots"))).toBe(true);
    const unbuilt = await program.run(["observe", recording, "--data", "unbuilt"]);
    expect(unbuilt.out).toMatch(/'fleet build' brings it into the API/);
    expect(existsSync(join(program.root, "unbuilt", "snapshots"))).toBe(false);
  });
});
