import type { RunLimit } from "@vedette/contract/billing/billing.ts";
import { TARGET_KINDS, type TargetKind } from "@vedette/contract/targets/target-fields.ts";
import { monthOf } from "../../../pipeline/quotas/period.ts";
import type { MonthUsage } from "../../../pipeline/results/recording/queries.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import type { Logger } from "../../../platform/kernel/logger.ts";
import type { Database } from "../../../platform/storage/database.ts";
import { TableCache } from "../../../platform/storage/table-cache.ts";
import { type LimitedRow, listLimited } from "./queries.ts";

/** Also the maximum delay after which the counts of another scheduler arrive. */
const REFRESH_INTERVAL_MS = 10_000;

type Counts = { month: string } & Record<RunLimit, number>;
type OrgUsage = LimitedRow & Counts;

type RunQuotasOptions = {
  database: Database;
  clock: Clock;
  log: Logger;
  /** Called once a month for each kind of run that an organization uses up. */
  onUsedUp: (of: { orgId: string; kind: TargetKind }) => void;
};

/**
 * Keeps in memory which organizations have used up their runs of the month, because every due slot asks for
 * it. The recorder reports the counts. Plan changes arrive by NOTIFY, with a periodic comparison as a
 * fallback. Organizations on plans without run limits take no memory.
 */
export class RunQuotas {
  readonly #options: RunQuotasOptions;
  readonly #cache: TableCache<OrgUsage>;
  /** Keys for which `onUsedUp` was called and that are still used up. */
  readonly #notifiedKeys = new Set<string>();

  private constructor(options: RunQuotasOptions) {
    const { database, log } = options;
    this.#options = options;
    this.#cache = new TableCache<OrgUsage>({
      database,
      log,
      channel: "plan_changed",
      failedEvent: "billing.quotas_load_failed",
      compareIntervalMs: REFRESH_INTERVAL_MS,
      list: () => this.#list(),
      idOf: ({ org_id: orgId }) => orgId,
      onStored: (usage, before) => {
        // More may have been stored since this row was read.
        if (before) merge(usage, before);
        this.#notifyUsedUp(usage.org_id);
      },
    });
  }

  static async open(options: RunQuotasOptions): Promise<RunQuotas> {
    const quotas = new RunQuotas(options);
    await quotas.#cache.start();
    return quotas;
  }

  isUsedUp({ orgId, kind }: { orgId: string; kind: TargetKind }): boolean {
    const usage = this.#cache.rows.get(orgId);
    if (!usage) return false;
    const limit = LIMIT_BY_KIND[kind];
    if (limit === null) return false;
    const max = usage.limits[limit];
    // A count of an earlier month does not apply any more.
    return max !== null && usage[limit] >= max && usage.month === monthOf(this.#options.clock.now());
  }

  /** Adds the counts of this month that were just stored. */
  addUsage(totals: readonly MonthUsage[]): void {
    for (const { orgId, month, checkRuns, apiRuns, browserRuns } of totals) {
      const usage = this.#cache.rows.get(orgId);
      if (!usage) continue;
      merge(usage, { month, check_runs: checkRuns, api_runs: apiRuns, browser_runs: browserRuns });
      this.#notifyUsedUp(orgId);
    }
  }

  stop(): Promise<void> {
    return this.#cache.stop();
  }

  async #list(): Promise<OrgUsage[]> {
    const month = monthOf(this.#options.clock.now());
    return (await listLimited(this.#options.database, month)).map((row) => ({ month, ...row }));
  }

  #notifyUsedUp(orgId: string): void {
    for (const kind of TARGET_KINDS) {
      const key = `${orgId} ${kind}`;
      if (!this.isUsedUp({ orgId, kind })) this.#notifiedKeys.delete(key);
      else if (!this.#notifiedKeys.has(key)) {
        this.#notifiedKeys.add(key);
        this.#options.onUsedUp({ orgId, kind });
      }
    }
  }
}

const LIMIT_BY_KIND: Record<TargetKind, RunLimit | null> = {
  monitor: "check_runs",
  api_monitor: "api_runs",
  journey: "browser_runs",
  heartbeat: null,
};

/** Merges two counts. Counts of a month only grow, so the order in which they arrive does not matter. */
function merge(usage: Counts, update: Counts): void {
  if (update.month < usage.month) return;
  const isLater = update.month > usage.month;
  usage.month = update.month;
  for (const limit of ["check_runs", "api_runs", "browser_runs"] as const)
    usage[limit] = isLater ? update[limit] : Math.max(usage[limit], update[limit]);
}
