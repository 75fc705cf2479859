import type { ResultExportQuery } from "@vedette/contract/reports/export-queries.ts";
import { EXPORT_DAYS_MAX } from "@vedette/contract/reports/report-limits.ts";
import { csvLine, csvText } from "../../../pipeline/reports/rendering/csv.ts";
import { STATUS_OF, TRIGGER_OF } from "../../../pipeline/results/reading/queries.ts";
import { selectorCondition } from "../../../pipeline/selectors/queries.ts";
import { type ExportContext, readExportRange, readExportSelector } from "./export-range.ts";
import { createLocalTimes } from "./local-times.ts";
import {
  type ExportedResult,
  type ExportedSeries,
  listExportedResults,
  listExportedSeries,
} from "./queries.ts";

const COLUMNS = [
  ...["checked_at", "checked_at_local", "target_id", "target", "kind", "location", "status", "trigger"],
  ...["response_time_ms", "dns_ms", "connect_ms", "tls_ms", "ttfb_ms", "status_code", "ip", "attempts"],
  ...["error_code", "error_message"],
];

const SERIES_PAGE = 500;
/** About 2 MB of rows. */
const RESULTS_PAGE = 5_000;

/** Results as CSV: by target and location, oldest first. Throws before the first line if the query is not valid. */
export async function resultLines(
  ctx: ExportContext,
  query: ResultExportQuery,
): Promise<AsyncGenerator<string>> {
  const range = await readExportRange(ctx, query, EXPORT_DAYS_MAX.results);
  const condition = selectorCondition(await readExportSelector(ctx, query));
  const { db, orgId } = ctx;
  const [fromUs, toUs] = [range.fromMs * 1_000, range.toMs * 1_000];
  const localTime = createLocalTimes(range.timezone);
  const { status: statuses = null, location = null } = query;

  async function* ofSeries(series: ExportedSeries): AsyncGenerator<string> {
    for (let afterUs: number | null = null; ; ) {
      const request = { series, fromUs, toUs, afterUs, statuses, limit: RESULTS_PAGE };
      const rows: ExportedResult[] = await listExportedResults(db, orgId, request);
      for (const row of rows) yield toLine(series, row, localTime);
      const last = rows.at(-1);
      if (last === undefined || rows.length < RESULTS_PAGE) return;
      afterUs = last.slot_us;
    }
  }

  async function* all(): AsyncGenerator<string> {
    yield csvLine(COLUMNS);
    for (let after: ExportedSeries | null = null; ; ) {
      const page: ExportedSeries[] = await listExportedSeries(db, orgId, {
        ...{ condition, location, after, limit: SERIES_PAGE },
      });
      for (const series of page) yield* ofSeries(series);
      if (page.length < SERIES_PAGE) return;
      after = page.at(-1) ?? null;
    }
  }
  return all();
}

function toLine(series: ExportedSeries, row: ExportedResult, localTime: (ms: number) => string): string {
  const atMs = Math.floor(row.slot_us / 1_000) + row.late_ms;
  return csvLine([
    ...[new Date(atMs).toISOString(), localTime(atMs), series.target_id, csvText(series.name), series.kind],
    ...[csvText(series.location), STATUS_OF[row.status], TRIGGER_OF[row.trigger]],
    ...[milliseconds(row.response_us), milliseconds(row.dns_us), milliseconds(row.connect_us)],
    ...[milliseconds(row.tls_us), milliseconds(row.ttfb_us), row.status_code, row.ip, row.attempts],
    ...[row.error_code, csvText(row.error_message)],
  ]);
}

const milliseconds = (us: number | null): number | null => (us === null ? null : us / 1_000);
