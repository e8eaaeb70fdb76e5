// The command as the command line calls it, on small files; live sources are covered by the tests of the feeds.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Console } from "../../src/commands/console.ts";
import { type ObserveOptions, observe } from "../../src/commands/observe.ts";
import { openSightings, openSightingsWriter } from "../../src/observe/sightings.ts";
import { sbsLine, until } from "./watching.ts";

let folder: string;
let out: string[];
let notes: string[];
/** Both, in the order in which they were said. */
let said: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "fleet-observe-"));
  out = [];
  notes = [];
  said = [];
});
afterEach(() => rmSync(folder, { recursive: true }));

const console: Console = {
  out(text) {
    out.push(text);
    said.push(`out ${text}`);
  },
  note(text) {
    notes.push(text);
    said.push(`note ${text}`);
  },
  progress: () => undefined,
  settle: () => undefined,
};
const run = (more: Partial<ObserveOptions>) =>
  observe(
    {
      ...{ sources: [], data: join(folder, "data"), once: true, area: "local", interval: null, json: false },
      ...{
        airports: join(folder, "airports"),
        now: () => new Date(),
        terminal: null,
        stdin: nothing(),
        build: null,
        ...more,
      },
    },
    console,
  );
const file = (name: string, text: string) => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

/** OurAirports' layout with one airport in it. */
function writeAirports(): void {
  mkdirSync(join(folder, "airports"));
  file(
    "airports/airports.csv",
    "id,ident,type,name,latitude_deg,longitude_deg,elevation_ft,iso_country,iso_region,scheduled_service,icao_code,iata_code,local_code,municipality\n1,LSZH,large_airport,Zurich,47.458,8.548,1417,CH,CH-ZH,yes,LSZH,ZRH,,Zurich\n",
  );
  file(
    "airports/runways.csv",
    "id,airport_ident,length_ft,width_ft,surface,lighted,closed,le_ident,he_ident,le_heading_degT\n1,LSZH,12140,197,CON,1,0,16,34,154\n",
  );
  file("airports/countries.csv", "code,name\nCH,Switzerland\n");
  file("airports/regions.csv", "code,name\nCH-ZH,Zurich\n");
}

