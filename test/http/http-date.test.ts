// The three forms of an HTTP date, and what is none.
import { expect, it } from "vitest";
import { parseHttpDate } from "../../src/http/http-date.ts";

const MOMENT = Date.UTC(1994, 10, 6, 8, 49, 37);

it.each(["Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"])(
  "%s is one",
  (text) => {
    expect(parseHttpDate(text)).toBe(MOMENT);
  },
);

it("a date of two figures may be of this century", () => {
  expect(parseHttpDate("Sunday, 15-Nov-26 00:00:00 GMT")).toBe(Date.UTC(2026, 10, 15));
});

it.each([
  "",
  "2030",
  "1994-11-06T08:49:37Z",
  "Sun, 06 Nov 1994 08:49:37 CET",
  "Sun, 99 Nov 1994 08:49:37 GMT",
  "now",
])("'%s' is none", (text) => {
  expect(parseHttpDate(text)).toBeNull();
});
