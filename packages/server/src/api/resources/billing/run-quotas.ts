import type { PlanLimits, RunLimit } from "@vedette/contract/billing/billing.ts";
import { TARGET_KINDS, type TargetKind } from "@vedette/contract/targets/target-fields.ts";
import type { MonthUsage } from "../../../pipeline/results/recording/queries.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import { errorFacts, type Logger } from "../../../platform/kernel/logger.ts";
import type { Database } from "../../../platform/storage/database.ts";
import { monthOf } from "./period.ts";
import { listLimited } from "./queries.ts";

/**
 * Which organizations have used up their runs of the month, in memory, for it is asked for every slot that is due.
 * Whoever records says what they have run so far; other plans are told by NOTIFY, with a comparison behind it. Of
 * plans without such limits nothing is held.
 */
export type RunQuotas = {
  isUsedUp(target: { orgId: string; kind: TargetKind }): boolean;
  /** What organizations have run this month, as it was just stored. */
  note(totals: readonly MonthUsage[]): void;
  stop(): Promise<void>;
};

/** Channel of NOTIFY; the payload is an organization's id. */
const CHANNEL = "plan_changed";
/** Also how late another scheduler's share of the work is heard of. */
const COMPARE_INTERVAL_MS = 10_000;

type Held = { month: string; limits: PlanLimits } & Record<RunLimit, number>;

export async function watchRunQuotas({
  database,
  clock,
  log,
  onUsedUp,
}: {
  database: Database;
  clock: Clock;
  log: Logger;
  /** Told once a month of each sort of run that an organization has used up while this was watched. */
  onUsedUp: (of: { orgId: string; kind: TargetKind }) => void;
}): Promise<RunQuotas> {
  let byOrg = new Map<string, Held>();
  /** What `onUsedUp` was told, until it holds no more. */
  const told = new Set<string>();

  async function compare(): Promise<void> {
    const month = monthOf(clock.now());
    const before = byOrg;
    const next = new Map<string, Held>();
    for (const { org_id: orgId, ...row } of await listLimited(database, month)) {
      const held = { month, ...row };
      // Meanwhile more may have been stored than was read.
      const known = before.get(orgId);
      if (known) raise(held, known);
      next.set(orgId, held);
    }
    byOrg = next;
    for (const orgId of next.keys()) tell(orgId);
  }

  function attempt(): void {
    compare().catch((error: unknown) => log.warn("billing.quotas_failed", errorFacts(error)));
  }

  function isUsedUp({ orgId, kind }: { orgId: string; kind: TargetKind }): boolean {
    const held = byOrg.get(orgId);
    if (!held) return false;
    const limit = LIMIT_OF[kind];
    const allowed = held.limits[limit];
    // With the month its count is over, before anybody has read the new one.
    return allowed !== null && held[limit] >= allowed && held.month === monthOf(clock.now());
  }

  function tell(orgId: string): void {
    for (const kind of TARGET_KINDS) {
      const name = `${orgId} ${kind}`;
      if (!isUsedUp({ orgId, kind })) told.delete(name);
      else if (!told.has(name)) {
        told.add(name);
        onUsedUp({ orgId, kind });
      }
    }
  }

  const endListening = await database.listen(CHANNEL, attempt);
  await compare();
  const timer = setInterval(attempt, COMPARE_INTERVAL_MS);

  return {
    isUsedUp,
    note(totals) {
      for (const { orgId, month, checkRuns, apiRuns, browserRuns } of totals) {
        const held = byOrg.get(orgId);
        if (!held) continue;
        raise(held, { month, check_runs: checkRuns, api_runs: apiRuns, browser_runs: browserRuns });
        tell(orgId);
      }
    },
    async stop() {
      clearInterval(timer);
      await endListening();
    },
  };
}

const LIMIT_OF: Record<TargetKind, RunLimit> = {
  monitor: "check_runs",
  api_monitor: "api_runs",
  journey: "browser_runs",
};

/** Counts of a month only grow, in whatever order they are heard of. */
function raise(held: Omit<Held, "limits">, seen: Omit<Held, "limits">): void {
  if (seen.month < held.month) return;
  const isLater = seen.month > held.month;
  held.month = seen.month;
  for (const limit of ["check_runs", "api_runs", "browser_runs"] as const)
    held[limit] = isLater ? seen[limit] : Math.max(held[limit], seen[limit]);
}
