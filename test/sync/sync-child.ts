// A sync of the sample upstreams as a program of its own, for tests that kill it.
// Arguments: the server's address, the raw folder.
import { sync } from "../../src/sync/sync.ts";
import { sampleUpstreams } from "./sample-upstreams.ts";

const [base = "", raw = ""] = process.argv.slice(2);
const upstreams = sampleUpstreams(base);
process.stdout.write("begun\n");
const outcomes = await sync({
  raw,
  upstreams,
  catalogue: upstreams,
  origin: { kind: "upstream" },
  force: true,
  now: () => Date.now(),
  progress: () => {},
});
process.exitCode = outcomes.every(({ kind }) => kind === "synced") ? 0 : 1;
