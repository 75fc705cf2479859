import type { LimitName, OfferedPlan, PlanLimits } from "@vedette/contract/billing/billing.ts";
import { LOCALE } from "../../language/language.ts";
import { t } from "../../language/t.ts";

/** Texts for plans, prices and limits. Pure. */

export function priceText(price: OfferedPlan["price"]): string {
  if (price === null) return t("No charge");
  const { amount, currency, interval } = price;
  const format = new Intl.NumberFormat(LOCALE, {
    style: "currency",
    currency,
    trailingZeroDisplay: "stripIfInteger",
  });
  const { maximumFractionDigits = 2 } = format.resolvedOptions();
  const text = format.format(amount / 10 ** maximumFractionDigits);
  return interval === "month" ? t("{price} a month", { price: text }) : t("{price} a year", { price: text });
}

/** "Pro, €29 a month" or "Self-hosted (free)". */
export function planText({ name, price }: Pick<OfferedPlan, "name" | "price">): string {
  if (price !== null) return `${name}, ${priceText(price)}`;
  return name.toLowerCase() === "free" ? name : t("{name} (free)", { name });
}

export function countText(count: number): string {
  return count.toLocaleString(LOCALE);
}

/** Returns one line for each limit of a plan: "10 targets". */
export function limitLines(limits: PlanLimits): string[] {
  return LINES.map(([name, bounded, unbounded]) => {
    const limit = limits[name];
    return limit === null ? unbounded : bounded(limit);
  });
}

const LINES: readonly (readonly [LimitName, (limit: number) => string, string])[] = [
  ["monitors", (limit) => t("{count} targets", { count: countText(limit) }), t("Unlimited targets")],
  [
    "min_interval_seconds",
    (limit) => t("Check interval from {seconds}", { seconds: secondsText(limit) }),
    t("Any check interval"),
  ],
  ["check_runs", (limit) => t("{count} checks a month", { count: countText(limit) }), t("Unlimited checks")],
  [
    "api_runs",
    (limit) => t("{count} API monitor runs a month", { count: countText(limit) }),
    t("Unlimited API monitor runs"),
  ],
  [
    "browser_runs",
    (limit) => t("{count} journey runs a month", { count: countText(limit) }),
    t("Unlimited journey runs"),
  ],
  [
    "status_pages",
    (limit) => t("{limit, plural, one {# status page} other {# status pages}}", { limit }),
    t("Unlimited status pages"),
  ],
  [
    "page_subscribers",
    (limit) => t("{limit, plural, one {# subscriber} other {# subscribers}} of each status page", { limit }),
    t("Unlimited subscribers of status pages"),
  ],
  ["members", (limit) => t("{count} members", { count: countText(limit) }), t("Unlimited members")],
  [
    "retention_days",
    (limit) => t("Results kept for {count} days", { count: countText(limit) }),
    t("Results kept for the server's retention period"),
  ],
];

function secondsText(seconds: number): string {
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;
}

/** Returns the last day before the exclusive end of a period: "30 Nov". */
export function lastDayText(to: string): string {
  const last = new Date(Date.parse(to) - 1);
  return last.toLocaleDateString(LOCALE, { day: "numeric", month: "short", timeZone: "UTC" });
}
