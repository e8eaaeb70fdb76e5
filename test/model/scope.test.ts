// The commercial scope: what is inside, and the reason for everything that is not.
import { describe, expect, it } from "vitest";
import type { AirframeFacts } from "../../src/model/fleet-airframe.ts";
import { outOfScope } from "../../src/model/scope.ts";
import { airframeOf, airline, airlineOf, database, typeOf } from "./parts.ts";

const airliner: AirframeFacts = airframeOf([
  database("mictronics", { address: "40688B", registration: "G-XLEA", typeCode: "A388" }),
]);
const caravan: AirframeFacts = { ...airliner, type: typeOf("C208") };
const civil = { military: false, civil: true };

describe("the commercial scope", () => {
  it("holds airliners, whoever flies them", () => {
    expect(outOfScope(airliner, civil)).toBeNull();
    expect(outOfScope({ ...airliner, operator: airlineOf("british-airways") }, civil)).toBeNull();
  });

  it("holds any type that an airline flies, and no Caravan that nobody or a club flies", () => {
    expect(outOfScope({ ...caravan, operator: airlineOf("fedex-express") }, civil)).toBeNull();
    expect(outOfScope(caravan, civil)).toBe("utility type not flown by an airline");
    expect(outOfScope({ ...caravan, operator: airline({ name: "Gliding Club", icao: "GLI" }) }, civil)).toBe(
      "utility type not flown by an airline",
    );
  });

  it("leaves out what is military by flag, block, model or operator", () => {
    expect(outOfScope(airliner, { military: true, civil: true })).toBe("military");
    for (const name of ["Indian Air Force", "Royal Navy", "Air Mobility Command", "Irish Air Corps"])
      expect(outOfScope({ ...airliner, operator: airline({ name, icao: "XXX" }) }, civil)).toBe("military");
  });

  it("leaves out marks that no civil register writes, unless somebody is known to fly them as an airline", () => {
    const serial = { military: false, civil: false };
    expect(outOfScope(airliner, serial)).toBe("a mark of no civil register");
    expect(outOfScope({ ...airliner, operator: airlineOf("british-airways") }, serial)).toBeNull();
  });

  it("leaves out business variants and airframes of no known type", () => {
    expect(outOfScope({ ...airliner, role: "business" }, civil)).toBe("business variant of an airliner");
    expect(outOfScope({ ...airliner, type: null }, civil)).toBe("no airliner type");
  });
});
