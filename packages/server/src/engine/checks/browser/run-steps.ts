import type { JourneyStep } from "@vedette/contract/journeys/journey-steps.ts";
import type { JourneyRunSpec, StepOutcome } from "@vedette/contract/runs/run-job.ts";
import { skippedStep } from "../skipped-step.ts";
import { describeDom } from "./evidence/page-dom.ts";
import type { PageLog } from "./evidence/page-log.ts";
import { locate } from "./locate.ts";
import type { OpenPages } from "./open-pages.ts";
import { reportStep } from "./report-step.ts";
import { runJourneyStep, stepTimeout } from "./run-journey-step.ts";
import type { RunTimer } from "./run-timer.ts";
import { StepFailure, seconds } from "./step-failure.ts";
import type { JourneyAttempt, StepScope } from "./step-scope.ts";
import { fillText, namesSecret } from "./step-values.ts";

type RunState = { timer: RunTimer; log: PageLog; pages: OpenPages; isAlive(): boolean };

/** A failed step ends the run, except for steps that continue on failure and cleanup steps. */
export async function runSteps(
  spec: JourneyRunSpec,
  attempt: JourneyAttempt,
  state: RunState,
): Promise<StepOutcome[]> {
  const outcomes: StepOutcome[] = [];
  let isStopped = false;
  for (const [index, step] of (spec.steps ?? []).entries()) {
    attempt.ctx.signal?.throwIfAborted();
    const isReached = !isStopped || step.always_run;
    if (!isReached || state.timer.isUp() || !state.isAlive()) {
      const skipped = skippedStep({ index, name: attempt.show(step.name), action: step.action });
      outcomes.push(skipped);
      reportStep(skipped, attempt.ctx);
      continue;
    }
    reportStart(step, index, { attempt, state });
    const outcome = await runOne(step, index, { spec, attempt, course: state });
    const isFirstFailure = outcome.status === "failed" && outcomes.every(({ status }) => status !== "failed");
    const dom =
      isFirstFailure && outcome.response === null && state.isAlive()
        ? await describeDom(attempt, state.timer)
        : null;
    outcomes.push({ ...outcome, ...(dom !== null && { dom }) });
    reportStep(outcome, attempt.ctx);
    isStopped ||= outcome.status === "failed" && !step.continue_on_failure;
  }
  return outcomes;
}

function reportStart(
  { name, action }: JourneyStep,
  index: number,
  { attempt: { ctx, show }, state }: { attempt: JourneyAttempt; state: RunState },
): void {
  const startedAtMs = state.timer.nowMs();
  ctx.onStep?.({
    index,
    name: show(name),
    action,
    status: "running",
    startedAtMs,
    durationMs: null,
    error: null,
  });
}

async function runOne(
  step: JourneyStep,
  index: number,
  { spec, attempt, course: state }: { spec: JourneyRunSpec; attempt: JourneyAttempt; course: RunState },
): Promise<StepOutcome> {
  const { timer, log, pages } = state;
  const timeoutMs = Math.min(step.timeout_ms, Math.max(1, timer.leftMs()));
  const endMs = timer.nowMs() + timeoutMs;
  const waiting = {
    newestPage: attempt.newestPage,
    leftMs: () => Math.max(1, endMs - timer.nowMs()),
    timeoutMs,
    signal: timer.signal,
  };
  const scope: StepScope = {
    ...attempt,
    ...waiting,
    index,
    fill: (text) => fillText(text, attempt.values),
    namesSecret: (text) => namesSecret(text, spec.secretNames),
    locate: (selector) => locate(selector, waiting),
  };
  function explain(error: unknown): StepFailure {
    if (error instanceof StepFailure && state.isAlive() && !timer.signal.aborted) return error;
    attempt.ctx.signal?.throwIfAborted();
    if (!state.isAlive()) return new StepFailure("BROWSER_CRASHED", "the browser ended during the step");
    if (timer.isUp() || timer.leftMs() <= 0) return runTimeout(spec.timeoutMs);
    return explainStep(error, { scope, pages });
  }
  return runJourneyStep(step, scope, { log, settle: pages.settle, timer, explain });
}

function explainStep(error: unknown, { scope, pages }: { scope: StepScope; pages: OpenPages }): StepFailure {
  if (!(error instanceof Error)) throw error;
  if (pages.hasCrashed()) return new StepFailure("BROWSER_CRASHED", "the page crashed");
  if (error.name === "TimeoutError") return stepTimeout(scope.timeoutMs);
  if (/has been closed|Target closed|was closed/i.test(error.message)) {
    return new StepFailure("STEP_FAILED", "the page was closed during the step");
  }
  if (/^[a-zA-Z]+\.[a-zA-Z]+: /.test(error.message)) {
    // Playwright's message without its call log, if there is no better description.
    const [first = ""] = error.message.split("\n", 1);
    return new StepFailure("STEP_FAILED", first.replace(/^[a-zA-Z]+\.[a-zA-Z]+: (Error: )?/, ""));
  }
  throw error;
}

function runTimeout(timeoutMs: number): StepFailure {
  return new StepFailure("TIMEOUT", `the run did not end within ${seconds(timeoutMs)}`);
}
