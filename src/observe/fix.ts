// One position of an aircraft, with what was known at that moment of its height, speed and course.
import type { Point } from "./geometry.ts";

export interface Fix extends Point {
  readonly atMs: number;
  readonly altitudeFt: number | null;
  readonly onGround: boolean | null;
  readonly groundSpeedKt: number | null;
  readonly trackDeg: number | null;
  readonly verticalRateFpm: number | null;
  readonly callsign: string | null;
}
