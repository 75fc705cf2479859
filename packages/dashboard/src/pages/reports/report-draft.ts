import {
  REPORT_LANGUAGES,
  type ReportFormat,
  type ReportLanguage,
  type ReportPeriod,
} from "@vedette/contract/reports/report-limits.ts";
import type { Report, ReportCreateInput } from "@vedette/contract/reports/reports.ts";
import type { Selector } from "@vedette/contract/targets/selectors.ts";

/** Form state of a report. Numbers stay text until they are sent. Pure. */
export type ReportDraft = {
  name: string;
  covers: "all" | "some";
  selector: Selector;
  period: ReportPeriod;
  timezone: string;
  weekday: string;
  day: string;
  hour: string;
  /** Empty without a goal. */
  goal: string;
  excludesMaintenance: boolean;
  /** IDs of people. */
  members: string[];
  addresses: string[];
  attachments: Exclude<ReportFormat, "html">[];
  language: ReportLanguage;
  enabled: boolean;
};

export function emptyReport(timezone: string, language: string): ReportDraft {
  return {
    ...{ name: "", covers: "all", selector: {}, period: "month", timezone },
    ...{ weekday: "1", day: "1", hour: "8", goal: "99.9", excludesMaintenance: true },
    ...{ members: [], addresses: [], attachments: [], enabled: true },
    language: REPORT_LANGUAGES.find((each) => language.startsWith(each)) ?? "en",
  };
}

export function draftOfReport(report: Report): ReportDraft {
  return {
    name: report.name,
    covers: Object.keys(report.selector).length === 0 ? "all" : "some",
    selector: report.selector,
    period: report.period,
    timezone: report.timezone,
    weekday: String(report.weekday),
    day: String(report.day),
    hour: String(report.hour),
    goal: report.goal === null ? "" : String(report.goal),
    excludesMaintenance: report.exclude_maintenance,
    members: report.recipients.flatMap((one) => (one.type === "member" ? [one.id] : [])),
    addresses: report.recipients.flatMap((one) => (one.type === "email" ? [one.address] : [])),
    attachments: report.formats.flatMap((format) => (format === "html" ? [] : [format])),
    language: report.language,
    enabled: report.enabled,
  };
}

type ReportFieldName =
  | "selector"
  | "period"
  | "timezone"
  | "weekday"
  | "day"
  | "hour"
  | "goal"
  | "recipients";
export type ReportBody = Pick<ReportCreateInput, "name" | "selector"> &
  Required<Pick<ReportCreateInput, Exclude<ReportFieldName, "timezone" | "selector">>> &
  Required<Pick<ReportCreateInput, "exclude_maintenance" | "formats" | "language" | "enabled">> & {
    timezone: string;
  };

/** NaN becomes null in JSON, which the server rejects for all numbers but the goal. */
export function bodyOfReport(draft: ReportDraft): ReportBody {
  return {
    name: draft.name,
    selector: draft.covers === "all" ? {} : draft.selector,
    period: draft.period,
    timezone: draft.timezone,
    weekday: Number(draft.weekday),
    day: Number(draft.day),
    hour: Number(draft.hour),
    goal: draft.goal.trim() === "" ? null : goalOf(draft.goal),
    exclude_maintenance: draft.excludesMaintenance,
    recipients: [
      ...draft.members.map((id) => ({ type: "member" as const, id })),
      ...draft.addresses.map((address) => ({ type: "email" as const, address })),
    ],
    formats: ["html", ...draft.attachments],
    language: draft.language,
    enabled: draft.enabled,
  };
}

/** A text that is no number is sent as one that the server refuses, because null means no goal. */
function goalOf(text: string): number {
  const goal = Number(text.replace(",", "."));
  return Number.isNaN(goal) ? -1 : goal;
}
