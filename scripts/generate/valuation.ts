// docs/valuation.md in tables: the constants as the model holds them, the curves as data/ holds them, and the figures
// an appraiser gave against the model's.
import {
  BANDS,
  createValuation,
  PART_OUT_FLOOR,
  ROUND_TO_USD,
  STATUS_FACTOR,
  type ValueOf,
} from "../../src/model/valuation.ts";
import type { CuratedTables, TypeRow } from "../../src/sources/curated.ts";
import type { Blocks } from "./blocks.ts";
import { markdownTable } from "./markdown-table.ts";

interface Anchor {
  readonly type: string;
  readonly role: "passenger" | "freighter";
  /** USD million, new, at 10 and at 20 years. */
  readonly musd: readonly [number, number, number];
}

/** What the design calls plausible to an appraiser, half-life, within a fifth. */
export const ANCHORS: readonly Anchor[] = [
  { type: "A20N", role: "passenger", musd: [57, 39, 18] },
  { type: "A320", role: "passenger", musd: [44, 30, 14] },
  { type: "B738", role: "passenger", musd: [46, 32, 17] },
  { type: "B77W", role: "passenger", musd: [150, 65, 28] },
  { type: "A359", role: "passenger", musd: [155, 95, 40] },
  { type: "A333", role: "passenger", musd: [105, 40, 14] },
  { type: "E190", role: "passenger", musd: [32, 17, 7.5] },
  { type: "AT76", role: "passenger", musd: [22, 13, 7] },
  { type: "B763", role: "freighter", musd: [80, 52, 28] },
];
const ANCHOR_AGES = [0, 10, 20] as const;

export function valuationBlocks(tables: CuratedTables): Blocks {
  return new Map([
    ["value-constants", constantsTable()],
    ["value-curves", curvesTable(tables)],
    ["value-anchors", anchorsTable(tables)],
  ]);
}

function constantsTable(): string {
  const { active, unknown, stored, retired } = STATUS_FACTOR;
  return markdownTable(
    ["Constant", "Value", "Reasoning"],
    [
      [
        "Status factor, active or unknown",
        `${active} and ${unknown}`,
        "The curves describe airframes in service; not knowing is no reason for a discount.",
      ],
      [
        "Status factor, stored",
        `${stored}`,
        "Storage costs a return-to-service check, and is itself evidence of weak demand.",
      ],
      [
        "Status factor, retired",
        `${retired}`,
        "No value at all is given: a retired airframe is in nobody's fleet.",
      ],
      [
        "Part-out floor",
        `${percent(PART_OUT_FLOOR)} of new`,
        "Engines and parts keep an airframe above this while somebody flies the type.",
      ],
      ...BANDS.map(({ below, share }, at) => [
        `Band, ${below === Number.POSITIVE_INFINITY ? `${BANDS[at - 1]?.below} years and older` : `under ${below} years`}`,
        `± ${percent(share)}`,
        bandReason(at),
      ]),
      [
        "Rounding",
        `${(ROUND_TO_USD / 1e6).toLocaleString("en")} million USD`,
        "So that no figure looks more exact than it is.",
      ],
    ],
  );
}

function bandReason(at: number): string {
  return (
    [
      "Young airframes are alike; opinions differ on the market more than on the airframe.",
      "Maintenance state and the next shop visit begin to matter as much as age.",
      "Value is mostly engines and checks still to be flown, which no register shows.",
    ][at] ?? ""
  );
}

function curvesTable({ valueCurves, types }: CuratedTables): string {
  const ages = [...new Set(valueCurves.rows.map(({ age_years }) => age_years))].sort((a, b) => a - b);
  const names = [...new Set(valueCurves.rows.map(({ curve }) => curve))];
  const factorOf = (name: string, age: number) =>
    valueCurves.rows.find(({ curve, age_years }) => curve === name && age_years === age)?.factor;
  return markdownTable(
    ["Curve", ...ages.map((age) => `${age} y`), "Why it begins as it does", "Types"],
    names.map((name) => [
      `\`${name}\``,
      ...ages.map((age) => `${factorOf(name, age) ?? ""}`),
      valueCurves.rows.find(({ curve }) => curve === name)?.note ?? "",
      `${types.rows.filter((row) => row.value_curve === name || row.freighter_value_curve === name).length}`,
    ]),
    ["left", ...ages.map(() => "right" as const), "left", "right"],
  );
}

function anchorsTable({ types, valueCurves }: CuratedTables): string {
  const valuate = createValuation(valueCurves.rows);
  const rows = ANCHORS.map((anchor) => {
    const type = types.rows.find(({ icao_type }) => icao_type === anchor.type);
    if (type === undefined) throw new Error(`${anchor.type} is not in aircraft-types.csv`);
    const cells = ANCHOR_AGES.map((age, at) =>
      comparison(anchor.musd[at] ?? 0, modelMusd(valuate, type, anchor, age)),
    );
    return [`${type.name}${anchor.role === "freighter" ? ", freighter" : ""}`, ...cells];
  });
  return markdownTable(["Type", "New", "10 years", "20 years"], rows, ["left", "right", "right", "right"]);
}

export function modelMusd(valuate: ValueOf, type: TypeRow, { role }: Anchor, ageYears: number): number {
  const value = valuate({ type, role, ageYears, status: "active" });
  if (value === null) throw new Error(`${type.icao_type} has no value in aircraft-types.csv`);
  return value.usd / 1e6;
}

function comparison(given: number, ours: number): string {
  const difference = Math.round((100 * (ours - given)) / given);
  return `${given} / ${ours} (${difference > 0 ? "+" : difference < 0 ? "−" : "±"}${Math.abs(difference)} %)`;
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}
