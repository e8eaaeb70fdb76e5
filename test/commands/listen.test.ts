// What fleet serve cannot begin with: an address, a port, a store or a folder that is not for it. Each is a sentence that
// says what to do, and an exit code that says that trying again will not help.
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bundleProgram, type Outcome, type Program } from "../program.ts";

const USAGE = 2;
const NO_SNAPSHOT = 4;
/** Set apart for documents (RFC 5737): no machine has it. */
const NOBODYS_ADDRESS = "192.0.2.1";
const STACK = /\bat .*\.js:\d+/;
/** Root may do everything, so its tests are run as this user. */
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;
const rights = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
const canBeNobody = spawnSync(process.execPath, ["--version"], rights).status === 0;

let program: Program;
beforeAll(async () => {
  program = await bundleProgram();
  expect((await program.run(["build"])).code).toBe(0);
});
afterAll(() => program.remove());

function runWithoutRights(...args: readonly string[]): Pick<Outcome, "code" | "err"> {
  chmodSync(program.root, 0o755);
  const file = join(program.root, "dist", "fleet.js");
  const options = { ...rights, cwd: program.root, timeout: 20_000 };
  const { status, stderr } = spawnSync(process.execPath, [file, ...args], options);
  return { code: status ?? -1, err: stderr.toString() };
}

describe("fleet serve ends with 2 and a sentence", () => {
  it.each([
    ["on an address of another machine", ["--host", NOBODYS_ADDRESS]],
    ["so do workers", ["--host", NOBODYS_ADDRESS, "--workers", "2"]],
  ])("%s", async (_, args) => {
    const { code, err } = await program.run(["serve", "--port", "0", ...args]);
    expect(code).toBe(USAGE);
    expect(err).toContain(`This machine does not have the address ${NOBODYS_ADDRESS}.`);
    expect(err).toContain("--host 0.0.0.0");
    expect(err).not.toMatch(STACK);
  });

  it("on a host that has no address", async () => {
    const { code, err } = await program.run(["serve", "--port", "0", "--host", "nowhere.invalid"]);
    expect(code).toBe(USAGE);
    expect(err).toMatch(/'nowhere\.invalid' .*--host 0\.0\.0\.0/);
    expect(err).not.toMatch(STACK);
  });

  it.skipIf(!canBeNobody)("on a port that this user may not have", () => {
    const { code, err } = runWithoutRights("serve", "--no-build", "--host", "127.0.0.1", "--port", "80");
    expect(code).toBe(USAGE);
    expect(err).toMatch(/Port 80 needs more rights than this user has\..*--port 8787/);
    expect(err).not.toMatch(STACK);
  });

  it.each(["http://x", "http://user:s3cret@x", "kv:0123456789abcdef0123456789abcdef"])(
    "on the store %s, which is no Redis",
    async (store) => {
      for (const workers of ["1", "2"]) {
        const { code, err } = await program.run(["serve", "--store", store, "--workers", workers]);
        expect(code).toBe(USAGE);
        expect(err).toMatch(/^fleet: .* no address of a Redis server.*redis:\/\/host:6379.*\n$/);
        expect(err).not.toContain("s3cret");
      }
    },
  );
});

describe.skipIf(!canBeNobody)("a data folder that this user may not read", () => {
  beforeAll(() => {
    mkdirSync(join(program.root, "closed", "snapshots"), { recursive: true });
    chmodSync(join(program.root, "closed"), 0o000);
  });
  afterAll(() => chmodSync(join(program.root, "closed"), 0o755));

  it.each([
    ["serve", ["serve", "--no-build", "--port", "0"]],
    ["publish", ["publish", "--to", "redis://127.0.0.1:1"]],
  ])("is a matter of rights to fleet %s, not of building", (_, args) => {
    const { code, err } = runWithoutRights(...args, "--data", "closed");
    expect(code).toBe(NO_SNAPSHOT);
    expect(err).toMatch(/closed.* permission/);
    expect(err).not.toContain("fleet build");
  });
});
