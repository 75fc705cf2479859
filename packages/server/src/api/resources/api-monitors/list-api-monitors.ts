import type { ApiMonitor, ApiMonitorListQuery } from "@vedette/contract/api-monitors/api-monitors.ts";
import { type Page, pageOf, readCursorPosition } from "../../../platform/kernel/keyset.ts";
import { lastRunsOf } from "../runs/service.ts";
import { toApiMonitor } from "./api-monitor-view.ts";
import { listApiMonitors } from "./queries.ts";
import type { ApiMonitorContext } from "./service.ts";

/** Returns one page. An API monitor created between two pages neither repeats nor hides another one. */
export async function listApiMonitorPage(
  ctx: ApiMonitorContext,
  query: ApiMonitorListQuery,
): Promise<Page<ApiMonitor>> {
  const rows = await listApiMonitors(ctx.db, ctx.orgId, { query, position: readCursorPosition(query) });
  const { data, meta } = pageOf(rows, query, ({ id, created_at: at, name }) => ({ id, at, name }));
  const lastRuns = await lastRunsOf(
    ctx,
    data.map((row) => row.id),
  );
  return { data: data.map((row) => toApiMonitor(row, lastRuns.get(row.id))), meta };
}
