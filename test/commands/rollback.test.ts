// fleet rollback as a process, on a real Redis: what it says and how it ends where there is nothing to go back to.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bundleProgram, type Program } from "../program.ts";
import { type RedisServer, redisMissing, startRedis } from "../store/redis-servers.ts";

const FOUND = 0;
const NOTHING_FOUND = 5;

describe.skipIf(redisMissing)("fleet rollback", () => {
  let program: Program;
  let server: RedisServer;
  let release = "";
  const rollback = (...args: readonly string[]) => program.run(["rollback", "--to", server.url, ...args]);

  beforeAll(async () => {
    [program, server] = await Promise.all([bundleProgram(), startRedis()]);
    expect((await program.run(["build"])).code).toBe(0);
  });

  afterAll(async () => {
    await program?.remove();
    await server?.remove();
  });

  it.each([
    ["without a name", []],
    ["with one", ["20200101-000000000000"]],
  ])("on an empty store, %s, says to publish first", async (_, args) => {
    const { code, out, err } = await rollback(...args);
    expect({ code, out }).toEqual({ code: NOTHING_FOUND, out: "" });
    expect(err).toMatch(/Nothing is published here yet.* 'fleet publish'/);
    expect(err).not.toContain("none");
  });

  it("with nothing before the current release finds nothing, and names what there is", async () => {
    release = JSON.parse((await program.run(["publish", "--to", server.url, "--json"])).out).id;
    const { code, err } = await rollback();
    expect(code).toBe(NOTHING_FOUND);
    expect(err).toMatch(new RegExp(`no release before ${release} .*'fleet publish'`));
  });

  it("to a release nobody published finds nothing, and names what there is", async () => {
    const { code, err } = await rollback("20200101-000000000000");
    expect(code).toBe(NOTHING_FOUND);
    expect(err).toContain(`no release 20200101-000000000000 here. There are: ${release}.`);
  });

  it("to the release that is current says that it is so already", async () => {
    const { code, out } = await rollback(release);
    expect(code).toBe(FOUND);
    expect(out).toMatch(new RegExp(`^Release ${release} is current on redis://127.0.0.1:\\d+ already\\.`));
    expect(JSON.parse((await rollback(release, "--json")).out)).toEqual({ from: release, to: release });
  });
});
