import { randomInt } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { longestCheckMs } from "@vedette/contract/checks/check-duration.ts";
import type { CheckResult } from "@vedette/contract/checks/check-results.ts";
import type { CheckJob, CheckSpec } from "@vedette/contract/checks/check-run.ts";
import { isComputed } from "@vedette/contract/checks/check-types.ts";
import type { OrgId, TargetId } from "@vedette/contract/common/ids.ts";
import type { Queue } from "../../../engine/queue/queue.ts";
import type { ComputedChecks } from "../../../pipeline/computed/computed-checks.ts";
import { resultId } from "../../../pipeline/results/reading/result-view.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import { shardOf } from "../../../platform/kernel/shard.ts";

/**
 * Manual checks: sends one job per location and waits until the results are stored. Results take the same
 * path as scheduled ones, so the response is what was recorded. Knows neither HTTP nor the database.
 */
export type ManualChecks = {
  /**
   * Returns the results that arrived in time, in the order of `targets`. A concurrent request for the same
   * check joins it.
   */
  run(check: ManualCheck): Promise<CheckResult[]>;
};

export type ManualCheck = {
  orgId: OrgId;
  monitorId: TargetId;
  spec: CheckSpec;
  /** `queue` has no effect for a check that no runner makes. */
  targets: readonly { seriesKey: number; location: string; queue: string }[];
};

/** A busy runner that cannot start by this time returns the job. */
const START_WITHIN_MS = 10_000;
/** Time beyond the check's own timeouts, for a late start and for storing the result. */
const GRACE_MS = 15_000;

export function createManualChecks({
  queue,
  computed,
  clock,
  graceMs = GRACE_MS,
}: {
  queue: Queue;
  computed: Pick<ComputedChecks, "run">;
  clock: Clock;
  graceMs?: number;
}): ManualChecks {
  const pending = new Map<string, (result: CheckResult) => void>();
  const inFlight = new Map<TargetId, { check: ManualCheck; results: Promise<CheckResult[]> }>();

  queue.takeEvents((events) => {
    if (pending.size === 0) return;
    for (const event of events) if (event.type === "check.result") pending.get(event.data.id)?.(event.data);
  });

  async function start({ orgId, monitorId, spec, targets }: ManualCheck): Promise<CheckResult[]> {
    const unwatch = queue.watchOrg(orgId);
    const { promise: timedOut, resolve: expire } = Promise.withResolvers<null>();
    const timer = setTimeout(() => expire(null), longestCheckMs(spec) + graceMs);
    const shard = shardOf(monitorId);
    const jobs = targets.map((target) => ({
      ...target,
      job: jobOf({ ...target, orgId, shard }, spec, clock.now()),
    }));
    const ids = jobs.map(({ job }) => resultId(job.slotMs, job.seriesKey));
    const results = ids.map((id) =>
      Promise.race([new Promise<CheckResult>((resolve) => pending.set(id, resolve)), timedOut]),
    );
    try {
      for (const { queue: target, job } of jobs) {
        if (isComputed(spec.kind)) queue.publishReports([await computed.run(job)]);
        else queue.publishJobs(target, [job]);
      }
      return (await Promise.all(results)).filter((result) => result !== null);
    } finally {
      clearTimeout(timer);
      unwatch();
      for (const id of ids) pending.delete(id);
    }
  }

  return {
    run(check) {
      const current = inFlight.get(check.monitorId);
      if (current && isSameCheck(current.check, check)) return current.results;
      const results = start(check).finally(() => {
        if (inFlight.get(check.monitorId)?.results === results) inFlight.delete(check.monitorId);
      });
      inFlight.set(check.monitorId, { check, results });
      return results;
    },
  };
}

/** A check that started with an earlier definition cannot be shared. */
function isSameCheck(one: ManualCheck, other: ManualCheck): boolean {
  return isDeepStrictEqual([one.spec, one.targets], [other.spec, other.targets]);
}

function jobOf(
  of: Pick<CheckJob, "seriesKey" | "orgId" | "shard" | "location">,
  spec: CheckSpec,
  nowMs: number,
): CheckJob {
  // Scheduled slots are whole milliseconds, so a fractional slot never collides. The column stores
  // microseconds.
  const slotMs = Math.floor(nowMs) + randomInt(1, 1_000) / 1_000;
  return { ...of, trigger: "manual", slotMs, startByMs: nowMs + START_WITHIN_MS, spec };
}
