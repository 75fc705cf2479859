import type { LimitName, PlanLimits } from "@vedette/contract/billing/billing.ts";
import type { Schema } from "../../api/client.ts";

/** How plans and limits are said. */

export function priceText(price: Schema<"Plan">["price"]): string {
  if (price === null) return "No price";
  const { amount, currency, interval } = price;
  const format = new Intl.NumberFormat("en", {
    style: "currency",
    currency,
    trailingZeroDisplay: "stripIfInteger",
  });
  const { maximumFractionDigits = 2 } = format.resolvedOptions();
  return `${format.format(amount / 10 ** maximumFractionDigits)} a ${interval}`;
}

export function countText(count: number): string {
  return count.toLocaleString("en");
}

/** "Every 30 s at most", "10 monitors and journeys": what a plan gives, a line each. */
export function limitLines(limits: PlanLimits): string[] {
  return LINES.map(([name, bounded, unbounded]) => {
    const limit = limits[name];
    return limit === null ? unbounded : bounded(limit);
  });
}

const LINES: readonly (readonly [LimitName, (limit: number) => string, string])[] = [
  ["monitors", (limit) => `${countText(limit)} monitors and journeys`, "Any number of monitors and journeys"],
  ["min_interval_seconds", (limit) => `An interval of ${secondsText(limit)} or more`, "Any interval"],
  ["check_runs", (limit) => `${countText(limit)} checks a month`, "Any number of checks"],
  ["api_runs", (limit) => `${countText(limit)} API monitor runs a month`, "Any number of API monitor runs"],
  ["browser_runs", (limit) => `${countText(limit)} journey runs a month`, "Any number of journey runs"],
  ["members", (limit) => `${countText(limit)} members`, "Any number of members"],
  [
    "retention_days",
    (limit) => `Results kept for ${countText(limit)} days`,
    "Results kept as long as the server does",
  ],
];

function secondsText(seconds: number): string {
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;
}

/** The last day of a period that ends, exclusively, at an instant: "30 November". */
export function lastDayText(to: string): string {
  const last = new Date(Date.parse(to) - 1);
  return last.toLocaleDateString("en-GB", { day: "numeric", month: "long", timeZone: "UTC" });
}
