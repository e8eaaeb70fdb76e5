// The plot: 95th percentile against the request rate, both designs, both axes logarithmic, in light and dark.
import type { Row } from "./runs.ts";
import { TARGET_MS } from "./world.ts";

const WIDTH = 760;
const HEIGHT = 420;
const LEFT = 64;
const RIGHT = 150;
const TOP = 48;
const BOTTOM = 56;
const RATES: readonly [number, number] = [0.001, 10];
const MILLISECONDS: readonly [number, number] = [5, 1000];
const RATE_TICKS = [0.001, 0.01, 0.1, 1, 10];
const MS_TICKS = [10, 20, 50, 100, 200, 500, 1000];

export function plotSvg(curve: readonly Row[]): string {
  const lines = (["packs", "one key per record"] as const).map((design) => {
    const rows = curve.filter((row) => row.design === design);
    return lineOf(design, rows);
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-labelledby="title">
<title id="title">95th percentile of latency against requests a second per location: packs fall below the target of ${TARGET_MS} ms, one key per record does not</title>
<style>
text { font: 13px system-ui, sans-serif; fill: #1a2233 } .head { font-weight: 600; font-size: 15px } .dim { fill: #5a6478 }
.paper { fill: #fff } .grid { stroke: #d5dbe6 } .target { stroke: #b3261e; stroke-dasharray: 6 4 } .target-text { fill: #b3261e }
.packs { stroke: #0b5fc0 } .packs-text { fill: #0b5fc0 } .records { stroke: #8a5a00 } .records-text { fill: #8a5a00 }
polyline { fill: none; stroke-width: 2.5 }
@media (prefers-color-scheme: dark) {
text { fill: #e6eaf2 } .dim { fill: #9aa5ba } .paper { fill: #12161f } .grid { stroke: #313a4c } .target { stroke: #ff8a80 } .target-text { fill: #ff8a80 }
.packs { stroke: #7fb4ff } .packs-text { fill: #7fb4ff } .records { stroke: #f0b64f } .records-text { fill: #f0b64f } }
</style>
<rect class="paper" width="${WIDTH}" height="${HEIGHT}"/>
<text class="head" x="${LEFT}" y="24">95th percentile, milliseconds (values cached for a day at each location)</text>
${gridLines().join("\n")}
<line class="target" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${yOf(TARGET_MS)}" y2="${yOf(TARGET_MS)}"/>
<text class="target-text" x="${WIDTH - RIGHT + 8}" y="${yOf(TARGET_MS) + 4}">target ${TARGET_MS} ms</text>
${lines.join("\n")}
<text class="dim" x="${(LEFT + WIDTH - RIGHT) / 2}" y="${HEIGHT - 12}" text-anchor="middle">requests a second per location</text>
</svg>
`;
}

function gridLines(): string[] {
  const vertical = RATE_TICKS.map(
    (rate) =>
      `<line class="grid" x1="${xOf(rate)}" x2="${xOf(rate)}" y1="${TOP}" y2="${HEIGHT - BOTTOM}"/><text class="dim" x="${xOf(rate)}" y="${HEIGHT - BOTTOM + 18}" text-anchor="middle">${rate}</text>`,
  );
  const horizontal = MS_TICKS.map(
    (ms) =>
      `<line class="grid" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${yOf(ms)}" y2="${yOf(ms)}"/><text class="dim" x="${LEFT - 8}" y="${yOf(ms) + 4}" text-anchor="end">${ms}</text>`,
  );
  return [...vertical, ...horizontal];
}

function lineOf(design: Row["design"], rows: readonly Row[]): string {
  const kind = design === "packs" ? "packs" : "records";
  const points = rows.map(({ rate, p95 }) => `${xOf(rate)},${yOf(p95)}`).join(" ");
  const last = yOf(rows.at(-1)?.p95 ?? MILLISECONDS[0]);
  return `<polyline class="${kind}" points="${points}"/>
<text class="${kind}-text" x="${WIDTH - RIGHT + 8}" y="${last + 4}">${design}</text>`;
}

function xOf(rate: number): number {
  return round(LEFT + share(rate, RATES) * (WIDTH - LEFT - RIGHT));
}

function yOf(ms: number): number {
  return round(HEIGHT - BOTTOM - share(ms, MILLISECONDS) * (HEIGHT - TOP - BOTTOM));
}

function share(value: number, [least, most]: readonly [number, number]): number {
  return Math.log(value / least) / Math.log(most / least);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
