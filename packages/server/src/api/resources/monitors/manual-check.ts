import { randomInt } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { CheckResult } from "@vedette/contract/checks/check-results.ts";
import type { CheckJob, CheckSpec } from "@vedette/contract/checks/check-run.ts";
import type { MonitorId, OrgId } from "@vedette/contract/common/ids.ts";
import type { Queue } from "../../../engine/queue/queue.ts";
import { resultId } from "../../../pipeline/results/reading/result-view.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import { shardOf } from "../../../platform/kernel/shard.ts";

/**
 * Checks by hand: sends one job a location and waits until the results are stored. They take the way of
 * every check, so what is answered is what was recorded. Knows neither HTTP nor the database.
 */
export type ManualChecks = {
  /** The results that came in time, in the order of `targets`; whoever asks for the same check meanwhile joins. */
  run(check: ManualCheck): Promise<CheckResult[]>;
};

export type ManualCheck = {
  orgId: OrgId;
  monitorId: MonitorId;
  spec: CheckSpec;
  targets: readonly { seriesKey: number; location: string; place: string }[];
};

/** A runner that is too busy to start by then gives the job back. */
const START_WITHIN_MS = 10_000;
/** Time beyond the check's own timeouts: to start late, and to be stored. */
const GRACE_MS = 15_000;
const RETRY_PAUSE_MS = 1_000;

export function createManualChecks({
  queue,
  clock,
  graceMs = GRACE_MS,
}: {
  queue: Queue;
  clock: Clock;
  graceMs?: number;
}): ManualChecks {
  const awaited = new Map<string, (result: CheckResult) => void>();
  const underWay = new Map<MonitorId, { check: ManualCheck; results: Promise<CheckResult[]> }>();

  queue.takeEvents((events) => {
    if (awaited.size === 0) return;
    for (const event of events) if (event.type === "check.result") awaited.get(event.data.id)?.(event.data);
  });

  async function start({ orgId, monitorId, spec, targets }: ManualCheck): Promise<CheckResult[]> {
    const unwatch = queue.watchOrg(orgId);
    const { promise: late, resolve: giveUp } = Promise.withResolvers<null>();
    const timer = setTimeout(() => giveUp(null), longestMs(spec) + graceMs);
    const shard = shardOf(monitorId);
    const jobs = targets.map((target) => ({
      ...target,
      job: jobOf({ ...target, orgId, shard }, spec, clock.now()),
    }));
    const ids = jobs.map(({ job }) => resultId(job.slotMs, job.seriesKey));
    const results = ids.map((id) =>
      Promise.race([new Promise<CheckResult>((resolve) => awaited.set(id, resolve)), late]),
    );
    try {
      for (const { place, job } of jobs) queue.publishJobs(place, [job]);
      return (await Promise.all(results)).filter((result) => result !== null);
    } finally {
      clearTimeout(timer);
      unwatch();
      for (const id of ids) awaited.delete(id);
    }
  }

  return {
    run(check) {
      const current = underWay.get(check.monitorId);
      if (current && isSameCheck(current.check, check)) return current.results;
      const results = start(check).finally(() => {
        if (underWay.get(check.monitorId)?.results === results) underWay.delete(check.monitorId);
      });
      underWay.set(check.monitorId, { check, results });
      return results;
    },
  };
}

/** A check that began under an earlier definition answers another question. */
function isSameCheck(one: ManualCheck, other: ManualCheck): boolean {
  return isDeepStrictEqual([one.spec, one.targets], [other.spec, other.targets]);
}

/** How long a check takes when every try of it times out. */
function longestMs({ timeoutMs, retries }: CheckSpec): number {
  return timeoutMs * (retries + 1) + RETRY_PAUSE_MS * retries;
}

function jobOf(
  of: Pick<CheckJob, "seriesKey" | "orgId" | "shard" | "location">,
  spec: CheckSpec,
  nowMs: number,
): CheckJob {
  // Scheduled slots are whole milliseconds: a fraction never meets one, and microseconds can be stored.
  const slotMs = Math.floor(nowMs) + randomInt(1, 1_000) / 1_000;
  return { ...of, trigger: "manual", slotMs, startByMs: nowMs + START_WITHIN_MS, spec };
}
