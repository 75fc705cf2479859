import { randomInt } from "node:crypto";
import type { RunKind } from "@vedette/contract/runs/run-job.ts";
import { AppError } from "../../platform/kernel/errors.ts";
import { newId } from "../../platform/kernel/ids.ts";
import type { Db } from "../../platform/storage/database.ts";
import {
  type CancelledRun,
  cancelOpenRuns,
  countQueued,
  insertRuns,
  notifyRunWanted,
  type RunOverrides,
} from "./queries.ts";

/** What requests do to runs: ask for one, or end those of a target that is deleted. */

/** Runs that wait for their turn in one lane; whoever asks for more has to come back later. */
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

/** Puts a run in its lane, inside the caller's transaction; it begins after the commit. Gives its id. */
export async function triggerRun(db: Db, wanted: WantedRun): Promise<string> {
  const { orgId, targetId, location, nowMs } = wanted;
  const waiting = await countQueued(db, orgId, { targetId, location });
  if (waiting >= QUEUED_MAX) {
    throw new AppError(
      "TOO_MANY_REQUESTS",
      `${waiting} runs wait for their turn at '${location}' already. Try again when some of them have ended.`,
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
  // Two of one millisecond may draw the same moment; then the second draws again.
  while ((await insertRuns(db, [{ ...row, slot_ms: momentOfItsOwn(nowMs) }])).length === 0);
  await notifyRunWanted(db, { targetId, location });
  return row.id;
}

/** Ends the open runs of a target as failed, `CANCELLED`. Gives those. */
export async function cancelRuns(
  db: Db,
  { orgId, targetId, nowMs }: { orgId: string; targetId: string; nowMs: number },
): Promise<CancelledRun[]> {
  const error = { ...CANCELLED, step_index: null };
  return cancelOpenRuns(db, orgId, { targetId, now: new Date(nowMs), error });
}

export const CANCELLED = {
  code: "CANCELLED",
  message: "Before this run ended, its target was deleted or disabled, or the plan's runs were used up.",
} as const;

/** Scheduled slots are whole milliseconds: a fraction never meets one. */
function momentOfItsOwn(nowMs: number): number {
  return Math.floor(nowMs) + randomInt(1, 1_000) / 1_000;
}
