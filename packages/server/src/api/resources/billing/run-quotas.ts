import type { RunLimit } from "@vedette/contract/billing/billing.ts";
import { TARGET_KINDS, type TargetKind } from "@vedette/contract/targets/target-fields.ts";
import { monthOf } from "../../../pipeline/quotas/period.ts";
import type { MonthUsage } from "../../../pipeline/results/recording/queries.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import type { Logger } from "../../../platform/kernel/logger.ts";
import type { Database } from "../../../platform/storage/database.ts";
import { TableCache } from "../../../platform/storage/table-cache.ts";
import { type LimitedRow, listLimited } from "./queries.ts";

/**
 * Keeps in memory which organizations have used up their runs of the month, because every due slot asks for
 * it. The recorder reports the counts. Plan changes arrive by NOTIFY, with a periodic comparison as a
 * fallback. Organizations on plans without run limits take no memory.
 */
export type RunQuotas = {
  isUsedUp(target: { orgId: string; kind: TargetKind }): boolean;
  /** Adds the counts of this month that were just stored. */
  addUsage(totals: readonly MonthUsage[]): void;
  stop(): Promise<void>;
};

/** Also the maximum delay after which the counts of another scheduler arrive. */
const REFRESH_INTERVAL_MS = 10_000;

type Counts = { month: string } & Record<RunLimit, number>;
type OrgUsage = LimitedRow & Counts;

export async function watchRunQuotas({
  database,
  clock,
  log,
  onUsedUp,
}: {
  database: Database;
  clock: Clock;
  log: Logger;
  /** Called once a month for each kind of run that an organization uses up. */
  onUsedUp: (of: { orgId: string; kind: TargetKind }) => void;
}): Promise<RunQuotas> {
  /** Keys for which `onUsedUp` was called and that are still used up. */
  const notifiedKeys = new Set<string>();
  const cache = new TableCache<OrgUsage>({
    database,
    log,
    channel: "plan_changed",
    failedEvent: "billing.quotas_load_failed",
    compareIntervalMs: REFRESH_INTERVAL_MS,
    async list() {
      const month = monthOf(clock.now());
      return (await listLimited(database, month)).map((row) => ({ month, ...row }));
    },
    idOf: ({ org_id: orgId }) => orgId,
    onStored(usage, before) {
      // More may have been stored since this row was read.
      if (before) merge(usage, before);
      notifyUsedUp(usage.org_id);
    },
  });

  function isUsedUp({ orgId, kind }: { orgId: string; kind: TargetKind }): boolean {
    const usage = cache.rows.get(orgId);
    if (!usage) return false;
    const limit = LIMIT_BY_KIND[kind];
    const max = usage.limits[limit];
    // A count of an earlier month does not apply any more.
    return max !== null && usage[limit] >= max && usage.month === monthOf(clock.now());
  }

  function notifyUsedUp(orgId: string): void {
    for (const kind of TARGET_KINDS) {
      const key = `${orgId} ${kind}`;
      if (!isUsedUp({ orgId, kind })) notifiedKeys.delete(key);
      else if (!notifiedKeys.has(key)) {
        notifiedKeys.add(key);
        onUsedUp({ orgId, kind });
      }
    }
  }

  await cache.start();
  return {
    isUsedUp,
    addUsage(totals) {
      for (const { orgId, month, checkRuns, apiRuns, browserRuns } of totals) {
        const usage = cache.rows.get(orgId);
        if (!usage) continue;
        merge(usage, { month, check_runs: checkRuns, api_runs: apiRuns, browser_runs: browserRuns });
        notifyUsedUp(orgId);
      }
    },
    stop: () => cache.stop(),
  };
}

const LIMIT_BY_KIND: Record<TargetKind, RunLimit> = {
  monitor: "check_runs",
  api_monitor: "api_runs",
  journey: "browser_runs",
};

/** Merges two counts. Counts of a month only grow, so the order in which they arrive does not matter. */
function merge(usage: Counts, update: Counts): void {
  if (update.month < usage.month) return;
  const isLater = update.month > usage.month;
  usage.month = update.month;
  for (const limit of ["check_runs", "api_runs", "browser_runs"] as const)
    usage[limit] = isLater ? update[limit] : Math.max(usage[limit], update[limit]);
}
