import { expect, test } from "vitest";
import { withDay } from "./day-range.ts";
import type { HistorySearch } from "./history-search.ts";

const DAY = { date: "2026-11-20", from: "2026-11-19T23:00:00.000Z", to: "2026-11-20T23:00:00.000Z" };
const NOON_MS = Date.parse("2026-11-20T12:00:00Z");
const LATER_MS = Date.parse("2026-11-27T12:00:00Z");
const select = { before: null, next: DAY, zooms: true, nowMs: LATER_MS };
const clear = { before: DAY, next: null, zooms: true, nowMs: LATER_MS };

test("a selected day is zoomed to, today until now, and its end leads back to the period", () => {
  const selected = withDay({ period: "7d" }, select);
  expect(selected).toEqual({ period: "7d", day: DAY.date, from: DAY.from, to: DAY.to });
  expect(withDay<HistorySearch>({}, { ...select, nowMs: NOON_MS }).to).toBe("2026-11-20T12:00:00.000Z");
  expect(withDay(selected, clear)).toEqual({ period: "7d" });
});

test("a zoom within the day stays, and a page without a chart only selects", () => {
  const zoom = { from: "2026-11-20T10:00:00.000Z", to: "2026-11-20T11:00:00.000Z" };
  expect(withDay({ day: DAY.date, ...zoom }, clear)).toEqual(zoom);
  expect(withDay({}, { ...select, zooms: false })).toEqual({ day: DAY.date });
});
