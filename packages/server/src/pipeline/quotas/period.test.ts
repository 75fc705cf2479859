import { describe, expect, test } from "vitest";
import { monthOf, periodOf, projectCount } from "./period.ts";

const parseTime = (text: string) => Date.parse(text);

test.each([
  ["2026-12-31T23:59:59.999Z", "2026-12-01", "2027-01-01T00:00:00.000Z"],
  ["2027-01-01T00:00:00.000Z", "2027-01-01", "2027-02-01T00:00:00.000Z"],
  ["2028-02-29T12:00:00.000Z", "2028-02-01", "2028-03-01T00:00:00.000Z"],
])("%s is in the month of %s, which ends at %s", (time, month, to) => {
  expect(monthOf(parseTime(time))).toBe(month);
  expect(new Date(periodOf(parseTime(time)).toMs).toISOString()).toBe(to);
});

describe("a projection", () => {
  const sinceMs = parseTime("2020-01-01T00:00:00Z");

  test("extrapolates from the start of the month", () => {
    expect(projectCount(100, { nowMs: parseTime("2026-11-16T00:00:00Z"), sinceMs })).toBe(200);
  });

  test("extrapolates from the creation of the organization if that was this month", () => {
    const createdMs = parseTime("2026-11-15T00:00:00Z");
    expect(projectCount(100, { nowMs: parseTime("2026-11-19T00:00:00Z"), sinceMs: createdMs })).toBe(400);
  });

  test("is never below the current count, and does not multiply the first minute by thousands", () => {
    expect(projectCount(7, { nowMs: parseTime("2026-11-30T23:59:59.999Z"), sinceMs })).toBe(7);
    expect(projectCount(2, { nowMs: parseTime("2026-11-01T00:01:00Z"), sinceMs })).toBeLessThanOrEqual(
      2 * 720,
    );
  });
});
