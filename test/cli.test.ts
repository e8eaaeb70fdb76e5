// The command line as users meet it: help, mistakes, exit codes, builds that repeat and builds that stop.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bundleProgram, type Program } from "./program.ts";

const EXIT = { ok: 0, failure: 1, usage: 2, badInput: 3, noSnapshot: 4, notFound: 5 };

let program: Program;
beforeAll(async () => {
  program = await bundleProgram();
});
afterAll(() => program.remove());

describe("fleet", () => {
  it("prints help with every command, examples and exit codes", async () => {
    const { code, out } = await program.run(["--help"]);
    expect(code).toBe(EXIT.ok);
    for (const command of ["build", "serve", "get", "inspect"])
      expect(out).toMatch(new RegExp(`^  ${command} `, "m"));
    expect(out).toMatch(/fleet get \/airlines\/DL/);
    for (const status of Object.values(EXIT)) expect(out).toMatch(new RegExp(`Exit codes:.*\\b${status} `));
  });

  it("prints help for a command with its default values", async () => {
    const { code, out } = await program.run(["serve", "--help"]);
    expect(code).toBe(EXIT.ok);
    expect(out).toMatch(/--port <number>.*8787.*PORT/s);
    expect(out).toMatch(/--data <folder>.*\.fleet.*FLEET_DATA/s);
  });

  const mistakes: readonly (readonly [string, readonly string[], RegExp])[] = [
    ["no command", [], /Usage: fleet/],
    ["an unknown command", ["fly"], /unknown command 'fly'/],
    ["an unknown option", ["serve", "--wings", "2"], /unknown option '--wings'/],
    ["a port that is no number", ["serve", "--port", "http"], /A port is a number from 0 to 65535/],
    ["a port out of range", ["serve", "--port", "65536"], /A port is a number from 0 to 65535/],
    ["no workers", ["serve", "--workers", "0"], /Give a number from 1 to 256/],
    ["a log format nobody knows", ["serve", "--log", "xml"], /json, text, off/],
    ["a time that is none", ["build", "--now", "yesterday"], /Give an ISO date/],
    ["get without a path", ["get"], /missing required argument 'path'/],
  ];
  it.each(mistakes)("says what is wrong with %s, and exits with 2", async (_, args, message) => {
    const { code, out, err } = await program.run(args);
    expect({ code, out }).toEqual({ code: EXIT.usage, out: "" });
    expect(err).toMatch(message);
    expect(err).not.toMatch(/\bat .*\.js:\d+/);
  });

  it("refuses a wrong PORT in the environment", async () => {
    const { code, err } = await program.run(["serve"], { PORT: "eighty" });
    expect(code).toBe(EXIT.usage);
    expect(err).toMatch(/PORT/);
  });

  it("says that there is no snapshot to inspect, and how to make one", async () => {
    const { code, out, err } = await program.run(["inspect", "--data", "nothing-here"]);
    expect({ code, out }).toEqual({ code: EXIT.noSnapshot, out: "" });
    expect(err).toMatch(/no snapshot in nothing-here.*fleet build/s);
  });

  it("serves nothing where it may not build and there is no snapshot", async () => {
    const { code, err } = await program.run(["serve", "--no-build", "--port", "0", "--data", "nothing-here"]);
    expect(code).toBe(EXIT.noSnapshot);
    expect(err).toMatch(/no snapshot in nothing-here.*fleet build/s);
    expect(existsSync(join(program.root, "nothing-here"))).toBe(false);
  });

  it("says who else has the port, and what to do", async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, "0.0.0.0", resolve));
    const { port } = other.address() as AddressInfo;
    const { code, err } = await program.run(["serve", "--port", `${port}`, "--data", "in-use"]);
    await new Promise((resolve) => other.close(resolve));
    expect(code).toBe(EXIT.failure);
    expect(err).toContain(`Port ${port} is in use.`);
    expect(err).toContain(`--port ${port + 1}`);
  });
});

