import type { CheckSpec } from "@vedette/contract/checks/check-run.ts";
import { isComputed } from "@vedette/contract/checks/check-types.ts";
import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { RunJob, RunKind, RunOutcome, RunSpec, StepProgress } from "@vedette/contract/runs/run-job.ts";
import {
  TEST_RUN_TIMEOUT_SECONDS_MAX,
  type TestCheckResult,
  type TestRunResult,
} from "@vedette/contract/targets/test-runs.ts";
import type { Queue } from "../../../engine/queue/queue.ts";
import type { ComputedChecks } from "../../../pipeline/computed/computed-checks.ts";
import { toCheckResult } from "../../../pipeline/results/reading/result-view.ts";
import { resultRow } from "../../../pipeline/results/recording/result-row.ts";
import { verdictOf } from "../../../pipeline/runs/run-draft.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import { AppError } from "../../../platform/kernel/errors.ts";
import { newId } from "../../../platform/kernel/ids.ts";
import { unsavedStep } from "./step-view.ts";

type TestLocation = { location: string; servingLocation: string };

export type TestAttempt = TestLocation & {
  orgId: OrgId;
  spec: RunSpec;
  /** A longer timeout of the specification is shortened to it. */
  timeoutSecondsMax?: number;
  /** Time beyond the timeout. */
  graceMs?: number;
  /** Receives the steps as they start and end, if the runner reports them. */
  onStep?: (step: StepProgress) => void;
  /** Stops the run. */
  signal?: AbortSignal;
};

export type FinishedTestRun = { kind: RunKind; outcome: RunOutcome; runner: string; location: string };

/** A busy runner that cannot start by this time returns the job. */
const START_WITHIN_MS = 10_000;
/** Time beyond the test's own timeout, for a late start and for the report. */
const GRACE_MS = 15_000;
const SLOTS_OF_ORG_MAX = 4;
const RETRY_AFTER_SECONDS = 5;
/** A stop is sent once, and a browser thread that is starting does not receive it, so it is repeated. */
const STOP_INTERVAL_MS = 2_000;

const TEST_RUN_TIMEOUT_MS_MAX = TEST_RUN_TIMEOUT_SECONDS_MAX * 1_000;
/** The timeout of a handler that waits for a test run. */
export const TEST_RUN_HANDLER_TIMEOUT_MS = TEST_RUN_TIMEOUT_MS_MAX + GRACE_MS + 15_000;

type TestRunDeps = {
  queue: Pick<Queue, "requestCheck" | "requestRun" | "publishStops">;
  computed: Pick<ComputedChecks, "run">;
  clock: Clock;
  graceMs?: number;
};

/**
 * Test runs: checks and runs of unsaved definitions. They use the same runners as saved ones, but nothing is
 * stored. Knows neither HTTP nor the database.
 */
export class TestRuns {
  readonly #deps: Required<TestRunDeps>;
  readonly #inFlight = new Map<OrgId, number>();

  constructor({ graceMs = GRACE_MS, ...deps }: TestRunDeps) {
    this.#deps = { ...deps, graceMs };
  }

