import { expect, test } from "vitest";
import { alertQuery, readAlertFilters } from "./alert-filters.ts";

test("ignores search parameters that are not valid", () => {
  expect(readAlertFilters({ state: "open", days: 7, rule: "r1", target: "" })).toEqual({
    state: "open",
    days: 7,
    rule: "r1",
  });
  expect(readAlertFilters({ state: "all", days: 8, target: 5, other: "x" })).toEqual({});
});

test("starts the period at a whole hour, so that the query key stays the same within the hour", () => {
  const at = (text: string) => alertQuery({ days: 1 }, Date.parse(text));
  expect(at("2026-01-02T10:59:59Z")).toEqual({ from: "2026-01-01T10:00:00.000Z" });
  expect(at("2026-01-02T10:00:01Z")).toEqual(at("2026-01-02T10:59:59Z"));
});
