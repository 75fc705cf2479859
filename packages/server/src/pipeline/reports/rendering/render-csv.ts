import type { ReportContent } from "../reading/report-content.ts";
import { csvLine, csvText } from "./csv.ts";

const COLUMNS = [
  ...["target_id", "target", "kind", "group", "from", "to", "availability_percentage", "goal_percentage"],
  ...["availability_percentage_min", "availability_percentage_max", "observed_percentage", "down_seconds"],
  ...["outages", "maintenance_seconds", "missed_seconds", "unmeasured_seconds", "p50_ms", "p95_ms"],
  ...["p50_ms_before", "p95_ms_before"],
];

/** The figures of every target, by name. */
export function renderReportCsv(content: ReportContent): string {
  const iso = (ms: number) => new Date(ms).toISOString();
  const lines = content.targets.map((target) =>
    csvLine([
      ...[target.id, csvText(target.name), target.kind, csvText(target.groupName)],
      ...[iso(content.fromMs), iso(content.toMs), target.uptime, content.goal],
      ...[target.min, target.max, target.observed, target.downMs / 1_000, target.outages],
      ...[target.maintenanceMs / 1_000, target.missedMs / 1_000, target.unmeasuredMs / 1_000],
      ...[target.response.p50, target.response.p95, target.responseBefore.p50, target.responseBefore.p95],
    ]),
  );
  return [csvLine(COLUMNS), ...lines].join("");
}
