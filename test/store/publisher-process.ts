// A publisher as a process of its own, for tests that kill it: publishes the current snapshot of a folder to a Redis
// and, told to, ends itself with SIGKILL in the middle of its n-th operation. Bundled by the test that spawns it.
import { readCurrentManifest } from "../../src/snapshot/folder.ts";
import { publish } from "../../src/store/publish.ts";
import { openRedisWriter } from "../../src/store/redis-store.ts";
import type { ReleaseWriter } from "../../src/store/release.ts";
import { releaseOf } from "./sample-snapshot.ts";

async function main([url = "", dataFolder = "", killAt = "0"]: readonly string[]): Promise<void> {
  const manifest = readCurrentManifest(dataFolder);
  if (manifest === null) throw new Error(`no snapshot in ${dataFolder}`);
  const engine = openRedisWriter(url);
  let operations = 0;
  const counted =
    <Arguments extends unknown[], Result>(operation: (...given: Arguments) => Promise<Result>) =>
    (...given: Arguments): Promise<Result> => {
      const doing = operation(...given);
      // Begun, not finished: part of a batch may have reached the server.
      if (++operations === Number(killAt)) setImmediate(() => process.kill(process.pid, "SIGKILL"));
      return doing;
    };
  const writer: ReleaseWriter = {
    read: counted(engine.read),
    write: counted(engine.write),
    list: counted(engine.list),
    remove: counted(engine.remove),
    close: engine.close,
  };
  await publish(writer, releaseOf(dataFolder, manifest), { keep: 2, now: Date.now });
  await engine.close();
  process.stdout.write(`${operations}\n`);
}

void main(process.argv.slice(2));
