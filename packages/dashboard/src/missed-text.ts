import type { MISSED_REASONS } from "@vedette/contract/targets/observed/missed-checks.ts";

const REASONS: Record<(typeof MISSED_REASONS)[number], string> = {
  stopped: "Vedette was stopped",
  stalled: "Vedette was paused",
  overload: "Vedette was overloaded",
  late: "checks could not start in time",
  storage: "the database did not store results",
  runner_lost: "a runner stopped responding",
  no_runner: "the location had no runner",
  changed: "the target was changed during the check",
};

/** Says why checks were missed: "Vedette was stopped". */
export function missedReasonText(reason: string): string {
  return REASONS[reason as keyof typeof REASONS] ?? reason;
}
