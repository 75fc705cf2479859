import type { PlanLimits, RunLimit } from "@vedette/contract/billing/billing.ts";
import { TARGET_KINDS, type TargetKind } from "@vedette/contract/targets/target-fields.ts";
import { monthOf } from "../../../pipeline/quotas/period.ts";
import type { MonthUsage } from "../../../pipeline/results/recording/queries.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import { errorFacts, type Logger } from "../../../platform/kernel/logger.ts";
import type { Database } from "../../../platform/storage/database.ts";
import { listLimited } from "./queries.ts";

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

/** NOTIFY channel; the payload is an organization id. */
const CHANNEL = "plan_changed";
/** Also the maximum delay after which the counts of another scheduler arrive. */
const REFRESH_INTERVAL_MS = 10_000;

type OrgUsage = { month: string; limits: PlanLimits } & Record<RunLimit, number>;

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
  let byOrg = new Map<string, OrgUsage>();
  /** Keys for which `onUsedUp` was called and that are still used up. */
  const notifiedKeys = new Set<string>();

  async function refresh(): Promise<void> {
    const month = monthOf(clock.now());
    const before = byOrg;
    const next = new Map<string, OrgUsage>();
    for (const { org_id: orgId, ...row } of await listLimited(database, month)) {
      const usage = { month, ...row };
      // More may have been stored since this row was read.
      const previous = before.get(orgId);
      if (previous) merge(usage, previous);
      next.set(orgId, usage);
    }
    byOrg = next;
    for (const orgId of next.keys()) notifyUsedUp(orgId);
  }

  function tryRefresh(): void {
    refresh().catch((error: unknown) => log.warn("billing.quotas_failed", errorFacts(error)));
  }

  function isUsedUp({ orgId, kind }: { orgId: string; kind: TargetKind }): boolean {
    const usage = byOrg.get(orgId);
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

  const stopListening = await database.listen(CHANNEL, tryRefresh);
  await refresh();
  const timer = setInterval(tryRefresh, REFRESH_INTERVAL_MS);

  return {
    isUsedUp,
    addUsage(totals) {
      for (const { orgId, month, checkRuns, apiRuns, browserRuns } of totals) {
        const usage = byOrg.get(orgId);
        if (!usage) continue;
        merge(usage, { month, check_runs: checkRuns, api_runs: apiRuns, browser_runs: browserRuns });
        notifyUsedUp(orgId);
      }
    },
    async stop() {
      clearInterval(timer);
      await stopListening();
    },
  };
}

const LIMIT_BY_KIND: Record<TargetKind, RunLimit> = {
  monitor: "check_runs",
  api_monitor: "api_runs",
  journey: "browser_runs",
};

/** Merges two counts. Counts of a month only grow, so the order in which they arrive does not matter. */
function merge(usage: Omit<OrgUsage, "limits">, update: Omit<OrgUsage, "limits">): void {
  if (update.month < usage.month) return;
  const isLater = update.month > usage.month;
  usage.month = update.month;
  for (const limit of ["check_runs", "api_runs", "browser_runs"] as const)
    usage[limit] = isLater ? update[limit] : Math.max(usage[limit], update[limit]);
}
