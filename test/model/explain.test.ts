// Which source said what and which word counts, field by field.
import { describe, expect, it } from "vitest";
import { explain } from "../../src/model/explain.ts";
import { buildFleet } from "../../src/model/fleet.ts";
import { mergeAirframes } from "../../src/model/merge.ts";
import { createOwnerLookup } from "../../src/model/owners.ts";
import type { AirframeRow } from "../../src/sources/airframe-row.ts";
import { database, fleetInput, tables, usRegister } from "./parts.ts";

/** Words of a field as "source: said", the winner marked. */
function words(rows: readonly AirframeRow[], field: string) {
  const airframes = rows.map((row) => [row]);
  const [merged] = mergeAirframes(airframes).airframes;
  const [airframe] = buildFleet(fleetInput({ airframes, scope: "all" })).airframes;
  if (merged === undefined || airframe === undefined) throw new Error("no airframe");
  const found = explain(merged, airframe, createOwnerLookup(tables.owners.rows)).find(
    (explanation) => explanation.field === field,
  );
  return {
    result: found?.result ?? null,
    words: found?.words.map(({ source, said, won }) => `${won ? "→ " : ""}${source}: ${said}`) ?? [],
    notes: found?.words.flatMap(({ note }) => note ?? []) ?? [],
  };
}

const register = usRegister({
  address: "AC671B",
  registration: "N899DN",
  make: "BOEING",
  model: "737-900ER",
  builtYear: 2018,
  owner: "DELTA AIR LINES INC",
});
const vrs = database("vrs", {
  address: "AC671B",
  registration: "N899DN",
  typeCode: "B739",
  serialNumber: "31985",
  builtYear: 2017,
  operatorCode: "DAL",
  operatorName: "Delta",
});

describe("an explanation", () => {
  it("marks the first source that has a field, and shows those that came too late", () => {
    expect(words([register, vrs], "built_year")).toMatchObject({
      result: "2018",
      words: ["→ us-register: 2018", "vrs: 2017"],
      notes: [],
    });
    expect(words([register, vrs], "serial_number").words).toEqual(["→ vrs: 31985"]);
  });

  it("shows the register's text beside the type that the table makes of it", () => {
    expect(words([register, vrs], "type")).toMatchObject({
      result: "B739 Boeing 737-900ER",
      words: ["→ us-register: BOEING 737-900ER", "vrs: B739"],
    });
  });

  it("says what the operator rests on, and marks no source where the registrant decided", () => {
    expect(words([register, vrs], "operator")).toMatchObject({
      result: "Delta Air Lines (basis: database)",
      words: ["→ vrs: DAL (Delta)"],
    });
    expect(words([register], "operator")).toMatchObject({
      result: "Delta Air Lines (basis: register)",
      words: [],
    });
  });

  it("says why a word is passed over that came first", () => {
    const early = { ...register, builtYear: 1975 };
    expect(words([early, vrs], "built_year")).toMatchObject({
      result: "2017",
      words: ["us-register: 1975", "→ vrs: 2017"],
      notes: ["impossible for the type, or a correction says otherwise"],
    });
  });

  it("shows rows that speak of another mark, and uses them for nothing", () => {
    const other = database("mictronics", { address: "AC671B", registration: "N111AA", serialNumber: "7" });
    expect(words([register, vrs, other], "registration").words).toEqual([
      "→ us-register: N899DN",
      "vrs: N899DN",
      "mictronics: N111AA",
    ]);
    expect(words([register, other], "serial_number")).toMatchObject({
      result: null,
      notes: ["speaks of N111AA: not used"],
    });
  });

  it("never shows a private person's name", () => {
    const person = words([{ ...register, owner: "DOE JANE Q" }], "registered_owner");
    expect(person.result).toBeNull();
    expect(person.words).toEqual(["us-register: (a private person, or a name that may be one)"]);
  });
});
