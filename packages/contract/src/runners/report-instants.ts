import type { CheckOutcome } from "../checks/check-run.ts";
import type { RunOutcome } from "../runs/run-job.ts";

/**
 * Converts every instant of a runner's outcome from its clock to the server's clock and clamps it to the possible range.
 * Durations are unchanged, because they were measured by one clock.
 */

export function moveCheckInstants(outcome: CheckOutcome, move: (atMs: number) => number): CheckOutcome {
  // The expiry of a certificate is part of the certificate and was not read from the clock of the runner.
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

/** How far the clock of a runner may be ahead of the server; NTP keeps machines within a second. */
export const CLOCK_AHEAD_MAX_MS = 60_000;

/** Replaces instants in the future with now: otherwise every later result would count as older. */
export function clampCheckInstants(outcome: CheckOutcome, nowMs: number): CheckOutcome {
  if (outcome.checkedAtMs <= nowMs + CLOCK_AHEAD_MAX_MS) return outcome;
  return moveCheckInstants(outcome, (atMs) => Math.min(atMs, nowMs));
}

export function clampRunInstants(outcome: RunOutcome, nowMs: number): RunOutcome {
  if (Math.max(outcome.startedAtMs, outcome.finishedAtMs) <= nowMs + CLOCK_AHEAD_MAX_MS) return outcome;
  return moveRunInstants(outcome, (atMs) => Math.min(atMs, nowMs));
}
