// What a model's text says of the cabin: business jets and freighters, and the look-alikes that are neither.
import { describe, expect, it } from "vitest";
import { roleInText } from "../../src/model/role.ts";
import type { TypeRow } from "../../src/sources/curated.ts";
import { typeOf } from "./parts.ts";

const role = (text: string | null) => roleInText(typeOf("B738"), text);

describe("business variants", () => {
  it.each([
    "Airbus A318-112CJ",
    "Airbus A319-115X(CJ)",
    "Airbus A319-153N(CJ)",
    "A319-133ACJ",
    "Airbus ACJ320 214X",
    "A350-941ACJ",
    "Boeing 737NG 7HE/W BBJ",
    "Boeing 737-8ZE(BBJ2)",
    "Boeing 737-BBJ3",
    "737-7BC",
    "Boeing 747 8Z5 BBJ",
    "ERJ 190-100 ECJ",
    "Embraer Emb-190-100BJ",
    "Embraer ERJ-135-BJ Legacy 650",
    "Embraer Lineage 1000",
    "Bombardier Challenger 850",
    "Canadair Regional-Jet-850",
    "Sukhoi SuperJet 100-95SBJ",
    "Sukhoi Superjet 100 95 VIP",
  ])("show in %s", (text) => {
    expect(role(text)).toBe("business");
  });

  it.each(["Boeing 747-406BC", "Canadair Regional-Jet-200ER", "Boeing 737-8AS", "Embraer Emb-190-100LR"])(
    "do not show in %s",
    (text) => {
      expect(role(text)).not.toBe("business");
    },
  );
});

describe("freighters", () => {
  it.each([
    "767-300F",
    "767-3S2F",
    "767-34AF",
    "757-24APF",
    "747-8F",
    "Boeing 747-8KZF",
    "Boeing 747-4EVERF",
    "Boeing 747-236BF",
    "777F",
    "Boeing 777-F",
    "Boeing 777-FS2",
    "Boeing 737-86N(BCF)",
    "Boeing 737-8FEBCF",
    "Boeing 767-323(ER)(BDSF)",
    "Boeing 757-223(PCF)",
    "Airbus A321-211(P2F)",
    "Airbus A330-243F",
    "Airbus A300-B4-622RF",
    "MD-11F",
    "MD-10-30F",
    "ATR 72-600F",
    "ATR 72-202(F)",
    "Saab 340-AF",
  ])("show in %s", (text) => {
    expect(role(text)).toBe("freighter");
  });

  // The customer's code may end in F or begin with it.
  it.each([
    "Boeing 737-85F",
    "Boeing 737-8FZ",
    "Boeing 737-9KF",
    "Boeing 737NG 85F/W",
    "737-7BF",
    "Fokker F-28-1000",
    "GAF N24A",
  ])("do not show in %s", (text) => {
    expect(role(text)).toBe("unknown");
  });
});

describe("without a text", () => {
  it("nothing is known, but for a type that carries cargo only", () => {
    expect(role(null)).toBe("unknown");
    expect(roleInText({ ...typeOf("B748"), class: "freighter" } satisfies TypeRow, null)).toBe("freighter");
  });
});
