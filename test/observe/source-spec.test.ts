// What src/observe/source-spec.ts does, shown case by case.
import { describe, expect, it } from "vitest";
import { parseSource } from "../../src/observe/source-spec.ts";

describe("what a user names as a source", () => {
  it.each([
    [
      "/run/readsb/aircraft.json",
      { kind: "file", path: "/run/readsb/aircraft.json", name: null, area: null },
    ],
    ["file:///tmp/a%20b.json", { kind: "file", path: "/tmp/a b.json" }],
    ["-", { kind: "stdin" }],
    ["sbs://pi.local", { kind: "sbs", host: "pi.local", port: 30_003 }],
    ["sbs://[::1]:31003#roof,local", { kind: "sbs", host: "::1", port: 31_003, name: "roof", area: "local" }],
    ["tcp://10.0.0.4:30003", { kind: "sbs", host: "10.0.0.4", port: 30_003 }],
    ["a.txt#roof", { name: "roof", area: null }],
    ["a.txt#regional-airport", { name: "regional-airport", area: null }],
    [
      "https://example.org/states/all#worldwide",
      { kind: "http", area: "worldwide", label: "https://example.org/states/all" },
    ],
  ])("is understood: %s", (text, expected) => {
    expect(parseSource(text)).toMatchObject(expected);
  });

  it("is shown without keys and passwords", () => {
    expect(parseSource("https://me:secret@example.org/v2/all?key=hidden")).toMatchObject({
      label: "https://example.org/v2/all",
    });
  });

  it.each([
    ["", /missing/],
    ["sbs://", /not a valid address|no host/],
    ["sbs://pi:30005", /Beast/],
    ["ftp://example.org/x", /not understood/],
    ["http://[", /not a valid address/],
    ["a.json#Über", /neither an area/],
    ["a.txt#roof,attic", /'roof' and 'attic'.*one name.*one area \(worldwide, regional, local\)/],
    ["a.txt#local,worldwide", /'local' and 'worldwide'.*one area/],
    ["a.txt#roof,loca", /'loca'.*worldwide, regional, local.*Did you mean 'local'/],
    ["a.txt#wordlwide", /Did you mean 'worldwide'/],
    ["a.txt#regionall", /Did you mean 'regional'/],
    ["a.txt#loca", /Did you mean 'local'/],
  ])("is refused with a sentence: %s", (text, sentence) => {
    expect(parseSource(text)).toMatch(sentence);
  });
});
