import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { ListedMonitor, MonitorListQuery } from "@vedette/contract/targets/monitor-list.ts";
import { recentMissed, recentResults } from "../../../pipeline/results/reading/recent-results.ts";
import { dayFigures } from "../../../pipeline/results/stats/day-figures.ts";
import { listTargetRows } from "../../../pipeline/targets/queries.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import { type Page, pageOf, readCursorPosition } from "../../../platform/kernel/keyset.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { MONITORS, type MonitorRow } from "./monitor-type.ts";
import { readMonitorFacts, toMonitor } from "./monitor-view.ts";

type ListContext = { db: Db; orgId: OrgId; clock: Clock };

/** Returns one page. Monitors that are created in the meantime do not repeat or hide others. */
export async function listMonitorPage(
  ctx: ListContext,
  query: MonitorListQuery,
): Promise<Page<ListedMonitor>> {
  const { db, orgId } = ctx;
  const rows = await listTargetRows<MonitorRow>(db, orgId, MONITORS, {
    query,
    position: readCursorPosition(query),
  });
  const { data, meta } = pageOf(rows, query, ({ id, created_at: at, name }) => ({ id, at, name }));
  const factsOf = await readMonitorFacts(ctx, data);
  const includedOf = await readIncluded(ctx, query, data);
  return { data: data.map((row) => ({ ...toMonitor(row, factsOf(row.id)), ...includedOf(row) })), meta };
}

type Included = Pick<
  ListedMonitor,
  "uptime_24h" | "observed_24h" | "p95_24h_ms" | "recent_results" | "recent_missed"
>;

/** Reads the data that `include` requests, for the whole page at once. */
async function readIncluded(
  { db, orgId, clock }: ListContext,
  { include = [] }: MonitorListQuery,
  rows: readonly MonitorRow[],
): Promise<(row: MonitorRow) => Included> {
  const nowMs = clock.now();
  const monitors = rows.map(({ id, status, created_at: at }) => ({ id, status, createdAtMs: at.getTime() }));
  const figures = include.includes("uptime") ? await dayFigures(db, { orgId, monitors, nowMs }) : null;
  const recent = include.includes("recent") ? await recentResults(db, { orgId, monitors, nowMs }) : null;
  const missed = include.includes("recent") ? await recentMissed(db, { orgId, monitors, nowMs }) : null;
  return ({ id }) => ({
    ...figures?.get(id),
    ...(recent && { recent_results: recent.get(id) ?? [], recent_missed: missed?.get(id) ?? [] }),
  });
}
