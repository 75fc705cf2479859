import type { LimitName, OfferedPlan, PlanLimits } from "@vedette/contract/billing/billing.ts";

/** Texts for plans, prices and limits. Pure. */

export function priceText(price: OfferedPlan["price"]): string {
  if (price === null) return "No charge";
  const { amount, currency, interval } = price;
  const format = new Intl.NumberFormat(undefined, {
    style: "currency",
    currency,
    trailingZeroDisplay: "stripIfInteger",
  });
  const { maximumFractionDigits = 2 } = format.resolvedOptions();
  return `${format.format(amount / 10 ** maximumFractionDigits)} a ${interval}`;
}

/** "Pro, €29 a month" or "Self-hosted (free)". */
export function planText({ name, price }: Pick<OfferedPlan, "name" | "price">): string {
  if (price !== null) return `${name}, ${priceText(price)}`;
  return name.toLowerCase() === "free" ? name : `${name} (free)`;
}

export function countText(count: number): string {
  return count.toLocaleString();
}

/** Returns one line for each limit of a plan: "10 targets". */
export function limitLines(limits: PlanLimits): string[] {
  return LINES.map(([name, bounded, unbounded]) => {
    const limit = limits[name];
    return limit === null ? unbounded : bounded(limit);
  });
}

const LINES: readonly (readonly [LimitName, (limit: number) => string, string])[] = [
  ["monitors", (limit) => `${countText(limit)} targets`, "Unlimited targets"],
  ["min_interval_seconds", (limit) => `Check interval from ${secondsText(limit)}`, "Any check interval"],
  ["check_runs", (limit) => `${countText(limit)} checks a month`, "Unlimited checks"],
  ["api_runs", (limit) => `${countText(limit)} API monitor runs a month`, "Unlimited API monitor runs"],
  ["browser_runs", (limit) => `${countText(limit)} journey runs a month`, "Unlimited journey runs"],
  [
    "status_pages",
    (limit) => `${countText(limit)} status ${limit === 1 ? "page" : "pages"}`,
    "Unlimited status pages",
  ],
  [
    "page_subscribers",
    (limit) => `${countText(limit)} ${limit === 1 ? "subscriber" : "subscribers"} of each status page`,
    "Unlimited subscribers of status pages",
  ],
  ["members", (limit) => `${countText(limit)} members`, "Unlimited members"],
  [
    "retention_days",
    (limit) => `Results kept for ${countText(limit)} days`,
    "Results kept for the server's retention period",
  ],
];

function secondsText(seconds: number): string {
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;
}

/** Returns the last day before the exclusive end of a period: "30 Nov". */
export function lastDayText(to: string): string {
  const last = new Date(Date.parse(to) - 1);
  return last.toLocaleDateString("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });
}
