import type { Sli, SloWindow } from "@vedette/contract/slos/slo-limits.ts";
import type { SloReport } from "@vedette/contract/slos/slo-report.ts";
import type { Slo, SloState } from "@vedette/contract/slos/slos.ts";
import type { Tone } from "../../components/status-badge.tsx";
import { numberText, responseText, spanText } from "../../format.ts";
import { LOCALE } from "../../language/language.ts";
import { t } from "../../language/t.ts";

/** Labels and texts of SLOs. Pure. */

export const SLI_LABELS: Record<Sli, string> = {
  time: t("Time that was not down"),
  checks: t("Checks that did not fail"),
  latency: t("Checks that were fast enough"),
};

export const WINDOW_LABELS: Record<SloWindow, string> = {
  "7d": t("Last 7 days"),
  "28d": t("Last 28 days"),
  "30d": t("Last 30 days"),
  "90d": t("Last 90 days"),
  month: t("Calendar month"),
};

export const STATE_BADGES: Record<SloState, { tone: Tone; word: string }> = {
  met: { tone: "up", word: t("Met") },
  missed: { tone: "down", word: t("Missed") },
  no_data: { tone: "unknown", word: t("No data") },
};

const IN_WINDOW: Record<SloWindow, string> = {
  "7d": t("in the last 7 days"),
  "28d": t("in the last 28 days"),
  "30d": t("in the last 30 days"),
  "90d": t("in the last 90 days"),
  month: t("in the calendar month"),
};

/** "99.9 % of the time not down, in the last 30 days" */
export function objectiveText({
  objective,
  sli,
  window,
  latency_ms: ms,
}: Pick<Slo, "objective" | "sli" | "window" | "latency_ms">): string {
  const what = {
    time: t("of the time not down"),
    checks: t("of the checks not failed"),
    latency: t("of the responses within {response}", { response: responseText(ms) }),
  }[sli];
  return `${exactPercent(objective)} ${what}, ${IN_WINDOW[window]}`;
}

const PERCENT = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 4 });

/** All decimals that the API returns: an objective of 99.999 % needs them. */
export function exactPercent(value: number | null): string {
  return value === null ? "–" : `${PERCENT.format(value)} %`;
}

/** "4 min", "-1 h 2 min", "12 checks" */
export function amountText(amount: number, unit: SloReport["unit"]): string {
  if (unit === "checks") return t("{count} checks", { count: numberText(Math.trunc(amount)) });
  return amount < 0 ? `-${spanText(-amount * 1_000)}` : spanText(amount * 1_000);
}
