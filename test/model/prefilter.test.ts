// Rows dropped while they are read: coarse, in the order of the sources, and never more than the scope would drop.
import { describe, expect, it } from "vitest";
import { createPrefilter } from "../../src/model/prefilter.ts";
import { airframeRow } from "../../src/sources/airframe-row.ts";
import { database, tables, usRegister } from "./parts.ts";

function prefilter() {
  const dropped = new Map<string, number>();
  return { accept: createPrefilter(tables, dropped), dropped };
}

const cessna = usRegister({ address: "A00001", registration: "N1", make: "CESSNA", model: "172S" });
const delta = usRegister({ address: "AC671B", registration: "N899DN", make: "BOEING", model: "737-900ER" });

describe("the prefilter", () => {
  it("keeps airliners of the register and what databases add to them", () => {
    const { accept } = prefilter();
    expect(accept(delta)).toBe(true);
    expect(accept(database("mictronics", { address: "AC671B", registration: "N899DN" }))).toBe(true);
  });

  it("believes the register where a database says airliner: N-marks are reused", () => {
    const { accept, dropped } = prefilter();
    expect(accept(cessna)).toBe(false);
    expect(accept(database("mictronics", { address: "A00001", typeCode: "B738" }))).toBe(false);
    expect(Object.fromEntries(dropped)).toEqual({
      "no airliner by its register": 1,
      "no airliner by its register, whatever a database says": 1,
    });
  });

  it("keeps airliner types and everything an airline flies, from any database", () => {
    const { accept } = prefilter();
    expect(accept(database("mictronics", { address: "40688B", typeCode: "A388" }))).toBe(true);
    expect(accept(database("vrs", { address: "4AC9ED", typeCode: "DHC9", operatorCode: "XXX" }))).toBe(true);
    expect(accept(database("mictronics", { address: "4CA92D", typeCode: "C172" }))).toBe(false);
    expect(accept(database("mictronics", { address: "4CA92E", typeCode: null }))).toBe(false);
  });

  it("keeps rows of a register it cannot read: an Irish Boeing is no Boeing of the US table", () => {
    const { accept } = prefilter();
    const irish = airframeRow({
      source: "irish-register",
      standing: "register",
      address: "4CAC62",
      registration: "EI-AZA",
      make: "THE BOEING COMPANY",
      model: "BOEING 737-86N",
    });
    expect(accept(irish)).toBe(true);
    expect(accept(database("mictronics", { address: "4CAC62", typeCode: "B738" }))).toBe(true);
  });

  it("keeps registers without addresses, which can only add to others", () => {
    const row = airframeRow({ source: "swedish-register", standing: "cancelled", registration: "SE-UAA" });
    expect(prefilter().accept(row)).toBe(true);
  });

  it("keeps every register row whose model is not known, and what databases say of it", () => {
    const { accept } = prefilter();
    expect(accept(airframeRow({ source: "faa-register", standing: "register", address: "A00002" }))).toBe(
      true,
    );
    expect(accept(database("mictronics", { address: "A00002", typeCode: "C172" }))).toBe(true);
  });
});
