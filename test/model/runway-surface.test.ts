// Surfaces as editors type them, and the closed list that the API offers.
import { expect, it } from "vitest";
import { surfaceOf } from "../../src/model/runway-surface.ts";

it.each([
  [null, "unknown"],
  ["", "unknown"],
  ["ASPH-G", "asphalt"],
  ["Asfalt", "asphalt"],
  ["Ashphalt", "asphalt"],
  ["CONC/GRVD", "concrete"],
  ["CEM", "concrete"],
  ["PEM", "bituminous"],
  ["turf/gravel", "grass"],
  ["GRE", "gravel"],
  ["Grey clay", "clay"],
  ["Green turf", "grass"],
  ["Graded earth", "dirt"],
  ["Graded Hardcore", "gravel"],
  ["Red gravel", "gravel"],
  ["Crushed coral", "coral"],
  ["Crushed rock", "gravel"],
  ["GRS", "grass"],
  ["WATER", "water"],
  ["tiles", "other"],
])("%s is %s", (raw, surface) => {
  expect(surfaceOf(raw)).toBe(surface);
});
