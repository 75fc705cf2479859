import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { ReportFormat, ReportLanguage } from "@vedette/contract/reports/report-limits.ts";
import type { ReportRecipient } from "@vedette/contract/reports/reports.ts";
import type { Selector } from "@vedette/contract/targets/selectors.ts";
import type { ReportTimes } from "./report-period.ts";

/** A report as stored. */
export type ReportRow = ReportTimes & {
  id: string;
  org_id: OrgId;
  name: string;
  selector: Selector;
  /** A percentage; null without a goal. */
  goal: number | null;
  exclude_maintenance: boolean;
  recipients: ReportRecipient[];
  formats: ReportFormat[];
  language: ReportLanguage;
  enabled: boolean;
  next_at: Date;
  created_at: Date;
  updated_at: Date;
};

/** What the content of a report depends on. */
export type ReportDefinition = Omit<
  ReportRow,
  "recipients" | "formats" | "enabled" | "next_at" | "created_at" | "updated_at"
>;