describe("fleet observe", () => {
  it("reads a file once, tells where aircraft were, and gives an account that adds up", async () => {
    writeAirports();
    const now = Date.now() / 1_000;
    const path = file(
      "aircraft.json",
      JSON.stringify({
        now,
        aircraft: [
          {
            hex: "4b1812",
            seen: 1,
            seen_pos: 1,
            lat: 47.46,
            lon: 8.55,
            alt_baro: "ground",
            gs: 9,
            flight: "SWR8    ",
          },
          { hex: "~123456", seen: 0 },
        ],
      }),
    );
    expect(await run({ sources: [`${path}#roof,regional`] })).toBe(0);
    expect(out[0]).toBe(
      `${path} (aircraft.json): 2 messages = 1 taken + 1 rejected (1 non-ICAO address); 1 position`,
    );
    expect(out[1]).toMatch(
      /^In all 2 messages = .*; 1 aircraft \(1 new\), 1 visit; sightings take [\d.]+ MB\./,
    );
    const reader = openSightings(join(folder, "data", "sightings"));
    expect([...reader.sightings()]).toMatchObject([
      {
        address: "4B1812",
        callsign: "SWR8",
        source: "roof",
        visits: [{ airportIdent: "LSZH", arrived: false }],
      },
    ]);
    expect(reader.sources()).toMatchObject([{ id: "roof", area: "regional", format: "aircraft.json" }]);
    await reader.close();
  });

  it("reads every file of a folder in the order of their numbers, and standard input", async () => {
    mkdirSync(join(folder, "steps"));
    for (const step of [10, 9, 1]) file(`steps/step-${step}.txt`, sbsLine("400001"));
    expect(await run({ sources: [join(folder, "steps"), "-"], stdin: text(sbsLine("400002")) })).toBe(0);
    expect(out.map((line) => line.split(" ")[0]?.replace(`${folder}/`, ""))).toEqual([
      ...["steps/step-1.txt", "steps/step-9.txt", "steps/step-10.txt", "standard", "In"],
    ]);
    expect(notes).toEqual([
      "There is no airport data here, so airport visits are not told. 'fleet sync' fetches it.",
    ]);
  });

  it("gives the account as JSON", async () => {
    await run({ sources: [file("a.txt", `${sbsLine("400001")}rubbish\n`)], json: true });
    expect(JSON.parse(out.join("\n"))).toMatchObject({
      sources: [{ format: "SBS", messages: 2, taken: 1, rejected: { "not an SBS line": 1 }, area: "local" }],
      ...{ aircraft: 1, new: 1, visits: 0 },
    });
  });

  it("observes until it is stopped, with plain lines or a live view", async () => {
    const path = file(
      "aircraft.json",
      JSON.stringify({ now: Date.now() / 1_000, aircraft: [{ hex: "4b1812", seen: 0, alt_baro: 1 }] }),
    );
    for (const live of [false, true]) {
      const stop = new AbortController();
      const drawn: string[] = [];
      const ended = run({
        ...{ sources: [path], once: false, signal: stop.signal },
        terminal: live ? { write: (text) => void drawn.push(text), columns: 100 } : null,
      });
      if (live) await until("a drawing", () => drawn.some((text) => text.includes("aircraft in view")));
      else await new Promise((resolve) => setTimeout(resolve, 100));
      stop.abort();
      expect(await ended).toBe(0);
      expect(drawn.length > 0).toBe(live);
      // The view is taken away before the last word.
      if (live) expect(drawn.at(-1)).toBe("\u001b[3A\u001b[J");
      expect(out.at(-1)).toMatch(/^In all/);
    }
  });

  it("ends cleanly on SIGTERM", async () => {
    const path = file(
      "aircraft.json",
      JSON.stringify({ now: Date.now() / 1_000, aircraft: [{ hex: "4b1812", seen: 0 }] }),
    );
    const ended = run({ sources: [path], once: false });
    await new Promise((resolve) => setTimeout(resolve, 100));
    process.emit("SIGTERM");
    expect(await ended).toBe(0);
    expect([...openSightings(join(folder, "data", "sightings")).sightings()]).toHaveLength(1);
  });

  it.each([
    ["/nowhere/aircraft.json", /no file or folder \/nowhere/],
    ["ftp://example.org/", /not understood/],
    ["", /missing/],
  ])("refuses %s with a sentence", async (source, sentence) => {
    await expect(run({ sources: [source] })).rejects.toThrow(sentence);
  });

  it("refuses a folder without a snapshot unless its files are to be read once", async () => {
    await expect(run({ sources: [folder], once: false })).rejects.toThrow(
      /neither aircraft.json nor data.json/,
    );
  });

  it("tells of a source that fails with its exit code and what to do, and gives no account of nothing", async () => {
    expect(await run({ sources: ["sbs://127.0.0.1:1"], once: true })).toBe(1);
    expect(out).toEqual([]);
    expect(notes.at(-1)).toMatch(
      /^fleet: sbs:\/\/127\.0\.0\.1:1: connect ECONNREFUSED 127\.0\.0\.1:1 \(is the receiver running, .*port\?\)$/,
    );
  });

  it("tells of a failure before the account of the sources that were read", async () => {
    const path = file("a.txt", sbsLine("400001"));
    expect(await run({ sources: ["sbs://127.0.0.1:1", path] })).toBe(1);
    expect(said.map((line) => line.replace(folder, "").slice(0, 30))).toEqual([
      "note There is no airport data ",
      "note fleet: sbs://127.0.0.1:1:",
      "out /a.txt (SBS): 1 message = ",
      "out In all 1 message = 1 taken",
    ]);
  });

  it("refuses files that hold no receptions as bad input, naming what is read", async () => {
    const sources = [file("airports.csv", '"id","ident"\n1,"00A"\n'), file("receiver.json", '{"version":1}')];
    for (const more of [{ sources }, { sources, json: true }]) {
      await expect(run(more)).rejects.toMatchObject({
        exitCode: 3,
        message: expect.stringMatching(
          /airports\.csv and 1 more hold no receptions; read are readsb\/dump1090 aircraft\.json, .*traces, OpenSky states, SBS text/,
        ),
      });
    }
    await expect(run({ sources: sources.slice(0, 1) })).rejects.toThrow(/airports\.csv holds no receptions/);
    await expect(run({ sources: ["-"], once: false })).rejects.toThrow(/standard input holds no receptions/);
  });

  it("takes an empty sky for what it is, and one readable file among others for enough", async () => {
    const empty = file("aircraft.json", JSON.stringify({ now: Date.now() / 1_000, aircraft: [] }));
    expect(await run({ sources: [empty] })).toBe(0);
    expect(out[0]).toContain("(aircraft.json): 0 messages");
    expect(await run({ sources: [file("a.csv", "a,b\n"), file("a.txt", sbsLine("400001"))] })).toBe(0);
  });

  it("builds once more where all sources have ended, or says how what was heard gets into the API", async () => {
    const path = file("a.txt", sbsLine("400001"));
    let built = 0;
    const build = async () => {
      built++;
      const reader = openSightings(join(folder, "data", "sightings"));
      expect([...reader.sightings()]).toHaveLength(1);
      await reader.close();
      return 0;
    };
    expect(await run({ sources: [path], once: false, build })).toBe(0);
    expect(built).toBe(1);
    expect(out.join()).not.toContain("fleet build");
    expect(await run({ sources: [path], build: async () => 3 })).toBe(3);
    expect(await run({ sources: [path] })).toBe(0);
    expect(out.at(-1)).toMatch(/'fleet build' brings it into the API\.$/);
  });

  it("does not build where it was told to stop, or where nothing was heard", async () => {
    const build = async () => expect.unreachable();
    const empty = file("aircraft.json", JSON.stringify({ now: Date.now() / 1_000, aircraft: [] }));
    expect(await run({ sources: [empty], build })).toBe(0);
    expect(out.join()).not.toContain("fleet build");
    const stop = new AbortController();
    const path = file(
      "data.json",
      JSON.stringify({ now: Date.now() / 1_000, aircraft: [{ hex: "4b1812", seen: 0 }] }),
    );
    const ended = run({ sources: [path], once: false, signal: stop.signal, build });
    setTimeout(() => stop.abort(), 100);
    expect(await ended).toBe(0);
  });

  it("refuses to write where another observer does", async () => {
    const sightings = join(folder, "data", "sightings");
    const other = openSightingsWriter(sightings, Date.now());
    const { open } = await import("lmdb");
    const root = open({ path: sightings, noSubdir: false, maxDbs: 8, encoding: "msgpack" });
    root
      .openDB({ name: "meta", encoding: "msgpack" })
      .putSync("writer", { pid: 1, host: "another", atMs: Date.now() });
    await expect(run({ sources: [file("a.txt", sbsLine("400001"))] })).rejects.toThrow(
      /Another 'fleet observe'/,
    );
    await other.close();
  });
});

async function* nothing(): AsyncIterable<Uint8Array> {}

async function* text(content: string): AsyncIterable<Uint8Array> {
  yield Buffer.from(content);
}
