import type { CheckSpec } from "@vedette/contract/checks/check-run.ts";
import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { RunJob, RunSpec } from "@vedette/contract/runs/run-job.ts";
import {
  type RunTrial,
  TRIAL_TIMEOUT_SECONDS_MAX,
  type TrialResult,
} from "@vedette/contract/targets/test-runs.ts";
import type { Queue } from "../../../engine/queue/queue.ts";
import { toCheckResult } from "../../../pipeline/results/reading/result-view.ts";
import { resultRow } from "../../../pipeline/results/recording/result-row.ts";
import { verdictOf } from "../../../pipeline/runs/run-draft.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import { AppError } from "../../../platform/kernel/errors.ts";
import { newId } from "../../../platform/kernel/ids.ts";
import { unsavedStep } from "./step-view.ts";

/**
 * Trials: checks and runs of what is not saved, for whoever waits, made where and as all others are. Nothing of one
 * is written down. Knows neither HTTP nor the database.
 */
export type TestRuns = {
  /** Holds one of the organization's places while `work` goes on. */
  inPlace<T>(orgId: OrgId, work: () => Promise<T>): Promise<T>;
  /** One attempt, with what its steps found. */
  run(wish: Place & { orgId: OrgId; spec: RunSpec }): Promise<RunTrial>;
  /** One try; null where no runner made it in time. */
  check(wish: Place & { orgId: OrgId; spec: CheckSpec }): Promise<TrialResult | null>;
};

type Place = { location: string; servingLocation: string };

/** A runner that is too busy to start by then gives the trial back. */
const START_WITHIN_MS = 10_000;
/** Time beyond the trial's own timeout: to start late, and to get here. */
const GRACE_MS = 15_000;
const OF_ORG_MAX = 4;
const RETRY_AFTER_SECONDS = 5;

const TRIAL_TIMEOUT_MS_MAX = TRIAL_TIMEOUT_SECONDS_MAX * 1_000;
/** What a handler that waits for a trial needs. */
export const TRIAL_HANDLER_TIMEOUT_MS = TRIAL_TIMEOUT_MS_MAX + GRACE_MS + 15_000;

export function createTestRuns({
  queue,
  clock,
  graceMs = GRACE_MS,
}: {
  queue: Pick<Queue, "requestCheck" | "requestRun">;
  clock: Clock;
  graceMs?: number;
}): TestRuns {
  const underWay = new Map<OrgId, number>();

  return {
    async inPlace(orgId, work) {
      const taken = underWay.get(orgId) ?? 0;
      if (taken >= OF_ORG_MAX) throw tooMany();
      underWay.set(orgId, taken + 1);
      try {
        return await work();
      } finally {
        const left = (underWay.get(orgId) ?? 1) - 1;
        if (left > 0) underWay.set(orgId, left);
        else underWay.delete(orgId);
      }
    },
    async run({ orgId, location, servingLocation, spec: wanted }) {
      const nowMs = clock.now();
      const id = newId(nowMs);
      const spec = { ...wanted, timeoutMs: Math.min(wanted.timeoutMs, TRIAL_TIMEOUT_MS_MAX) };
      const job: RunJob = {
        runId: id,
        targetId: id,
        attempt: 1,
        lease: 0,
        orgId,
        location,
        startByMs: nowMs + START_WITHIN_MS,
        spec,
      };
      const report = await queue.requestRun(servingLocation, job, spec.timeoutMs + graceMs);
      if (report?.event !== "finished") throw noRunner(location);
      const { outcome, runner } = report;
      const { error, startedAtMs, finishedAtMs, steps } = outcome;
      // A trouble of ours says nothing of the target, so it is no result.
      if (error && verdictOf(outcome).verdict === "trouble") throw unavailable(error.message);
      return {
        status: error === null ? "passed" : "failed",
        location,
        runner,
        started_at: new Date(startedAtMs).toISOString(),
        duration_ms: Math.max(0, Math.round(finishedAtMs - startedAtMs)),
        error: error && { code: error.code, message: error.message, step_index: error.stepIndex },
        steps: steps.map(unsavedStep),
      };
    },
    async check({ orgId, location, servingLocation, spec: wanted }) {
      const nowMs = clock.now();
      const timeoutMs = Math.min(wanted.timeoutMs, TRIAL_TIMEOUT_MS_MAX);
      const spec = { ...wanted, timeoutMs, retries: 0 };
      const startByMs = nowMs + START_WITHIN_MS;
      const job = {
        seriesKey: 0,
        orgId,
        shard: 0,
        location,
        trigger: "trial",
        slotMs: nowMs,
        startByMs,
        spec,
      } as const;
      const report = await queue.requestCheck(servingLocation, job, timeoutMs + graceMs);
      if (!report?.outcome) return null;
      const { outcome } = report;
      const row = resultRow({ ...report, outcome, seriesKey: 0, trigger: "manual" }, "");
      const { id: _, monitor_id: __, trigger: ___, ...result } = toCheckResult(row);
      return result;
    },
  };
}

/** Nobody is there, or nobody was quick enough. */
export function noRunner(where: string): AppError {
  return unavailable(`No runner at ${where} took it in time. Is one running there? Try again in a moment.`);
}

export function unavailable(message: string): AppError {
  return new AppError("SERVICE_UNAVAILABLE", message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}

function tooMany(): AppError {
  return new AppError(
    "TOO_MANY_REQUESTS",
    `At most ${OF_ORG_MAX} trials of an organization go on at once. Wait until one of them has ended.`,
    { retryAfterSeconds: RETRY_AFTER_SECONDS },
  );
}