describe("fleet get and fleet inspect", () => {
  it("builds first where there is no snapshot, then answers from it", async () => {
    const first = await program.run(["get", "/airlines/DL"]);
    expect(first.code).toBe(EXIT.ok);
    expect(JSON.parse(first.out)).toMatchObject({ success: true, data: { name: "Delta Air Lines" } });
    expect(first.err).toMatch(/Building the snapshot/);
    const second = await program.run(["get", "airlines/delta-air-lines"]);
    expect(second).toEqual({ code: EXIT.ok, out: first.out, err: "" });
  });

  it("prints status and headers when asked", async () => {
    const { out } = await program.run(["get", "/api/v1/airlines/DL", "--include", "--raw"]);
    const [head = "", body = ""] = out.split("\n\n");
    expect(head).toMatch(/^200\n/);
    expect(head).toMatch(/^Content-Location: \/api\/v1\/airlines\/delta-air-lines$/m);
    expect(body.trimEnd()).toMatch(/^\{"success":true,"data":\{.*\}\}$/);
  });

  it("exits with 5 and prints the problem where nothing is found", async () => {
    const { code, out } = await program.run(["get", "/airlines/ZZ"]);
    expect(code).toBe(EXIT.notFound);
    expect(JSON.parse(out)).toMatchObject({ status: 404, code: "airline_not_found" });
  });

  it("shows counts, sources, coverage and gaps", async () => {
    const { code, out } = await program.run(["inspect"]);
    expect(code).toBe(EXIT.ok);
    expect(out).toMatch(/19 {2}airlines/);
    expect(out).toMatch(/us-register of 2026-09-07/);
    expect(out).toMatch(/REPUBLIC AIRWAYS INC/);
    expect(out).toMatch(/N27519: 2000, Boeing 737 MAX 9/);
    expect(out).toMatch(/airframes\/N103DU built_year = 2018/);
    expect(out).not.toMatch(/DOE JANE/);
    const json = JSON.parse((await program.run(["inspect", "--json"])).out);
    expect(json).toMatchObject({ counts: { airlines: 19 }, pack: { name: "records.pack" } });
  });
});

describe("fleet build", () => {
  it("gives the same bytes twice", async () => {
    const folders = ["twice-a", "twice-b"];
    for (const data of folders) expect((await program.run(["build", "--data", data])).code).toBe(EXIT.ok);
    const [a, b] = folders.map((data) => filesOf(join(program.root, data, "snapshots")));
    expect([...(a?.keys() ?? [])]).toContain("current");
    expect(a?.size).toBeGreaterThan(10);
    expect(a).toEqual(b);
  });

  it("changes nothing when it is run again on the same inputs", async () => {
    await program.run(["build", "--data", "again"]);
    const before = filesOf(join(program.root, "again", "snapshots"));
    const { code, out } = await program.run(["build", "--data", "again"]);
    expect(code).toBe(EXIT.ok);
    expect(out).toMatch(/^Snapshot \d{8}-[0-9a-f]{12}: 19 airlines/);
    expect(filesOf(join(program.root, "again", "snapshots"))).toEqual(before);
  });

  it("is made again as it was made, where it is told so", async () => {
    const raw = join(program.root, "elsewhere");
    mkdirSync(join(raw, "openflights"), { recursive: true });
    writeFileSync(
      join(raw, "openflights", "airlines.dat"),
      '1,"Sample Air",\\N,"","QQZ","SAMPLE","Sweden","Y"\n',
    );
    const sourcesAfter = async (...flags: string[]) => {
      const { out } = await program.run(["build", "--data", "recipe", "--json", ...flags]);
      return (JSON.parse(out).sources as { id: string }[]).map(({ id }) => id);
    };
    expect(await sourcesAfter("--raw", "elsewhere")).toContain("openflights");
    expect(await sourcesAfter("--again")).toContain("openflights");
    const { out } = await program.run(["inspect", "--data", "recipe", "--json"]);
    expect(JSON.parse(out).recipe).toEqual({ raw, scope: "commercial", includeUnlicensed: false });
    expect(await sourcesAfter()).not.toContain("openflights");
    expect(await sourcesAfter("--again")).not.toContain("openflights");
  });

  it.each([
    ["a data folder that is a file", ["--data", "dist/fleet.js"], EXIT.usage, /is no folder but a file/],
    ["no data folder", ["--data", ""], EXIT.usage, /Give the name of a folder/],
    ["a time of another age", ["--now", "1800-01-01"], EXIT.usage, /of this century/],
    ["a raw folder that is a file", ["--raw", "dist/fleet.js"], EXIT.badInput, /there is no such folder/],
    [
      "a raw folder without a file to read",
      ["--raw", "dist"],
      EXIT.badInput,
      /holds none of the upstream files/,
    ],
  ])("refuses %s in a sentence", async (_, flags, expected, sentence) => {
    const { code, err } = await program.run(["build", ...flags]);
    expect(code).toBe(expected);
    expect(err).toMatch(sentence);
    expect(err).not.toContain("    at ");
  });

  it("counts ages to the time it is told", async () => {
    await program.run(["build", "--data", "later", "--now", "2036-09-30"]);
    const { out } = await program.run(["inspect", "--data", "later", "--json"]);
    expect(JSON.parse(out).dataDate).toBe("2036-09-30");
  });
});

