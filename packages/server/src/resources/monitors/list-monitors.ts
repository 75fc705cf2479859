import type { Monitor, MonitorListQuery } from "@vedette/contract/monitors.ts";
import { type Page, pageOf, placeIn } from "../../kernel/keyset.ts";
import { latestResults } from "../../results/reading/latest-results.ts";
import { toMonitor } from "./monitor-view.ts";
import { listMonitors } from "./queries.ts";
import type { MonitorContext } from "./service.ts";

/** One page. What is created meanwhile neither repeats nor hides a monitor that was there at the first page. */
export async function listMonitorPage(ctx: MonitorContext, query: MonitorListQuery): Promise<Page<Monitor>> {
  const { db, orgId } = ctx;
  const rows = await listMonitors(db, orgId, { query, place: placeIn(query) });
  const { data, meta } = pageOf(rows, query, ({ id, created_at: at, name }) => ({ id, at, name }));
  const monitorIds = data.map((row) => row.id);
  const latest = await latestResults(db, { orgId, monitorIds, nowMs: ctx.clock.now() });
  return { data: data.map((row) => toMonitor(row, latest.get(row.id))), meta };
}
