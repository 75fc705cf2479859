import type { Severity } from "@vedette/contract/alerts/alert-rules.ts";
import type { EscalationStep } from "@vedette/contract/on-call/escalation-policies.ts";
import { isInWeeklyTimes } from "@vedette/contract/on-call/weekly-times.ts";

/**
 * Decides which step of an escalation comes next, and when. Pure: knows no people, no clock and no database.
 *
 * A step is due its wait after the previous step that was taken. A step whose severities or times do not match takes no
 * time: its wait does not count either. After a step that reached no one, the next one is due at once. A round in which
 * no step reached anyone is not repeated: the fallback policy follows at once.
 */

export type PlannedPolicy = {
  id: string;
  name: string;
  steps: readonly EscalationStep[];
  repeatCount: number;
  repeatWaitSeconds: number;
};

/** A policy and its fallbacks, in order. */
export type EscalationPlan = readonly PlannedPolicy[];

export type EscalationProgress = {
  /** Index in the plan. */
  policy: number;
  /** Rounds before this one: of this policy, and of all. */
  repeat: number;
  round: number;
  /** Index of the next step; the number of steps after the last one. */
  step: number;
  /** When the previous step was taken; at first the start. */
  sinceMs: number;
  /** The previous step reached no one: the next one does not wait. */
  isUrgent: boolean;
  /** Whether a step of this round reached someone. */
  hasReached: boolean;
};

export type StepPosition = { policy: number; round: number; step: number };
export type SkippedStep = StepPosition & { reason: string };

/** What to do now. `take`: the step of `progress`. `end`: no step is left. */
export type EscalationDecision = {
  progress: EscalationProgress;
  skipped: readonly SkippedStep[];
} & ({ type: "take" } | { type: "wait"; untilMs: number } | { type: "end" });

export type EscalationMoment = { nowMs: number; severity: Severity };

export function startProgress(nowMs: number): EscalationProgress {
  return {
    ...{ policy: 0, repeat: 0, round: 0, step: 0, sinceMs: nowMs },
    ...{ isUrgent: false, hasReached: false },
  };
}

/** Returns what to do now, and the steps that were skipped on the way. */
export function decideNext(
  plan: EscalationPlan,
  before: EscalationProgress,
  moment: EscalationMoment,
): EscalationDecision {
  const skipped: SkippedStep[] = [];
  let progress = before;
  while (true) {
    const policy = plan[progress.policy];
    if (policy === undefined) return { type: "end", progress, skipped };
    const step = policy.steps[progress.step];
    const dueMs = step ? dueAt(progress, step.wait_seconds) : endOfRound(progress, policy);
    const reason = step ? mismatchOf(step, { ...moment, nowMs: Math.max(dueMs, moment.nowMs) }) : null;
    if (step && reason !== null) {
      skipped.push({ policy: progress.policy, round: progress.round, step: progress.step, reason });
      progress = { ...progress, step: progress.step + 1 };
      continue;
    }
    if (dueMs > moment.nowMs) return { type: "wait", untilMs: dueMs, progress, skipped };
    if (step) return { type: "take", progress, skipped };
    progress = nextRound(progress, policy, moment.nowMs);
  }
}

/** The progress after the step of `progress` was taken. */
export function afterStep(
  progress: EscalationProgress,
  { reached, nowMs }: { reached: boolean; nowMs: number },
): EscalationProgress {
  return {
    ...progress,
    step: progress.step + 1,
    sinceMs: nowMs,
    isUrgent: !reached,
    hasReached: progress.hasReached || reached,
  };
}

function dueAt({ isUrgent, sinceMs }: EscalationProgress, waitSeconds: number): number {
  return isUrgent ? sinceMs : sinceMs + waitSeconds * 1_000;
}

/** People who were reached have time to answer, also if a later step reached no one. */
function endOfRound({ hasReached, sinceMs }: EscalationProgress, policy: PlannedPolicy): number {
  return hasReached ? sinceMs + policy.repeatWaitSeconds * 1_000 : sinceMs;
}

function nextRound(
  { policy, repeat, round, hasReached }: EscalationProgress,
  { repeatCount }: PlannedPolicy,
  nowMs: number,
): EscalationProgress {
  const isRepeated = hasReached && repeat < repeatCount;
  return {
    policy: isRepeated ? policy : policy + 1,
    repeat: isRepeated ? repeat + 1 : 0,
    round: round + 1,
    ...{ step: 0, sinceMs: nowMs, isUrgent: !hasReached, hasReached: false },
  };
}

/** Returns why a step does not apply, or null. */
function mismatchOf(
  { severities, times }: EscalationStep,
  { severity, nowMs }: EscalationMoment,
): string | null {
  if (severities && !severities.includes(severity)) return `is not for alerts of severity ${severity}`;
  if (times && !isInWeeklyTimes(times, nowMs)) return "is for other times";
  return null;
}
