import type { Sli, SloWindow } from "@vedette/contract/slos/slo-limits.ts";
import type { SloReport } from "@vedette/contract/slos/slo-report.ts";
import type { Slo, SloState } from "@vedette/contract/slos/slos.ts";
import type { Tone } from "../../components/status-badge.tsx";
import { numberText, responseText, spanText } from "../../format.ts";

/** Labels and texts of SLOs. Pure. */

export const SLI_LABELS: Record<Sli, string> = {
  time: "Time that was not down",
  checks: "Checks that did not fail",
  latency: "Checks that were fast enough",
};

export const WINDOW_LABELS: Record<SloWindow, string> = {
  "7d": "Last 7 days",
  "28d": "Last 28 days",
  "30d": "Last 30 days",
  "90d": "Last 90 days",
  month: "Calendar month",
};

export const STATE_BADGES: Record<SloState, { tone: Tone; word: string }> = {
  met: { tone: "up", word: "Met" },
  missed: { tone: "down", word: "Missed" },
  no_data: { tone: "unknown", word: "No data" },
};

/** "99.9 % of the time not down, in the last 30 days" */
export function objectiveText({
  objective,
  sli,
  window,
  latency_ms: ms,
}: Pick<Slo, "objective" | "sli" | "window" | "latency_ms">): string {
  const what = {
    time: "of the time not down",
    checks: "of the checks not failed",
    latency: `of the responses within ${responseText(ms)}`,
  }[sli];
  const when = window === "month" ? "in the calendar month" : `in the ${WINDOW_LABELS[window].toLowerCase()}`;
  return `${objective} % ${what}, ${when}`;
}

const PERCENT = new Intl.NumberFormat(undefined, { maximumFractionDigits: 4 });

/** All decimals that the API returns: an objective of 99.999 % needs them. */
export function exactPercent(value: number | null): string {
  return value === null ? "–" : `${PERCENT.format(value)} %`;
}

/** "4 min", "-1 h 2 min", "12 checks" */
export function amountText(amount: number, unit: SloReport["unit"]): string {
  if (unit === "checks") return `${numberText(Math.trunc(amount))} checks`;
  return amount < 0 ? `-${spanText(-amount * 1_000)}` : spanText(amount * 1_000);
}
