import { expect, test } from "vitest";
import { isSameTime, readHistorySearch, withRange } from "./history-search.ts";

const FROM = "2026-11-21T10:00:00.000Z";
const TO = "2026-11-21T12:00:00.000Z";

test("a time in the address stays beside the period, and other invalid parameters are ignored", () => {
  expect(readHistorySearch({ period: "7d", from: FROM, to: TO, view: "heat" })).toEqual({
    ...{ period: "7d", from: FROM, to: TO, view: "heat" },
  });
  expect(readHistorySearch({ period: "8d", from: 2026, to: {}, view: "none", day: "1.2.2026" })).toEqual({
    from: "2026",
  });
});

test("a zoom keeps the period of before, and a period ends the zoom", () => {
  const zoomed = withRange({ location: "fra", period: "7d" }, { from: FROM, to: TO });
  expect(zoomed).toEqual({ location: "fra", period: "7d", from: FROM, to: TO });
  expect(withRange(zoomed, { period: "7d" })).toEqual({ location: "fra", period: "7d" });
  expect(withRange(zoomed, { period: "24h" })).toEqual({ location: "fra" });
});

test("only another time is an entry of the browser's history", () => {
  const search = { period: "7d" as const };
  expect(isSameTime(search, { ...search, location: "fra", view: "heat", day: "2026-11-21" })).toBe(true);
  expect(isSameTime(search, withRange(search, { from: FROM, to: TO }))).toBe(false);
  expect(isSameTime(search, { period: "24h" })).toBe(false);
});
