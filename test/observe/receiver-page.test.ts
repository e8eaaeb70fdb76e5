// The page for people with a receiver names everything that they may meet.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { DOCUMENT_FORMATS } from "../../src/observe/readers/formats.ts";
import { REJECTIONS } from "../../src/observe/reception.ts";
import { AREAS, VISIT_BASES } from "../../src/observe/sighting.ts";
import { LABELS } from "./labels.ts";

const page = readFileSync(new URL("../../docs/receiver.md", import.meta.url), "utf8");
const rows = page.split("\n").filter((line) => line.startsWith("| `"));

describe("docs/receiver.md", () => {
  it.each(REJECTIONS)("explains why a message is rejected as %s", (reason) => {
    expect(rows.filter((row) => row.startsWith(`| \`${reason}\` |`))).toHaveLength(1);
  });

  it.each(VISIT_BASES)("explains a visit by %s", (basis) => {
    expect(rows.filter((row) => row.startsWith(`| \`${basis}\` |`))).toHaveLength(1);
  });

  it("names every area, source id and the size of the labelled set", () => {
    for (const word of [...AREAS, ...DOCUMENT_FORMATS.map(({ sourceId }) => sourceId)])
      expect(page).toContain(`\`${word}\``);
    const labels = [...LABELS.values()].reduce((sum, list) => sum + list.length, 0);
    expect(page).toContain(`${labels} aircraft of four recordings`);
  });
});
