import type { ApiMonitor, ApiMonitorListQuery } from "@vedette/contract/api-monitors/api-monitors.ts";
import { type Page, pageOf, readCursorPosition } from "../../../platform/kernel/keyset.ts";
import { lastRunsOf } from "../runs/service.ts";
import { toApiMonitor } from "./api-monitor-view.ts";
import { listApiMonitors } from "./queries.ts";
import type { ApiMonitorContext } from "./service.ts";

/** One page. What is created meanwhile neither repeats nor hides one that was there at the first page. */
export async function listApiMonitorPage(
  ctx: ApiMonitorContext,
  query: ApiMonitorListQuery,
): Promise<Page<ApiMonitor>> {
  const rows = await listApiMonitors(ctx.db, ctx.orgId, { query, place: readCursorPosition(query) });
  const { data, meta } = pageOf(rows, query, ({ id, created_at: at, name }) => ({ id, at, name }));
  const last = await lastRunsOf(
    ctx,
    data.map((row) => row.id),
  );
  return { data: data.map((row) => toApiMonitor(row, last.get(row.id))), meta };
}
