import type { ReportLanguage, ReportPeriod } from "@vedette/contract/reports/report-limits.ts";
import type { Report } from "@vedette/contract/reports/reports.ts";

export const REPORT_PERIOD_LABELS: Record<ReportPeriod, string> = {
  week: "Calendar week",
  month: "Calendar month",
  quarter: "Quarter",
};

export const LANGUAGE_LABELS: Record<ReportLanguage, string> = { en: "English", de: "Deutsch" };

export const SENDING_DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

export const RECIPIENT_LABELS: Record<Report["recipient_states"][number]["status"], string> = {
  confirmed: "Receives reports",
  unconfirmed: "Not confirmed yet",
  refused: "Unsubscribed",
  left: "No member any more",
};

/** `Every Monday at 08:00, Europe/Berlin`. */
export function scheduleText(
  report: Pick<Report, "period" | "weekday" | "day" | "hour" | "timezone">,
): string {
  const { period, weekday, day, hour, timezone } = report;
  const at = `${String(hour).padStart(2, "0")}:00, ${timezone}`;
  if (period === "week") return `Every ${SENDING_DAYS[weekday - 1]} at ${at}`;
  return `Day ${day} after each ${period} at ${at}`;
}
