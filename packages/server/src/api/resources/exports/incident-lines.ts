import type { IncidentSummary } from "@vedette/contract/incidents/incidents.ts";
import type { IncidentExportQuery } from "@vedette/contract/reports/export-queries.ts";
import { EXPORT_DAYS_MAX } from "@vedette/contract/reports/report-limits.ts";
import { csvLine, csvText } from "../../../pipeline/reports/rendering/csv.ts";
import type { Page } from "../../../platform/kernel/keyset.ts";
import { listIncidentPage } from "../incidents/service.ts";
import { type ExportContext, readExportRange } from "./export-range.ts";
import { createLocalTimes } from "./local-times.ts";

const COLUMNS = [
  ...["number", "id", "title", "severity", "state", "source", "lead", "started_at", "started_at_local"],
  ...["acknowledged_at", "mitigated_at", "resolved_at", "resolved_at_local", "created_at"],
  ...["time_to_acknowledge_seconds", "time_to_resolve_seconds", "alerts"],
];

const PAGE = 200;

/** Incidents as CSV, newest first, with the filters of their list. */
export async function incidentLines(
  ctx: ExportContext,
  query: IncidentExportQuery,
): Promise<AsyncGenerator<string>> {
  const range = await readExportRange(ctx, query, EXPORT_DAYS_MAX.incidents);
  const localTime = createLocalTimes(range.timezone);
  const { state, severity } = query;
  const listed = { state, severity, from: new Date(range.fromMs), to: new Date(range.toMs), limit: PAGE };

  async function* all(): AsyncGenerator<string> {
    yield csvLine(COLUMNS);
    for (let cursor: string | undefined; ; ) {
      const page: Page<IncidentSummary> = await listIncidentPage(ctx, { ...listed, cursor });
      for (const incident of page.data) yield toLine(incident, localTime);
      if (page.meta.next_cursor === null) return;
      cursor = page.meta.next_cursor;
    }
  }
  return all();
}

function toLine(incident: IncidentSummary, localTime: (ms: number) => string): string {
  const local = (at: string | null) => (at === null ? null : localTime(Date.parse(at)));
  const { started_at, resolved_at } = incident;
  return csvLine([
    ...[incident.number, incident.id, csvText(incident.title), incident.severity, incident.state],
    ...[incident.source, csvText(incident.lead_name), started_at, local(started_at)],
    ...[
      incident.acknowledged_at,
      incident.mitigated_at,
      resolved_at,
      local(resolved_at),
      incident.created_at,
    ],
    ...[incident.time_to_acknowledge_seconds, incident.time_to_resolve_seconds, incident.alert_count],
  ]);
}
