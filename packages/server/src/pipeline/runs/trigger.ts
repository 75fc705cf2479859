import { randomInt } from "node:crypto";
import type { LiveEvent } from "@vedette/contract/common/events.ts";
import type { OrgId, TargetId } from "@vedette/contract/common/ids.ts";
import type { RunKind } from "@vedette/contract/runs/run-job.ts";
import type { Clock } from "../../platform/kernel/clock.ts";
import { AppError } from "../../platform/kernel/errors.ts";
import { newId } from "../../platform/kernel/ids.ts";
import type { Db } from "../../platform/storage/database.ts";
import {
  type CancelledRun,
  cancelOpenRuns,
  countQueued,
  insertRuns,
  lockOpenRunsOf,
  notifyRunWanted,
  type RunOverrides,
} from "./queries.ts";

/** Run requests of the API: triggers a run, or cancels those of a deleted target. */

/** Maximum queued runs per run queue; more are rejected with a retry time. */
export const QUEUED_MAX = 20;
const RETRY_AFTER_SECONDS = 10;

export type WantedRun = {
  orgId: string;
  targetId: string;
  kind: RunKind;
  location: string;
  trigger: "manual" | "pipeline";
  maxAttempts: number;
  timeoutMs: number;
  stepsTotal: number;
  overrides?: RunOverrides | null;
  nowMs: number;
};

/** Adds a run to its queue in the caller's transaction; it starts after the commit. Returns its id. */
export async function triggerRun(db: Db, wanted: WantedRun): Promise<string> {
  const { orgId, targetId, location, nowMs } = wanted;
  const waiting = await countQueued(db, orgId, { targetId, location });
  if (waiting >= QUEUED_MAX) {
    throw new AppError(
      "TOO_MANY_REQUESTS",
      `${waiting} runs are already queued at '${location}'. Try again when some of them have finished.`,
      { retryAfterSeconds: RETRY_AFTER_SECONDS },
    );
  }
  const row = {
    id: newId(nowMs),
    org_id: orgId,
    target_id: targetId,
    kind: wanted.kind,
    location,
    trigger: wanted.trigger,
    max_attempts: wanted.maxAttempts,
    timeout_ms: wanted.timeoutMs,
    overrides: wanted.overrides ?? null,
    queued_ms: nowMs,
    steps_total: wanted.stepsTotal,
  };
  // Two runs in one millisecond may draw the same slot; the second draws again.
  while ((await insertRuns(db, [{ ...row, slot_ms: uniqueSlotMs(nowMs) }])).length === 0);
  await notifyRunWanted(db, { targetId, location });
  return row.id;
}

/** Ends the open runs of a target as failed with `CANCELLED`. Returns them. */
export async function cancelRuns(
  db: Db,
  { orgId, targetId, nowMs }: { orgId: string; targetId: string; nowMs: number },
): Promise<CancelledRun[]> {
  const error = { ...CANCELLED, step_index: null };
  return cancelOpenRuns(db, orgId, { targetId, now: new Date(nowMs), error });
}

export const CANCELLED = {
  code: "CANCELLED",
  message: "The run was cancelled: its target was deleted or disabled, or the plan's runs were used up.",
} as const;

/** Scheduled slots are whole milliseconds, so a fraction never equals one. */
function uniqueSlotMs(nowMs: number): number {
  return Math.floor(nowMs) + randomInt(1, 1_000) / 1_000;
}

/**
 * Cancels the open runs of a target that is being deleted, and emits their events. Must run before the target
 * is locked: the run coordinator locks in this order.
 */
export async function endRunsOf(
  ctx: { db: Db; orgId: OrgId; clock: Clock; emit(event: LiveEvent): void },
  targetId: TargetId,
): Promise<void> {
  const { db, orgId } = ctx;
  const nowMs = ctx.clock.now();
  const at = new Date(nowMs).toISOString();
  for (const { id, kind, location, attempt } of await cancelRuns(db, { orgId, targetId, nowMs })) {
    const data = { run_id: id, kind, target_id: targetId, location, status: "failed" as const, attempt, at };
    ctx.emit({ type: "run.changed", orgId, data });
  }
}

/**
 * Locks the open runs of the organization until the transaction ends. Must run before their targets are
 * locked: the run coordinator locks in this order.
 */
export async function holdOpenRuns({ db, orgId }: { db: Db; orgId: OrgId }): Promise<void> {
  await lockOpenRunsOf(db, orgId);
}
