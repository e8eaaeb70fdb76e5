// The one request the README shows, with the answer a default build gives to it.

import { resourceOf } from "../../src/contract/resources.ts";
import { buildAirlines } from "../../src/model/airline.ts";
import type { BundledFleet } from "./bundled-fleet.ts";

const CODE = "DL";
const COLUMNS = 100;

export function exampleBlock({ fleet }: BundledFleet): string {
  const profile = buildAirlines(fleet).find(({ data }) => data.iata === CODE);
  if (profile === undefined) throw new Error(`no airline has the IATA code ${CODE}`);
  const answer = JSON.stringify(resourceOf("airlines").wrap(profile.data));
  return `\`\`\`console\n$ curl http://localhost:8787/api/v1/airlines/${CODE}\n${wrap(answer)}\n\`\`\``;
}

/** Broken after commas between members, so that a page shows it whole. */
function wrap(json: string): string {
  const lines = [""];
  for (const part of json.split(/(?<=,)(?=")/)) {
    const line = lines.at(-1) ?? "";
    if (line !== "" && line.length + part.length > COLUMNS) lines.push(` ${part}`);
    else lines[lines.length - 1] = line + part;
  }
  return lines.join("\n");
}
