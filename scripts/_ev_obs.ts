import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { createAggregator } from "../src/observe/aggregator.ts";
import { createAirportIndex } from "../src/observe/airport-index.ts";
import { refuseTime } from "../src/observe/clock.ts";
import { createDecoder } from "../src/observe/decoder.ts";
import { countRejected, countTaken, createTally } from "../src/observe/reception.ts";
import { readAirports } from "../src/sources/airports.ts";

const ap = readAirports("node_modules/@cyanheads/ourairports-mcp-server/data");
const ix = createAirportIndex(ap);
const R = "../shared/data/raw";
const files: string[] = [];
for (const d of ["opensky", "readsb", "dump1090-legacy", "sbs"])
  for (const e of readdirSync(join(R, d), { recursive: true }) as string[]) {
    const p = join(R, d, e);
    if (statSync(p).isFile()) files.push(p);
  }
for (const f of files) {
  const ag = createAggregator({ record: () => null, coverage: () => null }, ix, (v) => {
    if (v.visit.basis !== "ground")
      console.log("   visit", v.address, JSON.stringify(v.visit), new Date(v.visit.sinceMs).toISOString());
  });
  const tally = createTally();
  let run: any = null;
  let b = readFileSync(f);
  if (b[0] === 0x1f) b = gunzipSync(b);
  const t0 = performance.now();
  const dec = createDecoder(
    { documentMs: statSync(f).mtimeMs, correct: (x) => x },
    {
      take(r) {
        const no = refuseTime(r.atMs, Date.now());
        if (no) return countRejected(tally, no);
        run ??= ag.start("x", "local", dec.recognised()?.name === "SBS" ? 0 : 250);
        const w = ag.add(run, r);
        if (w) countRejected(tally, w);
        else countTaken(tally, r);
      },
      reject(x) {
        countRejected(tally, x);
      },
    },
  );
  for (let i = 0; i < b.length; i += 65536) dec.push(b.subarray(i, i + 65536));
  dec.end();
  const batch = ag.drainAll();
  console.log(
    f.slice(R.length),
    dec.recognised()?.name,
    { ...tally, rejected: Object.fromEntries(tally.rejected) },
    ag.seen,
    batch.gone.length,
    (performance.now() - t0).toFixed(0) + "ms",
  );
  if (f.includes("trace")) console.log(JSON.stringify(batch.gone[0], null, 1));
}
