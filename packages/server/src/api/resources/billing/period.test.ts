import { describe, expect, test } from "vitest";
import { monthOf, periodOf, projected } from "./period.ts";

const at = (text: string) => Date.parse(text);

test.each([
  ["2026-12-31T23:59:59.999Z", "2026-12-01", "2027-01-01T00:00:00.000Z"],
  ["2027-01-01T00:00:00.000Z", "2027-01-01", "2027-02-01T00:00:00.000Z"],
  ["2028-02-29T12:00:00.000Z", "2028-02-01", "2028-03-01T00:00:00.000Z"],
])("%s is in the month of %s, which ends at %s", (instant, month, to) => {
  expect(monthOf(at(instant))).toBe(month);
  expect(new Date(periodOf(at(instant)).toMs).toISOString()).toBe(to);
});

describe("a projection", () => {
  const sinceMs = at("2020-01-01T00:00:00Z");

  test("goes on as since the beginning of the month", () => {
    expect(projected(100, { nowMs: at("2026-11-16T00:00:00Z"), sinceMs })).toBe(200);
  });

  test("counts from when the organization was made, where that was this month", () => {
    const made = at("2026-11-15T00:00:00Z");
    expect(projected(100, { nowMs: at("2026-11-19T00:00:00Z"), sinceMs: made })).toBe(400);
  });

  test("is never less than what was used, and makes no thousands of a first minute", () => {
    expect(projected(7, { nowMs: at("2026-11-30T23:59:59.999Z"), sinceMs })).toBe(7);
    expect(projected(2, { nowMs: at("2026-11-01T00:01:00Z"), sinceMs })).toBeLessThanOrEqual(2 * 720);
  });
});
