import { isRetryable } from "@vedette/contract/checks/check-errors.ts";
import type { RunError, RunOutcome, RunReport, StepOutcome } from "@vedette/contract/runs/run-job.ts";
import { newId } from "../../platform/kernel/ids.ts";
import type { RunArtifactRow } from "./definition-queries.ts";
import type { AttemptRecord, OpenRunRow, RunChange, StepRow, StoredRunError } from "./queries.ts";
import type { Ending, OpenRun, RunQueueDecision } from "./run-queue.ts";
import { CANCELLED } from "./trigger.ts";

/** A run while its queue is processed: the row that was read, and the changes to write. */
export type RunDraft = {
  row: OpenRunRow;
  /** No change has to be written yet. */
  isUntouched: boolean;
  error: StoredRunError | null;
  ending: Ending | null;
  /** The outcome of its last attempt, if it ended here. */
  outcome: RunOutcome | null;
  steps: StepRow[];
};

export function draftOf(row: OpenRunRow): RunDraft {
  const error = row.attempts.at(-1)?.error ?? null;
  return { row: { ...row }, isUntouched: true, error, ending: null, outcome: null, steps: [] };
}

export function toOpenRun({ row }: RunDraft): OpenRun {
  return {
    runId: row.id,
    stage: row.stage,
    attempt: row.attempt,
    maxAttempts: row.max_attempts,
    lease: row.lease,
    dueMs: row.due_ms,
    timeoutMs: row.timeout_ms,
  };
}

/** Copies the queue's state of the run. */
export function updateFromQueue(draft: RunDraft, run: OpenRun): void {
  const { row } = draft;
  if (JSON.stringify(toOpenRun(draft)) === JSON.stringify(run)) return;
  draft.isUntouched = false;
  Object.assign(row, {
    stage: run.stage,
    attempt: run.attempt,
    lease: run.lease,
    due_ms: run.dueMs,
    timeout_ms: run.timeoutMs,
  });
}

export function startAttempt(draft: RunDraft, report: RunReport & { event: "started" }): void {
  draft.isUntouched = false;
  draft.row.runner = report.runner;
  draft.row.started_ms ??= report.atMs;
  draft.row.attempt_started_ms = report.atMs;
}

/** Records an attempt that a runner finished. */
export function recordFinishedAttempt(draft: RunDraft, report: RunReport & { event: "finished" }): void {
  const { outcome, attempt, runner } = report;
  draft.isUntouched = false;
  draft.outcome = outcome;
  draft.row.runner = runner;
  draft.row.started_ms ??= outcome.startedAtMs;
  draft.row.attempt_started_ms = outcome.startedAtMs;
  draft.steps.push(...outcome.steps.map((step) => stepRow(draft.row.id, attempt, step)));
  recordAttempt(draft, { attempt, finishedMs: outcome.finishedAtMs, error: storedError(outcome.error) });
}

/** Records an attempt that timed out without a report. */
export function recordLostAttempt(draft: RunDraft, attempt: number, nowMs: number): void {
  draft.isUntouched = false;
  recordAttempt(draft, { attempt, finishedMs: nowMs, error: { ...LOST, step_index: null } });
}

function recordAttempt(
  draft: RunDraft,
  { attempt, finishedMs, error }: { attempt: number; finishedMs: number; error: StoredRunError | null },
): void {
  const { row } = draft;
  const record: AttemptRecord = {
    attempt,
    runner: row.runner,
    started_at: row.attempt_started_ms === null ? null : new Date(row.attempt_started_ms).toISOString(),
    finished_at: new Date(finishedMs).toISOString(),
    status: error === null ? "passed" : "failed",
    error,
  };
  row.attempts = [...row.attempts, record];
  draft.error = error;
}

export function end(draft: RunDraft, ending: Ending): void {
  draft.isUntouched = false;
  draft.ending = ending;
  const known = {
    lost: LOST,
    no_runner: NO_RUNNER,
    cancelled: CANCELLED,
    result: null,
    internal_error: null,
  };
  const error = known[ending.cause];
  if (error) draft.error = { ...error, step_index: null };
  if (ending.status === "passed") draft.error = null;
}