  /** Holds one of the organization's slots while `work` runs. */
  async withSlot<T>(orgId: OrgId, work: () => Promise<T>): Promise<T> {
    const used = this.#inFlight.get(orgId) ?? 0;
    if (used >= SLOTS_OF_ORG_MAX) throw tooMany();
    this.#inFlight.set(orgId, used + 1);
    try {
      return await work();
    } finally {
      const left = (this.#inFlight.get(orgId) ?? 1) - 1;
      if (left > 0) this.#inFlight.set(orgId, left);
      else this.#inFlight.delete(orgId);
    }
  }

  /**
   * Runs one attempt. Throws if no runner completed it in time. It holds its caller, and so the slot, until the
   * runner has reported, also after `signal`: a client that comes and goes cannot exceed the slots.
   */
  async attempt(test: TestAttempt): Promise<FinishedTestRun> {
    const { queue, graceMs: ownGraceMs } = this.#deps;
    const { location, servingLocation, onStep, signal } = test;
    const job = this.#jobOf(test);
    const stop = () => queue.publishStops([{ targetId: job.targetId, seriesKeys: [] }]);
    let stopping: NodeJS.Timeout | undefined;
    const beginStopping = () => {
      stop();
      stopping = setInterval(stop, STOP_INTERVAL_MS);
    };
    signal?.throwIfAborted();
    signal?.addEventListener("abort", beginStopping, { once: true });
    try {
      const withinMs = job.spec.timeoutMs + (test.graceMs ?? ownGraceMs);
      const report = await queue.requestRun(servingLocation, job, { withinMs, onStep });
      if (report?.event !== "finished") throw noRunner(location);
      const { outcome, runner } = report;
      // An internal error says nothing about the target, so it is not a result.
      if (outcome.error && verdictOf(outcome).verdict === "internal_error")
        throw unavailable(outcome.error.message);
      return { kind: job.spec.kind, outcome, runner, location };
    } finally {
      signal?.removeEventListener("abort", beginStopping);
      clearInterval(stopping);
    }
  }

  #jobOf({ orgId, location, spec, timeoutSecondsMax = TEST_RUN_TIMEOUT_SECONDS_MAX }: TestAttempt): RunJob {
    const nowMs = this.#deps.clock.now();
    const id = newId(nowMs);
    const timeoutMs = Math.min(spec.timeoutMs, timeoutSecondsMax * 1_000);
    return {
      ...{ runId: id, targetId: id, attempt: 1, lease: 0, orgId, location },
      startByMs: nowMs + START_WITHIN_MS,
      spec: { ...spec, timeoutMs },
    };
  }

  /** Performs one attempt; null if no runner completed it in time. */
  async check({
    orgId,
    location,
    servingLocation,
    spec: wanted,
  }: TestLocation & { orgId: OrgId; spec: CheckSpec }): Promise<TestCheckResult | null> {
    const { queue, computed, clock, graceMs } = this.#deps;
    const nowMs = clock.now();
    const timeoutMs = Math.min(wanted.timeoutMs, TEST_RUN_TIMEOUT_MS_MAX);
    const spec = { ...wanted, timeoutMs, retries: 0 };
    // Nothing is stored, so nothing is kept.
    if (spec.kind === "url") delete spec.keepBody;
    const startByMs = nowMs + START_WITHIN_MS;
    const job = {
      seriesKey: 0,
      orgId,
      shard: 0,
      location,
      trigger: "test",
      slotMs: nowMs,
      startByMs,
      spec,
    } as const;
    const report = isComputed(spec.kind)
      ? await computed.run(job)
      : await queue.requestCheck(servingLocation, job, timeoutMs + graceMs);
    if (!report?.outcome) return null;
    const { outcome } = report;
    const row = resultRow({ ...report, outcome, seriesKey: 0, trigger: "manual" }, "");
    const { id: _, monitor_id: __, trigger: ___, has_body: ____, ...result } = toCheckResult(row);
    return result;
  }
}

/** Returns the outcome of a test run as the API shows it. */
export function toTestRun({ kind, outcome, runner, location }: FinishedTestRun): TestRunResult {
  const { error, startedAtMs, finishedAtMs, steps } = outcome;
  return {
    status: error === null ? "passed" : "failed",
    location,
    runner,
    started_at: new Date(startedAtMs).toISOString(),
    duration_ms: Math.max(0, Math.round(finishedAtMs - startedAtMs)),
    error: error && { code: error.code, message: error.message, step_index: error.stepIndex },
    steps: steps.map((step) => unsavedStep(step, kind)),
  };
}

/** No runner is online, or none completed the test in time. */
export function noRunner(location: string): AppError {
  return unavailable(
    `No runner at ${location} completed the test in time. Make sure that one is online, then try again.`,
  );
}

export function unavailable(message: string): AppError {
  return new AppError("SERVICE_UNAVAILABLE", message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}

function tooMany(): AppError {
  return new AppError(
    "TOO_MANY_REQUESTS",
    `An organization can run at most ${SLOTS_OF_ORG_MAX} tests concurrently. Wait until one has ended.`,
    { retryAfterSeconds: RETRY_AFTER_SECONDS },
  );
}
