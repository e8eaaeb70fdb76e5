// Types that only VRS knows, for --scope all: curated ones keep code and slug.
import { describe, expect, it } from "vitest";
import type { TypeDesignator } from "../../src/identifiers/codes.ts";
import { typesWith } from "../../src/model/type-merge.ts";
import { tables } from "./parts.ts";

const curated = tables.types.rows;
const upstream = (icaoType: string, manufacturer: string, model: string) => ({
  icaoType: icaoType as TypeDesignator,
  manufacturer,
  model,
});

function added(...types: readonly ReturnType<typeof upstream>[]) {
  return typesWith(curated, types).slice(curated.length);
}

describe("upstream types", () => {
  it("come after the curated ones, with a name, a slug and nothing that nobody knows", () => {
    expect(added(upstream("C172", "Cessna", "172 Skyhawk"))).toMatchObject([
      {
        icao_type: "C172",
        slug: "cessna-172-skyhawk",
        name: "Cessna 172 Skyhawk",
        class: "other",
        seats_typical: null,
        first_flight_year: null,
        value_curve: null,
      },
    ]);
  });

  it("never replace a curated type", () => {
    expect(added(upstream("A388", "Airbus", "Something else"))).toEqual([]);
  });

  it("get their code behind a slug that is taken or could be a designator", () => {
    const slugs = added(
      upstream("XXXX", "Airbus", "A380-800"),
      upstream("P1", "P", "1"),
      upstream("AB11", "Aero Boero", "AB"),
      upstream("AB12", "Aero Boero", "AB"),
    ).map(({ slug }) => slug);
    expect(slugs).toEqual(["airbus-a380-800-xxxx", "p-1-p1", "aero-boero-ab", "aero-boero-ab-ab12"]);
  });
});
