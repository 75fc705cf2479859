import type { ApiRunSpec, RunOutcome, StepOutcome } from "@vedette/contract/runs/run-job.ts";
import type { RunContext } from "../run-context.ts";
import { skippedStep } from "../skipped-step.ts";
import { type ApiAttempt, runStep } from "./run-step.ts";
import { createRunValues } from "./run-values.ts";
import { createShow } from "./show-text.ts";

/**
 * Runs one attempt of an API monitor: steps in sequence, on the same engine as checks, with shared values and
 * cookies. It must never know a database, a schedule or the owner of the run.
 *
 * The target's behavior is an outcome. A rejection is either a RunnerError or the signal's reason; then
 * the attempt does not count.
 */
export async function runApi(spec: ApiRunSpec, ctx: RunContext): Promise<RunOutcome> {
  const { signal } = ctx;
  signal?.throwIfAborted();
  const attempt = await createAttempt(spec, ctx);
  const abort = () => attempt.abort?.(signal?.reason);
  signal?.addEventListener("abort", abort, { once: true });
  try {
    const startedAtMs = attempt.nowMs();
    const steps = await runSteps(spec, attempt);
    return { startedAtMs, finishedAtMs: attempt.nowMs(), error: firstError(steps), steps };
  } finally {
    signal?.removeEventListener("abort", abort);
  }
}

/**
 * Imported on first use: a runner without API monitors does not need the list of public suffixes in memory.
 */
let cookiesLoading: Promise<typeof import("./cookies.ts")> | undefined;

async function createAttempt(spec: ApiRunSpec, ctx: RunContext): Promise<ApiAttempt> {
  cookiesLoading ??= import("./cookies.ts");
  const { createCookies } = await cookiesLoading;
  const { clock } = ctx;
  const startedAtMs = clock.now();
  const startMs = clock.monotonic();
  const spentMs = () => clock.monotonic() - startMs;
  return {
    ctx,
    values: createRunValues(spec, clock),
    cookies: createCookies(),
    show: createShow(spec),
    timeoutMs: spec.timeoutMs,
    nowMs: () => startedAtMs + Math.round(spentMs()),
    leftMs: () => spec.timeoutMs - spentMs(),
    isTimeUp: false,
    abort: null,
  };
}

async function runSteps(spec: ApiRunSpec, attempt: ApiAttempt): Promise<StepOutcome[]> {
  const outcomes: StepOutcome[] = [];
  let isStopped = false;
  for (const [index, step] of spec.steps.entries()) {
    if (attempt.isTimeUp || (isStopped && !step.alwaysRun)) {
      outcomes.push(skippedStep({ index, name: attempt.show(step.name), action: "request" }));
      continue;
    }
    attempt.ctx.signal?.throwIfAborted();
    const outcome = await runStep(step, index, attempt);
    outcomes.push(outcome);
    isStopped ||= outcome.status === "failed" && !step.continueOnFailure;
  }
  return outcomes;
}

function firstError(steps: readonly StepOutcome[]): RunOutcome["error"] {
  if (steps.length === 0) return { code: "NO_STEPS", message: "there is no step to run", stepIndex: null };
  for (const { error, index } of steps) if (error !== null) return { ...error, stepIndex: index };
  return null;
}
