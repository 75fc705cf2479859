import type { MISSED_REASONS } from "@vedette/contract/targets/observed/missed-checks.ts";
import { t } from "./language/t.ts";

const REASONS: Record<(typeof MISSED_REASONS)[number], string> = {
  stopped: t("Vedette was stopped"),
  stalled: t("Vedette was paused"),
  overload: t("Vedette was overloaded"),
  late: t("checks could not start in time"),
  storage: t("the database did not store results"),
  runner_lost: t("a runner stopped responding"),
  no_runner: t("the location had no runner"),
  changed: t("the target was changed during the check"),
};

/** Says why checks were missed: "Vedette was stopped". */
export function missedReasonText(reason: string): string {
  return REASONS[reason as keyof typeof REASONS] ?? reason;
}