export function changeOf({ row, ending, error, outcome }: RunDraft, nowMs: number): RunChange {
  const finishedMs = ending ? (outcome?.finishedAtMs ?? nowMs) : null;
  const startedMs = row.attempt_started_ms;
  // An attempt that was never executed has no steps and does not define their number.
  const steps = outcome && outcome.steps.length > 0 ? outcome.steps : null;
  const endMs = finishedMs ?? outcome?.finishedAtMs ?? null;
  return {
    id: row.id,
    status: ending ? ending.status : row.stage === "waiting" && row.attempt > 1 ? "pending_retry" : "running",
    stage: ending ? null : row.stage,
    due_ms: ending ? null : row.due_ms,
    attempt: ending?.attempt ?? row.attempt,
    lease: row.lease,
    timeout_ms: row.timeout_ms,
    runner: row.runner,
    started_ms: row.started_ms,
    attempt_started_ms: startedMs,
    finished_ms: finishedMs,
    duration_ms: endMs === null || startedMs === null ? null : Math.max(0, Math.round(endMs - startedMs)),
    error,
    attempts: row.attempts,
    steps_total: steps?.length ?? null,
    steps_passed: steps?.filter(({ status }) => status === "passed").length ?? null,
    web_vitals: vitalsOf(outcome),
    visual_diff_percent: outcome?.visualDiffPercent ?? null,
    artifact_error: outcome?.artifactError ?? null,
  };
}

/** The artifacts of its attempt. */
export function artifactRows({ row, outcome }: RunDraft, nowMs: number): RunArtifactRow[] {
  return (outcome?.artifacts ?? []).map(({ contentType, stepIndex, label, ...same }) => ({
    ...same,
    id: newId(nowMs),
    org_id: row.org_id,
    run_id: row.id,
    content_type: contentType,
    step_index: stepIndex,
    label: label ?? null,
  }));
}

function vitalsOf(outcome: RunOutcome | null): RunChange["web_vitals"] {
  const vitals = outcome?.webVitals;
  if (!vitals) return null;
  const { lcpMs, cls, inpMs, fcpMs, ttfbMs } = vitals;
  return { lcp_ms: lcpMs, cls, inp_ms: inpMs, fcp_ms: fcpMs, ttfb_ms: ttfbMs };
}

/** Internal errors: a run that ends with one says nothing about its target. */
const INTERNAL_ERRORS: ReadonlySet<string> = new Set([
  "RUNNER_LOST",
  "NO_RUNNER",
  "SECRET_UNAVAILABLE",
  "INTERNAL",
  "BROWSER_CRASHED",
  "SCRIPT_SANDBOX_UNAVAILABLE",
]);
/** Errors that a retry cannot fix. */
const NOT_RETRYABLE: ReadonlySet<string> = new Set([
  "NO_STEPS",
  "SCRIPT_SANDBOX_UNAVAILABLE",
  "UNKNOWN_VARIABLE",
  "SECRET_UNAVAILABLE",
  "INVALID_REQUEST",
]);

export function verdictOf({ error }: RunOutcome): { verdict: RunQueueDecision; mayRetry: boolean } {
  if (error === null) return { verdict: "passed", mayRetry: false };
  return {
    verdict: INTERNAL_ERRORS.has(error.code) ? "internal_error" : "failed",
    mayRetry: !NOT_RETRYABLE.has(error.code) && isRetryable(error.code),
  };
}

const LOST = {
  code: "RUNNER_LOST",
  message: "The runner of this run sent no report before the deadline.",
} as const;

const NO_RUNNER = {
  code: "NO_RUNNER",
  message:
    "No runner accepted this run within ten minutes. Check that a runner is connected at its location.",
} as const;

function storedError(error: RunError | null): StoredRunError | null {
  return error && { code: error.code, message: error.message, step_index: error.stepIndex };
}

/** Fields without a column of their own are stored together, if there are any. */
function stepRow(runId: string, attempt: number, step: StepOutcome): StepRow {
  const { index, name, action, status, url, error, startedAtMs, durationMs, ...rest } = step;
  const details = Object.fromEntries(
    Object.entries(rest).filter(
      ([, value]) => value !== null && !(Array.isArray(value) && value.length === 0),
    ),
  );
  return {
    run_id: runId,
    attempt,
    index,
    name,
    action,
    status,
    url,
    error,
    started_ms: startedAtMs,
    duration_ms: durationMs === null ? null : Math.round(durationMs),
    details: Object.keys(details).length === 0 ? null : details,
  };
}
