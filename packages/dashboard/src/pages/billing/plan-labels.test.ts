import { UNLIMITED } from "@vedette/contract/billing/billing.ts";
import { expect, test } from "vitest";
import { lastDayText, limitLines, planText, priceText } from "./plan-labels.ts";

test.each([
  [{ amount: 2_900, currency: "eur", interval: "month" }, "€29 a month"],
  [{ amount: 2_950, currency: "usd", interval: "year" }, "$29.50 a year"],
  [{ amount: 500, currency: "jpy", interval: "month" }, "¥500 a month"],
  [null, "No charge"],
] as const)("formats the price %j as %s", (price, text) => {
  expect(priceText(price)).toBe(text);
});

test("describes every limit of a plan, including unlimited ones", () => {
  const lines = limitLines({ ...UNLIMITED, monitors: 1_000, min_interval_seconds: 300 });
  expect(lines).toHaveLength(Object.keys(UNLIMITED).length);
  expect(lines.slice(0, 3)).toEqual(["1,000 targets", "Check interval from 5 min", "Unlimited checks"]);
});

test("returns the last day of the period in UTC", () => {
  expect(lastDayText("2026-12-01T00:00:00.000Z")).toMatch(/^(?:30 Nov|Nov 30)$/);
});

test.each([
  ["Self-hosted", null, "Self-hosted (free)"],
  ["Free", null, "Free"],
  ["Pro", { amount: 2_900, currency: "eur", interval: "month" }, "Pro, €29 a month"],
] as const)("describes the plan %s with the price %j as %s", (name, price, text) => {
  expect(planText({ name, price })).toBe(text);
});
