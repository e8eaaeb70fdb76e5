// Downloads that a client asks for in a row without reading them: one is open at a time, and none when it has gone.
import { connect } from "node:net";
import { afterEach, expect, it } from "vitest";
import type { Download, Snapshot } from "../../src/store/store.ts";
import { requestText } from "./raw-http.ts";
import { type Serving, serveOn } from "./serving.ts";

let serving: Serving;
afterEach(() => serving.stop());

const ASKED = 200;
const CHUNK = new Uint8Array(64 * 1024);

it("a client that asks for two hundred and hangs up leaves none open", async () => {
  let begun = 0;
  let open = 0;
  let most = 0;
  async function* chunks() {
    begun++;
    most = Math.max(most, ++open);
    try {
      for (;;) yield CHUNK;
    } finally {
      open--;
    }
  }
  const file: Download = {
    contentType: "application/gzip",
    etag: "e",
    lastModified: "Mon, 07 Sep 2026 00:00:00 GMT",
    bytes: 2 ** 40,
    open: chunks,
  };
  const snapshot: Snapshot = { id: "sample", find: () => null, download: () => file };
  serving = await serveOn({ current: () => snapshot, close() {} });
  const socket = connect(serving.port, "127.0.0.1");
  socket.on("error", () => {});
  const request = requestText("GET", "/data/all.gz").replace("Connection: close\r\n", "");
  socket.write(request.repeat(ASKED));
  await new Promise((resolve) => socket.once("data", resolve));
  socket.pause();
  await until(() => begun > 0);
  socket.resetAndDestroy();
  await until(() => open === 0);
  expect({ begun, most }).toEqual({ begun: 1, most: 1 });
});

async function until(isSo: () => boolean): Promise<void> {
  const deadline = Date.now() + 10_000;
  while (!isSo()) {
    if (Date.now() > deadline) throw new Error("waited ten seconds in vain");
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
