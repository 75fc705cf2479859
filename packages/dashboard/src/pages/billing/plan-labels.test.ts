import { UNLIMITED } from "@vedette/contract/billing/billing.ts";
import { expect, test } from "vitest";
import { lastDayText, limitLines, priceText } from "./plan-labels.ts";

test.each([
  [{ amount: 2_900, currency: "eur", interval: "month" }, "€29 a month"],
  [{ amount: 2_950, currency: "usd", interval: "year" }, "$29.50 a year"],
  [{ amount: 500, currency: "jpy", interval: "month" }, "¥500 a month"],
  [null, "No price"],
] as const)("a price of %j is said as %s", (price, text) => {
  expect(priceText(price)).toBe(text);
});

test("every limit of a plan is told, and that there is none", () => {
  const lines = limitLines({ ...UNLIMITED, monitors: 1_000, min_interval_seconds: 300 });
  expect(lines).toHaveLength(Object.keys(UNLIMITED).length);
  expect(lines.slice(0, 3)).toEqual([
    "1,000 monitors and journeys",
    "An interval of 5 min or more",
    "Any number of checks",
  ]);
});

test("a month's last day is that of UTC, wherever the reader is", () => {
  expect(lastDayText("2026-12-01T00:00:00.000Z")).toBe("30 November");
});
