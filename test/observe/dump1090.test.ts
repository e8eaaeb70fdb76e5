// A real dump1090 (Debian's dump1090-mutability), fed recorded frames, read live over both of its doors at once: SBS
// over TCP, and its JSON folder behind a web server.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { until, watching } from "./watching.ts";

const PROGRAM = "dump1090-mutability";
const FRAMES = fileURLToPath(new URL("../../../shared/data/raw/modes/sample_data_adsb.csv", import.meta.url));
const installed = spawnSync(PROGRAM, ["--help"]).error === undefined;
if (!installed) console.log(`skipped: ${PROGRAM} is not installed (apt-get install ${PROGRAM})`);
else if (!existsSync(FRAMES))
  console.log("skipped: the recorded frames of ../shared/data/raw/modes are not here");

describe.skipIf(!installed || !existsSync(FRAMES))("dump1090", () => {
  const folder = mkdtempSync(join(tmpdir(), "fleet-dump1090-"));
  const web = createHttpServer((request, response) => {
    const path = join(folder, basename(request.url ?? ""));
    if (!existsSync(path)) return void response.writeHead(404).end();
    response.writeHead(200, { "content-type": "application/json" }).end(readFileSync(path));
  });
  let decoder: ChildProcess;
  let frames: number;
  let sbs: number;

  beforeAll(async () => {
    [frames, sbs] = await Promise.all([freePort(), freePort()]);
    decoder = spawn(
      PROGRAM,
      [
        ...["--net-only", "--quiet", "--net-bind-address", "127.0.0.1", "--net-ri-port", `${frames}`],
        ...["--net-sbs-port", `${sbs}`, "--net-ro-port", "0", "--net-bi-port", "0", "--net-bo-port", "0"],
        ...["--write-json", folder, "--write-json-every", "0.3"],
      ],
      { stdio: "ignore" },
    );
    await new Promise<void>((resolve) => web.listen(0, "127.0.0.1", resolve));
    await untilOpen(frames);
  });
  afterAll(async () => {
    decoder.kill();
    web.closeAllConnections();
    await new Promise((resolve) => web.close(resolve));
    rmSync(folder, { recursive: true });
  });

  it("is heard live over TCP and HTTP, aircraft for aircraft", () =>
    watching(async ({ start, stop, writer }) => {
      const recorded = readFileSync(FRAMES, "utf8")
        .trim()
        .split("\n")
        .map((line) => line.replaceAll('"', "").split(","));
      const stream = start(`sbs://127.0.0.1:${sbs}#tcp`);
      const snapshot = start(`http://127.0.0.1:${(web.address() as AddressInfo).port}/aircraft.json#http`, {
        intervalMs: 100,
      });
      await until("the stream", () => stream.state === "connected");
      const input = connect(frames, "127.0.0.1").on("error", () => undefined);
      // A radio never hears two thousand at once; dump1090 would drop a client that cannot follow.
      for (let at = 0; at < recorded.length; at += 50) {
        const some = recorded.slice(at, at + 50).map(([, frame]) => `*${frame};\n`);
        input.write(some.join(""));
        await new Promise((resolve) => setTimeout(resolve, 15));
      }
      await until("SBS lines", () => stream.tally.taken > 1_000);
      await until("a snapshot with the aircraft", () => snapshot.tally.taken > 0);
      input.end();
      await stop();

      expect(stream).toMatchObject({ format: "SBS", failure: null });
      expect(snapshot).toMatchObject({ format: "aircraft.json", failure: null });
      const sightings = [...writer.sightings()];
      const known = new Set(recorded.map(([, , address]) => address));
      expect(new Set(sightings.map(({ address }) => address as string))).toEqual(known);
      const [first] = sightings.filter(({ address }) => address === "406B90");
      expect(first).toMatchObject({ callsign: "EZY85MH", flew: true, position: { onGround: false } });
      expect(first?.position?.latitudeDeg).toBeCloseTo(51.6, 0);
      // Recorded years ago, heard now: the time is that of the receiver.
      expect(Math.abs((first?.lastSeenMs ?? 0) - Date.now())).toBeLessThan(60_000);
      expect(new Set(writer.sources().map(({ id, format }) => `${id} ${format}`))).toEqual(
        new Set(["tcp SBS", "http aircraft.json"]),
      );
    }));
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function untilOpen(port: number): Promise<void> {
  const isOpen = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(port, "127.0.0.1", () => resolve(true)).on("error", () => resolve(false));
      socket.on("connect", () => socket.destroy());
    });
  for (let turn = 0; turn < 200 && !(await isOpen()); turn++)
    await new Promise((resolve) => setTimeout(resolve, 50));
}
