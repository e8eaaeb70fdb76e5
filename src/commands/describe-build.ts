// What a build came to, in words; apart from build.ts, so that saying it does not load all that building needs.
import type { Coverage } from "../model/coverage.ts";
import type { Manifest } from "../snapshot/manifest.ts";

/** A few lines for a person: what is in the snapshot now. */
export function describeBuild(manifest: Manifest): string {
  const { known, airframes } = manifest.report as Coverage;
  const counts = Object.entries(manifest.counts).map(
    ([name, count]) => `${count.toLocaleString("en")} ${name}`,
  );
  const shares = Object.entries(known).map(
    ([name, count]) =>
      `${name.replaceAll("_", " ")} ${count.toLocaleString("en")} (${percent(count, airframes)})`,
  );
  return `Snapshot ${manifest.snapshot}: ${counts.join(", ")}.\nKnown of the airframes: ${shares.join(", ")}.`;
}

export function percent(part: number, whole: number): string {
  return whole === 0 ? "none" : `${((100 * part) / whole).toFixed(1)} %`;
}
