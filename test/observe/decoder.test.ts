// What src/observe/decoder.ts does, shown case by case.
import { describe, expect, it } from "vitest";
import { createDecoder, type Decoder } from "../../src/observe/decoder.ts";
import type { Reception, Rejection } from "../../src/observe/reception.ts";
import { T0 } from "./made-up.ts";

function decode(bytes: string | Uint8Array | readonly Uint8Array[], correct = (ms: number) => ms) {
  const taken: Reception[] = [];
  const rejected: Rejection[] = [];
  const decoder: Decoder = createDecoder(
    { documentMs: T0, correct },
    { take: (one) => void taken.push(one), reject: (reason) => void rejected.push(reason) },
  );
  for (const chunk of Array.isArray(bytes) ? bytes : [Buffer.from(bytes as string)]) decoder.push(chunk);
  decoder.end();
  return {
    taken,
    rejected,
    format: decoder.recognised()?.name ?? null,
    repeats: decoder.recognised()?.repeats,
  };
}

const SBS = "MSG,8,1,1,4CA8AA,1,2026/06/01,12:00:00.000,2026/06/01,12:00:00.000,,,,,,,,,,,,0\n";

describe("what a stream holds", () => {
  it.each([
    ['{"now":1,"aircraft":[]}', "aircraft.json", true],
    ['\ufeff {"now":1,"messages":2,\n "aircraft":[]}', "aircraft.json", true],
    ['{"ac":[],"now":1}', "adsb.lol v2", true],
    ['{"time":1,"states":[]}', "OpenSky states", true],
    ['{"time":1,"states":null}', "OpenSky states", true],
    ['{"icao":"ac671b","timestamp":1,"trace":[]}', "readsb trace", false],
    ["[]", "dump1090 data.json", true],
    [SBS, "SBS", false],
    [`\r\n${SBS}`, "SBS", false],
    ["SEL,,1,2\n", "SBS", false],
  ])("is recognised from its bytes: %s", (text, name, repeats) => {
    expect(decode(text)).toMatchObject({ format: name, repeats });
  });

  it.each<[string | Uint8Array, Rejection[]]>([
    ['{"refresh":1000,"history":120}', ["JSON without receptions"]],
    ['{"icao24":"06a0d6"}\n{"icao24":"728618"}\n', ["JSON without receptions", "JSON without receptions"]],
    [Buffer.from([0x1a, 0x33, 0, 1, 2, 3, 0x1a, 0x33]), ["not text"]],
    ["*8D406B909945DE10000405999BE4;\n", ["not an SBS line"]],
    ["<html>\n", ["not an SBS line"]],
    ["", ["JSON cut off"]],
  ])("is refused with a reason where it is nothing of the kind: %s", (text, reasons) => {
    expect(decode(text)).toMatchObject({ taken: [], rejected: reasons, format: null });
  });

  it("may be rubbish at first", () => {
    expect(decode(`\x03 8CA line cut in two,0\n${SBS}`)).toMatchObject({
      format: "SBS",
      rejected: ["not an SBS line"],
    });
    expect(decode(`\x03 8CA line cut in two,0\n${SBS}`).taken).toHaveLength(1);
  });

  it("is a file of many snapshots as well as one", () => {
    const snapshot = (now: number) => JSON.stringify({ now, aircraft: [{ hex: "ac671b", seen: 0 }] });
    expect(
      decode(`${snapshot(T0 / 1_000)}\n${snapshot(T0 / 1_000 + 5)}\n`).taken.map(({ atMs }) => atMs),
    ).toEqual([T0, T0 + 5_000]);
  });

  it("has its document's clock corrected, and no single row's", () => {
    const document = {
      time: T0 / 1_000 + 7_200,
      states: [
        [
          "4b1812",
          "",
          "",
          null,
          T0 / 1_000 + 7_199,
          null,
          null,
          null,
          false,
          null,
          null,
          null,
          null,
          null,
          null,
          false,
          0,
        ],
      ],
    };
    expect(decode(JSON.stringify(document), (ms) => ms - 7_200_000).taken[0]?.atMs).toBe(T0 - 1_000);
  });

  it("cannot make the decoder hold more than it should while a time is awaited", () => {
    const rows = Array.from({ length: 1_000 }, () => '{"hex":"ac671b","seen":0}').join(",");
    const chunks = [
      Buffer.from('{"ac":['),
      ...Array.from({ length: 45 }, () => Buffer.from(`${rows},`)),
      Buffer.from('{}],"now":1}'),
    ];
    const { taken, rejected } = decode(chunks);
    expect(taken).toHaveLength(40_000);
    expect(rejected.filter((reason) => reason === "time missing or impossible")).toHaveLength(5_001);
  });
});
