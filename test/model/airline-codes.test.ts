// Whom a database means by an airline's code: codes change hands, names are spelled in many ways.
import { describe, expect, it } from "vitest";
import { createCodeHolders } from "../../src/model/airline-codes.ts";
import { airline } from "./parts.ts";

const smartlynx = airline({ name: "SmartLynx Airlines", icao: "ART", status: "defunct", line: 9 });
const aerotal = airline({ name: "Aerotal", icao: "ART", status: "defunct" });
const air41 = airline({ name: "Fly Air41 Airways", icao: "BER" });
const airBerlin = airline({ name: "Air Berlin", icao: "BER", status: "defunct", line: 3 });
const fedex = airline({ name: "FedEx Express", icao: "FDX", status: "active", line: 4 });
const republic = airline({ name: "Republic Airways", icao: "RPA", status: "active", line: 5 });
const airPeace = airline({ name: "Air Peace", icao: "APK", status: "active", line: 6 });
const kalitta = airline({ name: "Kalitta Air", icao: "CKS", status: "active", line: 7 });
const tiny = airline({ name: "Tiny Charter", icao: "CKS" });

const { holderOf, meant } = createCodeHolders([
  aerotal,
  smartlynx,
  airBerlin,
  air41,
  fedex,
  republic,
  airPeace,
  tiny,
  kalitta,
]);

describe("a code", () => {
  it("belongs to the active holder, then the curated one", () => {
    expect(holderOf("CKS")).toBe(kalitta);
    expect(holderOf("BER")).toBe(air41);
    expect(holderOf("ART")).toBe(smartlynx);
    expect(holderOf("XXX")).toBeUndefined();
  });

  it("means the holder whose name stands beside it", () => {
    expect(meant("BER", "Fly Air41")).toBe(air41);
    expect(meant("CKS", "Tiny Charter Ltd")).toBe(tiny);
  });

  it("never means an airline that has ceased, nor its successor in the code", () => {
    expect(meant("BER", "Air Berlin")).toBe("BER: Air Berlin has ceased");
    expect(meant("ART", "SmartLynx Airlines")).toBe("ART: SmartLynx Airlines has ceased");
  });

  it("means an active curated airline even under another name, but nobody else", () => {
    expect(meant("FDX", "Federal Express")).toBe(fedex);
    expect(meant("RPA", "United Express")).toBe(republic);
    expect(meant("BER", "Someone Else")).toBe("BER: Someone Else is not Fly Air41 Airways or Air Berlin");
  });

  it("without a name means its holder of today", () => {
    expect(meant("CKS", null)).toBe(kalitta);
    expect(meant("BER", null)).toBe(air41);
    expect(meant("ART", null)).toBe("ART: SmartLynx Airlines has ceased");
  });

  it("that nobody holds means the active airline of exactly that name, or nobody", () => {
    expect(meant("APO", "Air Peace")).toBe(airPeace);
    expect(meant("APO", "Air Peace Hopper")).toBe("APO: nobody holds this code");
    expect(meant("APO", null)).toBe("APO: nobody holds this code");
  });
});
