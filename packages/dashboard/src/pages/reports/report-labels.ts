import type { ReportLanguage, ReportPeriod } from "@vedette/contract/reports/report-limits.ts";
import type { Report } from "@vedette/contract/reports/reports.ts";
import { t } from "../../language/t.ts";

export const REPORT_PERIOD_LABELS: Record<ReportPeriod, string> = {
  week: t("Calendar week"),
  month: t("Calendar month"),
  quarter: t("Quarter"),
};

export const LANGUAGE_LABELS: Record<ReportLanguage, string> = { en: "English", de: "Deutsch" };

export const SENDING_DAYS = [
  t("Monday"),
  t("Tuesday"),
  t("Wednesday"),
  t("Thursday"),
  t("Friday"),
  t("Saturday"),
  t("Sunday"),
];

export const RECIPIENT_LABELS: Record<Report["recipient_states"][number]["status"], string> = {
  confirmed: t("Receives reports"),
  unconfirmed: t("Not confirmed yet"),
  refused: t("Unsubscribed"),
  left: t("No member any more"),
};

/** `Every Monday at 08:00, Europe/Berlin`. */
export function scheduleText(
  report: Pick<Report, "period" | "weekday" | "day" | "hour" | "timezone">,
): string {
  const { period, weekday, day, hour, timezone } = report;
  const at = `${String(hour).padStart(2, "0")}:00, ${timezone}`;
  switch (period) {
    case "week":
      return t("Every {day} at {at}", { day: SENDING_DAYS[weekday - 1] ?? "", at });
    case "month":
      return t("Day {day} after each month at {at}", { day, at });
    case "quarter":
      return t("Day {day} after each quarter at {at}", { day, at });
  }
}