describe("fleet build on bad input", () => {
  it("stops with file, line and reason, and the last good snapshot keeps answering", async () => {
    const path = join(program.root, "data", "airlines.csv");
    const sound = readFileSync(path, "utf8");
    await program.run(["build", "--data", "kept"]);
    const before = filesOf(join(program.root, "kept", "snapshots"));
    try {
      writeFileSync(path, `${sound}bad-air,Bad Air,B@,BAD,US,active,passenger,,,unchecked,\n`);
      const { code, out, err } = await program.run(["build", "--data", "kept"]);
      expect({ code, out }).toEqual({ code: EXIT.badInput, out: "" });
      expect(err).toMatch(/airlines\.csv:21: iata: 'B@' is not an IATA airline code/);
      expect(err).toMatch(/Nothing was changed/);
      expect(filesOf(join(program.root, "kept", "snapshots"))).toEqual(before);

      const still = await program.run(["get", "/airlines/DL", "--data", "kept"]);
      expect(still.code).toBe(EXIT.ok);
      expect(still.err).toMatch(/Snapshot \d{8}-[0-9a-f]{12} is used as it is/);

      const first = await program.run(["get", "/airlines/DL", "--data", "never-built"]);
      expect(first.code).toBe(EXIT.badInput);
    } finally {
      writeFileSync(path, sound);
    }
  });

  it("builds anew over a snapshot whose pack is damaged", async () => {
    await program.run(["build", "--data", "rotten"]);
    const folder = join(program.root, "rotten", "snapshots");
    const before = filesOf(folder);
    const [pack = ""] = [...before.keys()].filter((name) => name.endsWith("records.pack"));
    const bytes = readFileSync(join(folder, pack));
    bytes.fill(0, 200, bytes.length >> 1);
    writeFileSync(join(folder, pack), bytes);
    const asked = await program.run(["get", "/airlines/DL", "--data", "rotten"]);
    expect(asked.code).toBe(EXIT.noSnapshot);
    expect(asked.err).toMatch(/records\.pack/);
    expect((await program.run(["build", "--data", "rotten"])).code).toBe(EXIT.ok);
    expect(filesOf(folder)).toEqual(before);
  });
});

/** Every file below a folder with its bytes. */
function filesOf(folder: string): Map<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const names = entries.map((entry) => join(entry.parentPath, entry.name)).sort();
  return new Map(names.map((name) => [name.slice(folder.length + 1), readFileSync(name).toString("base64")]));
}
