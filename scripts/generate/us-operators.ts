// docs/us-operators.md: for the largest US operators, what the register gives, what was inferred and what is left
// unknown, counted from the same fleet a build makes.
import type { Fleet } from "../../src/model/fleet.ts";
import type { FleetAirframe } from "../../src/model/fleet-airframe.ts";
import type { AirlineRow } from "../../src/sources/curated.ts";
import type { Blocks } from "./blocks.ts";
import type { BundledFleet } from "./bundled-fleet.ts";
import { markdownTable } from "./markdown-table.ts";

const LARGEST = 15;
/** Asked for by name whatever its rank: its fleet is on its way back to lessors. */
const ALSO = "spirit-airlines";
const TYPES_SHOWN = 6;

export interface OperatorCounts {
  readonly airline: AirlineRow;
  /** The airline's own name is the registrant. */
  readonly registered: number;
  /** Of those, types the airline flies itself. */
  readonly registeredOwnTypes: number;
  /** Of those, all others: the operator stays unknown unless a correction names one. */
  readonly registeredUnknown: readonly FleetAirframe[];
  /** Registered to a leasing arm of the airline, of a type it flies itself. */
  readonly leasingArm: number;
  /** Held by a trustee and recognised by mark and type. */
  readonly inferred: number;
  /** By a correction, with evidence of its own. */
  readonly corrected: number;
  /** What /airlines/{slug} answers as observed_fleet_count. */
  readonly total: number;
}

export function countOperator(fleet: Fleet, airline: AirlineRow): OperatorCounts {
  const flown = fleet.airframes.filter(
    ({ operator, status }) => operator?.slug === airline.slug && status !== "retired",
  );
  const registered = fleet.airframes.filter(
    ({ owner }) => owner.class === "airline" && owner.airline === airline.slug,
  );
  const byRegister = flown.filter(({ operatorBasis }) => operatorBasis === "register");
  const inOwnName = byRegister.filter(({ owner }) => owner.class === "airline").length;
  return {
    airline,
    registered: registered.length,
    registeredOwnTypes: inOwnName,
    registeredUnknown: registered.filter(({ operator }) => operator === null),
    leasingArm: byRegister.length - inOwnName,
    inferred: flown.filter(({ operatorBasis }) => operatorBasis === "inferred").length,
    corrected: flown.filter(
      ({ operatorBasis }) => operatorBasis !== "register" && operatorBasis !== "inferred",
    ).length,
    total: flown.length,
  };
}

/** The largest by fleet, in that order. */
export function largestUsOperators(fleet: Fleet, most = LARGEST): OperatorCounts[] {
  return fleet.airlines
    .filter(({ country_iso2, status }) => country_iso2 === "US" && status === "active")
    .map((airline) => countOperator(fleet, airline))
    .sort((a, b) => b.total - a.total || (a.airline.slug < b.airline.slug ? -1 : 1))
    .slice(0, most);
}

export function usOperatorBlocks({ fleet, notes }: BundledFleet): Blocks {
  const registerDate = notes.find(({ id }) => id === "us-register")?.date ?? "unknown";
  const largest = largestUsOperators(fleet);
  const also = fleet.airlines.find(({ slug }) => slug === ALSO);
  const shown = also === undefined ? largest : [...largest, countOperator(fleet, also)];
  return new Map([
    ["us-operators", `Register of ${registerDate}.\n\n${operatorsTable(shown)}`],
    ["us-operators-unknown", unknownTable(shown)],
    ["us-trustees", trusteesTable(fleet)],
  ]);
}

function operatorsTable(rows: readonly OperatorCounts[]): string {
  return markdownTable(
    [
      "",
      "Airline",
      "Registered to it",
      "of these, types it flies",
      "of these, operator unknown",
      "Leasing arm",
      "In trust, inferred",
      "Corrected",
      "**Fleet**",
    ],
    rows.map((row, at) => [
      row.airline.slug === ALSO ? "–" : `${at + 1}`,
      `${row.airline.name}${row.airline.status === "active" ? "" : ` (${row.airline.status})`}`,
      number(row.registered),
      number(row.registeredOwnTypes),
      number(row.registeredUnknown.length),
      number(row.leasingArm),
      number(row.inferred),
      number(row.corrected),
      `**${number(row.total)}**`,
    ]),
    ["right", "left", ...Array.from({ length: 7 }, () => "right" as const)],
  );
}

function unknownTable(rows: readonly OperatorCounts[]): string {
  const withUnknown = rows.filter(({ registeredUnknown }) => registeredUnknown.length > 0);
  return markdownTable(
    ["Registered to", "Operator unknown", "Types"],
    withUnknown.map(({ airline, registeredUnknown }) => [
      airline.name,
      number(registeredUnknown.length),
      typesOf(registeredUnknown),
    ]),
    ["left", "right", "left"],
  );
}

function trusteesTable({ airframes }: Fleet): string {
  const held = airframes.filter(({ owner }) => owner.class === "trustee");
  const unknown = held.filter(({ operator }) => operator === null);
  const of = (count: number) => `${((100 * count) / held.length).toFixed(1)} %`;
  return markdownTable(
    ["Airframes held by a trustee", "", "", "Types"],
    [
      ["all", number(held.length), "100 %", ""],
      [
        "operator inferred from mark and type",
        number(held.length - unknown.length),
        of(held.length - unknown.length),
        "",
      ],
      ["operator unknown", number(unknown.length), of(unknown.length), typesOf(unknown)],
    ],
    ["left", "right", "right", "left"],
  );
}

/** The most frequent types with their counts, then how many are left. */
function typesOf(airframes: readonly FleetAirframe[]): string {
  const counts = new Map<string, number>();
  for (const { type } of airframes) {
    const code = type?.icao_type ?? "no type";
    counts.set(code, (counts.get(code) ?? 0) + 1);
  }
  const inOrder = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  const rest = inOrder.slice(TYPES_SHOWN).reduce((sum, [, count]) => sum + count, 0);
  const shown = inOrder.slice(0, TYPES_SHOWN).map(([code, count]) => `${code} ${count}`);
  return [...shown, ...(rest > 0 ? [`${rest} others`] : [])].join(", ");
}

function number(count: number): string {
  return count.toLocaleString("en");
}
