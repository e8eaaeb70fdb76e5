// probe
import { afterAll, beforeAll, expect, it } from "vitest";
import { sampleRelease, packKeyOf } from "../store/counting-engine.ts";
import { formatPointer, POINTER_KEY } from "../../src/store/release.ts";
import { startWorker, type RunningWorker } from "./worker-host.ts";
let w: RunningWorker;
const r = sampleRelease("first-1", ["DL","UA","BA","LH"]);
beforeAll(async () => { w = await startWorker([...r.values, [POINTER_KEY, formatPointer({id: "first-1", manifestHash: r.manifestHash})]]); });
afterAll(() => w.stop());
it("x", async () => {
  const a = await w.get("/api/v1/airlines/DL");
  console.log(a.status, a.headers, Buffer.from(a.body).toString());
  console.log(await w.reads());
  await w.get("/api/v1/airlines/DL");
  console.log(await w.reads());
  const t = performance.now(); await w.restart(); console.log("restart", performance.now()-t);
  const b = await w.get("/api/v1/airlines/DL");
  console.log(b.status, await w.reads());
});
