import type { CheckOutcome } from "../checks/check-run.ts";
import type { RunOutcome } from "../runs/run-job.ts";

/**
 * Every instant of what a runner has found, moved: from its clock to the server's, and into the time in which it
 * can have been. Spans stay as they are, for they were measured by one clock.
 */

export function moveCheckInstants(outcome: CheckOutcome, move: (atMs: number) => number): CheckOutcome {
  // When a certificate expires is written in it, and was read from no clock of the runner's.
  return { ...outcome, checkedAtMs: move(outcome.checkedAtMs) };
}

export function moveRunInstants(outcome: RunOutcome, move: (atMs: number) => number): RunOutcome {
  return {
    ...outcome,
    startedAtMs: move(outcome.startedAtMs),
    finishedAtMs: move(outcome.finishedAtMs),
    steps: outcome.steps.map((step) => ({
      ...step,
      startedAtMs: step.startedAtMs === null ? null : move(step.startedAtMs),
      ...(step.console && { console: step.console.map((line) => ({ ...line, atMs: move(line.atMs) })) }),
    })),
  };
}

/** How far a runner's clock may be ahead of the server's; NTP keeps machines within a second. */
export const CLOCK_AHEAD_MAX_MS = 60_000;

/** A result that claims to be from the future, for which nothing after it would count, is from now. */
export function believedCheck(outcome: CheckOutcome, nowMs: number): CheckOutcome {
  if (outcome.checkedAtMs <= nowMs + CLOCK_AHEAD_MAX_MS) return outcome;
  return moveCheckInstants(outcome, (atMs) => Math.min(atMs, nowMs));
}

export function believedRun(outcome: RunOutcome, nowMs: number): RunOutcome {
  if (Math.max(outcome.startedAtMs, outcome.finishedAtMs) <= nowMs + CLOCK_AHEAD_MAX_MS) return outcome;
  return moveRunInstants(outcome, (atMs) => Math.min(atMs, nowMs));
}
