import { MONITOR_STATUSES, type MonitorStatus } from "@vedette/contract/targets/monitors.ts";
import {
  SUMMARY_SNOOZED_MAX,
  SUMMARY_WRONG_MAX,
  type TargetSummary,
  type TargetSummaryQuery,
} from "@vedette/contract/targets/target-summary.ts";
import {
  countTargetsByStatus,
  listSnoozedTargets,
  listWrongTargets,
  type StatusCountRow,
} from "../../../pipeline/targets/summary-queries.ts";
import { filtersOf, type ListContext, toTargets } from "./list-targets.ts";

/** Returns how many targets have each status, and the first of those that are wrong and of those that are snoozed. */
export async function getTargetSummary(ctx: ListContext, query: TargetSummaryQuery): Promise<TargetSummary> {
  const { db, orgId } = ctx;
  const filters = await filtersOf(ctx, query);
  const rows = await countTargetsByStatus(db, orgId, filters);
  const [wrong, snoozed] = [sumOf(rows, "wrong"), sumOf(rows, "snoozed")];
  const wrongRows =
    wrong === 0 ? [] : await listWrongTargets(db, orgId, { filters, limit: SUMMARY_WRONG_MAX });
  const snoozedRows =
    snoozed === 0 ? [] : await listSnoozedTargets(db, orgId, { filters, limit: SUMMARY_SNOOZED_MAX });
  return {
    total: sumOf(rows, "total"),
    counts: countsOf(rows),
    wrong: { total: wrong, targets: await toTargets(ctx, wrongRows) },
    snoozed: { total: snoozed, targets: await toTargets(ctx, snoozedRows) },
  };
}

function sumOf(rows: readonly StatusCountRow[], name: "total" | "wrong" | "snoozed"): number {
  return rows.reduce((sum, row) => sum + row[name], 0);
}

function countsOf(rows: readonly StatusCountRow[]): Record<MonitorStatus, number> {
  const none = Object.fromEntries(MONITOR_STATUSES.map((status) => [status, 0]));
  const counted = Object.fromEntries(rows.map(({ status, total }) => [status, total]));
  return { ...none, ...counted } as Record<MonitorStatus, number>;
}
