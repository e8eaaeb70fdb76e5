// A raw folder kept up to date against a real server: what is asked for, what is put where, what is told.
import { existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { AIRPORTS, COUNTRIES, PACKED, REGISTER, REPOSITORY, tarGz } from "./sample-upstreams.ts";
import { HOUR, kinds, NOW, openSyncedFolder, type SyncedFolder } from "./synced-folder.ts";

let own: SyncedFolder;

beforeEach(async () => {
  own = await openSyncedFolder();
});

afterEach(() => own.close());

describe("a sync", () => {
  it("puts every file where its reader looks, dated as its server dates it", async () => {
    const outcomes = await own.run();
    expect(kinds(outcomes)).toEqual(["synced", "synced", "synced"]);
    expect(outcomes[0]).toMatchObject({ changed: [COUNTRIES, AIRPORTS], day: "2026-08-01" });
    expect(own.read(AIRPORTS)).toBe(own.bodyOf(AIRPORTS).toString());
    expect(own.read("register/MASTER.txt")).toMatch(/^N-NUMBER,NAME\n/);
    expect(own.read("vrs/aircraft/4/40.csv")).toMatch(/^ICAO,Registration\n/);
    expect(existsSync(join(own.raw, "vrs/aircraft/CREDITS.md"))).toBe(false);
    const dated = [
      AIRPORTS,
      PACKED,
      REGISTER,
      "register/MASTER.txt",
      "vrs/airlines.csv",
      "vrs/routes.tar.gz",
    ];
    expect(dated.map(own.dayOf)).toEqual(dated.map(() => "2026-08-01"));
    expect(own.litter()).toEqual([]);
  });

  it("asks again by validators and changes nothing where nothing changed", async () => {
    await own.run();
    const before = statSync(join(own.raw, AIRPORTS)).ino;
    own.server.log.length = 0;
    const outcomes = await own.run();
    expect(outcomes.map((one) => (one.kind === "synced" ? one.changed : null))).toEqual([[], [], []]);
    expect(own.server.log.every((line) => line.endsWith(" 304"))).toBe(true);
    expect(statSync(join(own.raw, AIRPORTS)).ino).toBe(before);
  });

  it("names what changed, and removes what upstream no longer has", async () => {
    await own.run();
    await own.serve(2);
    const outcomes = await own.run();
    expect(outcomes[2]).toMatchObject({ kind: "synced", day: "2026-08-02" });
    expect(outcomes[2]).toMatchObject({
      changed: expect.arrayContaining(["vrs/aircraft/4/41-only.csv", "vrs/aircraft/4/42-only.csv"]),
    });
    expect(readdirSync(join(own.raw, "vrs/aircraft/4")).sort()).toEqual(["40.csv", "42-only.csv"]);
    expect(own.dayOf("vrs/aircraft/4/40.csv")).toBe("2026-08-02");
  });

  it("makes the same bytes of the same archive, whatever was there before", async () => {
    await own.serve(2);
    await own.run();
    const first = readFileSync(join(own.raw, "vrs/routes.tar.gz"));
    rmSync(own.raw, { recursive: true });
    await own.serve(1);
    await own.run();
    await own.serve(2);
    await own.run();
    expect(readFileSync(join(own.raw, "vrs/routes.tar.gz"))).toEqual(first);
  });

  it("keeps a file's date where the server states none and the content is the same", async () => {
    own.server.files.set(`/${COUNTRIES}`, { body: own.bodyOf(COUNTRIES) });
    await own.run();
    expect(own.dayOf(COUNTRIES)).toBe("2026-11-15");
    await own.run({ now: () => NOW + 48 * HOUR });
    expect(own.dayOf(COUNTRIES)).toBe("2026-11-15");
  });

  it("fetches what somebody deleted or touched, whatever the server says", async () => {
    await own.run();
    rmSync(join(own.raw, AIRPORTS));
    utimesSync(join(own.raw, PACKED), 1, 1);
    rmSync(join(own.raw, "vrs/airlines.csv"));
    await own.run();
    expect(own.read(AIRPORTS)).toBe(own.bodyOf(AIRPORTS).toString());
    expect(own.dayOf(PACKED)).toBe("2026-08-01");
    expect(existsSync(join(own.raw, "vrs/airlines.csv"))).toBe(true);
  });

  it("starts anew where its memory is damaged", async () => {
    await own.run();
    writeFileSync(join(own.raw, ".sync", "state.json"), "{ not json");
    expect(kinds(await own.run())).toEqual(["synced", "synced", "synced"]);
  });
});

describe("what is due", () => {
  it("is asked for at its own pace, and a daily job finds daily upstreams due", async () => {
    await own.run({ force: false });
    const later = (hours: number) => own.run({ force: false, now: () => NOW + hours * HOUR });
    expect(kinds(await later(1))).toEqual(["not-due", "not-due", "not-due"]);
    expect(kinds(await later(23.9))).toEqual(["synced", "not-due", "synced"]);
    expect(kinds(await later(168))).toEqual(["synced", "synced", "synced"]);
  });

  it("does not wait for a clock that was wrong", async () => {
    await own.run({ now: () => NOW + 10_000 * HOUR });
    expect(kinds(await own.run({ force: false }))).toEqual(["synced", "synced", "synced"]);
  });

  it("stays due after a failure", async () => {
    own.server.files.delete(`/${AIRPORTS}`);
    await own.run();
    await own.serve(1);
    expect(kinds(await own.run({ force: false }))).toEqual(["synced", "not-due", "not-due"]);
  });
});

describe("an archive", () => {
  it("writes nowhere but where the catalogue says", async () => {
    const lines = `ICAO,Registration\n${"4,x\n".repeat(100)}`;
    const body = await tarGz({
      "r/airlines/airlines.csv": `Code,Name\n${"1,x\n".repeat(100)}`,
      "r/aircraft/4.csv": lines,
      "r/aircraft/../../../escaped.csv": lines,
      "r/aircraft//etc/passwd.csv": lines,
      "../aircraft/../x.csv": lines,
      "r/routes/A.csv": lines,
    });
    own.server.files.set(`/${REPOSITORY}`, { body });
    expect((await own.run())[2]).toMatchObject({ kind: "synced" });
    expect(readdirSync(own.folder)).toEqual(["raw"]);
    expect(readdirSync(join(own.raw, "vrs"), { recursive: true }).sort()).toEqual([
      "aircraft",
      "aircraft/4.csv",
      "airlines.csv",
      "routes.tar.gz",
    ]);
  });
});
