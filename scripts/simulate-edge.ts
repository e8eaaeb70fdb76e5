// Simulates lookups over the world fleet on 50 edge locations, packs against one key per record; prints the table and
// writes docs/edge-simulation.md and docs/edge-simulation.svg. Usage: npm run simulate:edge
import { writeFileSync } from "node:fs";
import { plotSvg } from "./simulate-edge/plot.ts";
import { reportMarkdown, reportText } from "./simulate-edge/report.ts";
import { runAll } from "./simulate-edge/runs.ts";

const results = runAll((what) => process.stderr.write(`  ${what}\n`));
console.log(reportText(results));
writeFileSync("docs/edge-simulation.md", reportMarkdown(results));
writeFileSync("docs/edge-simulation.svg", plotSvg(results.curve));
