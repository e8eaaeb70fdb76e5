// docs/valuation-curves.svg: the age curves of data/value-curves.csv, a panel per class. Written by hand, no script in
// it; it brings its own background, so that it reads in light and in dark wherever it is shown.
import { factorAt, PART_OUT_FLOOR } from "../../src/model/valuation.ts";
import type { CuratedTables, ValueCurveRow } from "../../src/sources/curated.ts";

const PANELS: readonly { readonly title: string; readonly curves: RegExp }[] = [
  { title: "Narrowbodies", curves: /^narrowbody/ },
  { title: "Widebodies", curves: /^widebody/ },
  { title: "Regional jets", curves: /^regional_jet/ },
  { title: "Turboprops, freighters, utility", curves: /^(?:turboprop|freighter|utility)/ },
];
const WIDTH = 960;
const PANEL = { width: 400, height: 250, left: 56, top: 90, gapX: 64, gapY: 78 } as const;
const HEIGHT = PANEL.top + 2 * PANEL.height + PANEL.gapY + 48;
const MAX_AGE = 40;
const AGE_STEP = 10;
const SHARE_STEP = 0.25;
/** Told apart by dash as well as by colour. */
const DASHES = ["", "9 4", "3 3", "12 3 3 3"] as const;

const STYLE = `
  svg { --paper: #ffffff; --ink: #1a2233; --dim: #5a6478; --line: #d5dbe6; --c0: #0b5fc0; --c1: #b3470a; --c2: #0f7a55; --c3: #8a2fa8 }
  @media (prefers-color-scheme: dark) {
    svg { --paper: #12161f; --ink: #e6eaf2; --dim: #a3aec2; --line: #313a4c; --c0: #7fb4ff; --c1: #ffa366; --c2: #5fd3a4; --c3: #d8a1f0 }
  }
  text { font: 13px system-ui, sans-serif; fill: var(--ink) } .dim { fill: var(--dim); font-size: 12px } .title { font-size: 15px; font-weight: 600 }
  .grid { stroke: var(--line); stroke-width: 1 } .floor { stroke: var(--dim); stroke-width: 1; stroke-dasharray: 2 4 }
  polyline { fill: none; stroke-width: 2.5; stroke-linejoin: round } .c0 { stroke: var(--c0) } .c1 { stroke: var(--c1) } .c2 { stroke: var(--c2) } .c3 { stroke: var(--c3) }`;

export function valuationPlot({ valueCurves }: Pick<CuratedTables, "valueCurves">): string {
  const curves = new Map<string, ValueCurveRow[]>();
  for (const row of valueCurves.rows) curves.set(row.curve, [...(curves.get(row.curve) ?? []), row]);
  for (const points of curves.values()) points.sort((a, b) => a.age_years - b.age_years);
  const stray = [...curves.keys()].filter((name) => !PANELS.some((panel) => panel.curves.test(name)));
  if (stray.length > 0) throw new Error(`valuation-plot.ts: no panel shows the curves ${stray.join(", ")}`);
  const panels = PANELS.map(({ title, curves: pattern }, at) =>
    panel(
      title,
      [...curves].filter(([name]) => pattern.test(name)),
      at,
    ),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" aria-labelledby="title description">
<title id="title">Value curves of Fleet Monitor</title>
<desc id="description">Share of the value when new that an airframe keeps, by age from 0 to ${MAX_AGE} years, in four panels by class.</desc>
<style>${STYLE}
</style>
<rect width="${WIDTH}" height="${HEIGHT}" style="fill: var(--paper)"/>
<text x="${PANEL.left}" y="28" class="title">Share of the value when new, by age</text>
<text x="${PANEL.left}" y="48" class="dim">Half-life market value of an active airframe. The dotted line is the part-out floor, ${percent(PART_OUT_FLOOR)} of new.</text>
${panels.join("\n")}
</svg>
`;
}

function panel(
  title: string,
  curves: readonly (readonly [string, readonly ValueCurveRow[]])[],
  at: number,
): string {
  const left = PANEL.left + (at % 2) * (PANEL.width + PANEL.gapX);
  const top = PANEL.top + Math.floor(at / 2) * (PANEL.height + PANEL.gapY);
  const x = (age: number) => round(left + (age / MAX_AGE) * PANEL.width);
  const y = (share: number) => round(top + (1 - share) * PANEL.height);
  const lines = [`<text x="${left}" y="${top - 8}" class="title">${title}</text>`];
  for (let share = 0; share <= 1; share += SHARE_STEP) {
    lines.push(
      `<line class="grid" x1="${left}" y1="${y(share)}" x2="${left + PANEL.width}" y2="${y(share)}"/>`,
      `<text class="dim" x="${left - 8}" y="${y(share) + 4}" text-anchor="end">${percent(share)}</text>`,
    );
  }
  for (let age = 0; age <= MAX_AGE; age += AGE_STEP) {
    lines.push(
      `<text class="dim" x="${x(age)}" y="${top + PANEL.height + 18}" text-anchor="middle">${age === 0 ? "new" : `${age} years`}</text>`,
    );
  }
  lines.push(
    `<line class="floor" x1="${left}" y1="${y(PART_OUT_FLOOR)}" x2="${left + PANEL.width}" y2="${y(PART_OUT_FLOOR)}"/>`,
  );
  curves.forEach(([name, points], order) => {
    const dash = DASHES[order % DASHES.length];
    const drawn = `class="c${order % DASHES.length}"${dash ? ` stroke-dasharray="${dash}"` : ""}`;
    const path = Array.from(
      { length: MAX_AGE + 1 },
      (_, age) => `${x(age)},${y(Math.max(factorAt(points, age), PART_OUT_FLOOR))}`,
    );
    lines.push(
      `<polyline ${drawn} points="${path.join(" ")}"/>`,
      legend(name, drawn, left + PANEL.width, top, order),
    );
  });
  return `<g>\n${lines.join("\n")}\n</g>`;
}

/** Top right of a panel, where no curve goes. */
function legend(name: string, drawn: string, right: number, top: number, order: number): string {
  const y = top + 18 + order * 20;
  return `<polyline ${drawn} points="${right - 34},${y} ${right - 2},${y}"/><text x="${right - 42}" y="${y + 4}" text-anchor="end">${name.replaceAll("_", " ")}</text>`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}
